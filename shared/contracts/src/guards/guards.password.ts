/** Mail to the guard: another person tried passwords in one of their sessions until it was ended. */
export const sessionEndedMail = {
  subject: 'We logged out one of your devices',
  body: 'The wrong password was entered thirty times on a device that was logged in to your guard account. We logged that device out; nothing was changed.\n\nIf this was not you, choose a new password right away: open the login page and choose “Forgot password?”. That logs out every other device as well.',
} as const;
