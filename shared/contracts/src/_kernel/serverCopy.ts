/** Texts that the API alone sends, so that no page loads them. */
export const serverCopy = {
  passwordUnknown:
    'That password is not correct. If you have only logged in with Google or Facebook, set a password first: log out, then choose “Forgot password?”.',
  notConfirmed: 'Nothing was changed. Please confirm that it is you. If you have no second factor, you can also log in again.',
  noSpace: 'We have no space left to save this. Nothing was saved; please try again later.',
  checkFields: 'Please check the marked fields.',
  codeSubject: 'Your code for the Guard Portal',
  codeGoodFor: (minutes: number) => `It is valid for ${minutes} minutes. Do not share it with anyone.`,
} as const;
