import { object, ref } from 'yup';
import { limits } from '../_kernel/limits';
import { email } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { maxPassword, newPassword, passwordMessages, passwordParts } from './auth.passwords';

/** Delays in ms before a screen moves on or hides an alert, and the validity of a link in minutes. */
export const resetLimits = { toLoginAfterAskingMs: 1000, toLoginAfterResetMs: 2000, unauthorisedMs: 2000, linkMinutes: 60 } as const; // FORGOT-07, RESET-14, RESET-16

/** How long the red alert of a refused reset is displayed, in ms (RESET-15..17, RESET-19). */
export const resetAlertMs = (code: number): number => (code === 401 ? resetLimits.unauthorisedMs : limits.bannerMs);

export const resetMessages = {
  asked: 'If a guard account has this e-mail, a link is on its way to it.',
  done: 'Your password is changed. Please log in with the new one.',
  linkSpent: 'This link has been used or has expired. Please ask for a new one.',
  linkMissing: 'This link is incomplete. Please open it from the e-mail again, or ask for a new one.',
  hint: '8-20 characters', // RESET-06
  incomplete: 'Please enter password', // RESET-12
  mismatch: 'Confirm Password not match with new password', // RESET-10
  match: 'Password confirmation successful', // RESET-11
  backToLogin: 'Back To Login', // FORGOT-02
} as const;

export const forgotRules = object({ email: email() }); // FORGOT-03..05

export const resetInput = object({
  token: string().required(resetMessages.linkSpent).max(256, resetMessages.linkSpent),
  password: newPassword(),
});

/** The fields of the form. The number 20 in the hint is not a limit (RESET-18). */
export const resetRules = object({
  password: string()
    .default('')
    .max(maxPassword, passwordMessages.tooLong)
    .test('parts', resetMessages.incomplete, (value) => passwordParts.every(({ test }) => test.test(value ?? ''))),
  confirmPassword: string()
    .default('')
    .oneOf([ref('password')], resetMessages.mismatch),
});

/** Mail to a guard. `link` opens the reset screen. */
export const resetMail = (link: string) => ({
  subject: 'Choose a new password',
  body: `Someone, hopefully you, asked for a new password for your guard account.\n\nChoose it here within ${resetLimits.linkMinutes / 60} hour. The link works once:\n${link}\n\nIf this was not you, ignore this e-mail. Your password stays the same.`,
});

/** Mail to an address without an account, so that a guard with a mistyped address does not wait for a link. */
export const noAccountMail = (link: string) => ({
  subject: 'No guard account has this e-mail',
  body: `Someone, hopefully you, asked for a new password, but no guard account has this e-mail address.\n\nYou may have registered with another address, or you can register here:\n${link}\n\nIf this was not you, ignore this e-mail.`,
});
