import { object, ref } from 'yup';
import { copy } from '../_kernel/copy';
import { ownPassword } from '../_kernel/own-password';
import { string } from '../_kernel/text';
import { maxPassword, passwordMessages } from './auth.passwords';

const SPECIALS = '$@!%*?&';

/** The rules on Change Password, in the order of the live checklist. Sign-up allows more special characters (CHPWD-23). */
export const changePasswordParts: readonly { id: string; label: string; test: RegExp }[] = [
  { id: 'length', label: 'Password at least 8 characters in length.', test: /^.{8,}$/su }, // CHPWD-06, CHPWD-19
  { id: 'lowercase', label: 'Lowercase letters (a-z)', test: /[a-z]/ }, // CHPWD-07, CHPWD-20
  { id: 'uppercase', label: 'Uppercase letters (A-Z)', test: /[A-Z]/ }, // CHPWD-08, CHPWD-21
  { id: 'number', label: 'Numbers (0-9)', test: /\d/ }, // CHPWD-09, CHPWD-22
  {
    id: 'special',
    label: 'Special characters ($@$!%*?&)',
    test: new RegExp(`^[\\p{L}\\p{N}]*[${SPECIALS}][\\p{L}\\p{N}${SPECIALS}]*$`, 'u'),
  }, // CHPWD-10..12
];

export const changePasswordMessages = {
  wrong: 'Password not match to your current password', // CHPWD-14, API-AUTH-13
  failed: 'Something Went wrong!', // CHPWD-17
  incomplete: `A password needs lowercase, uppercase, numbers, special characters of ${SPECIALS} only, and at least 8 characters in all.`,
} as const;

const password = () =>
  string()
    .typeError(copy.passwordRequired)
    .required(copy.passwordRequired)
    .max(maxPassword, passwordMessages.tooLong)
    .test('parts', changePasswordMessages.incomplete, (value) => !value || changePasswordParts.every(({ test }) => test.test(value)));

export const changePasswordInput = object({ oldPassword: ownPassword(changePasswordMessages.wrong), password: password() });

/** The fields of the form: the input of the call, with the new password twice. */
export const changePasswordRules = changePasswordInput.shape({
  confirmPassword: string()
    .default('')
    .oneOf([ref('password')], passwordMessages.mismatch), // CHPWD-13
});

/** Mail to the guard, so that they notice a change by another person. */
export const passwordChangedMail = {
  subject: 'Your password was changed',
  body: 'The password of your guard account was changed, and every other device was logged out.\n\nIf this was not you, choose a new password right away: open the login page and choose “Forgot password?”.',
} as const;
