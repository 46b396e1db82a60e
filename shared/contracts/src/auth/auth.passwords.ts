import { copy } from '../_kernel/copy';
import { limits } from '../_kernel/limits';
import { string } from '../_kernel/text';

/**
 * The rules for a new password at sign-up and reset, in the order of the live checklist. Every printable character except letters, digits
 * and spaces counts as special (SIGNUP-40).
 */
export const passwordParts: readonly { id: string; label: string; test: RegExp }[] = [
  { id: 'length', label: 'At least 8 characters (8-20 is enough)', test: new RegExp(`^.{${limits.password.min},}$`, 'su') }, // SIGNUP-25
  { id: 'lowercase', label: 'A lowercase letter (a-z)', test: /[a-z]/ }, // SIGNUP-39
  { id: 'uppercase', label: 'An uppercase letter (A-Z)', test: /[A-Z]/ }, // SIGNUP-26
  { id: 'number', label: 'A number (0-9)', test: /\d/ }, // SIGNUP-27
  { id: 'special', label: 'A special character, such as $ @ ! % * ? &', test: /[^\p{L}\p{N}\s\p{C}]/u }, // SIGNUP-28
];

export const passwordMessages = {
  incomplete: 'A password needs lowercase, uppercase, numbers, special characters, and at least 8 characters in all.', // SIGNUP-29
  tooCommon:
    'This password is easy to guess, even with other characters around it. Please choose several words that only you would put together.',
  ofOneself: 'Your name and your e-mail address are easy to guess. Please choose a password without them.',
  tooLong: 'A password has at most 128 characters.',
  mismatch: 'Password mismatch', // SIGNUP-30
} as const;

/** Characters. A limit is needed because the cost of hashing grows with the length. */
export const maxPassword = 128;

export const newPassword = () =>
  string()
    .typeError(copy.passwordRequired)
    .required(copy.passwordRequired)
    .max(maxPassword, passwordMessages.tooLong)
    .test('parts', passwordMessages.incomplete, (value) => !value || passwordParts.every(({ test }) => test.test(value)));
