/** To the guard: somebody tried passwords in a session of theirs, until it was ended. */
export const sessionEndedMail = {
  subject: 'We logged a device of yours out',
  body: 'On a device that was logged in to your guard account the password was entered wrong thirty times. We logged that device out; nothing was changed.\n\nIf it was not you, choose a new password at once: open the login page, Forgot Password. That logs every other device out as well.',
} as const;
