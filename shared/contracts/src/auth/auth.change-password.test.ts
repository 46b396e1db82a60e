import { type Schema, ValidationError } from 'yup';
import { copy } from '../_kernel/copy';
import { changePasswordInput, changePasswordMessages, changePasswordParts, changePasswordRules } from './auth.change-password';

const check = (schema: Schema, input: object): Record<string, string> => {
  try {
    schema.validateSync(input, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map(({ path, message }) => [path, message]));
  }
};
const { incomplete } = changePasswordMessages;
const both = (password: string) => ({ oldPassword: 'Old-one-1', password });

it.each([
  ['CHPWD-19', 'Short1$', incomplete],
  ['CHPWD-20', 'NOLOWER1$', incomplete],
  ['CHPWD-21', 'noupper1$', incomplete],
  ['CHPWD-22', 'NoNumber$', incomplete],
  ['CHPWD-11', 'NoSpecial1', incomplete],
  ['SIGNUP-40/2', 'NoSpecial1_', incomplete],
  ['CHPWD-12', 'Other-one1$', incomplete],
])('[%s] refuses the new password %s', (_id, password, message) =>
  expect(check(changePasswordInput, both(password))).toEqual({ password: message }),
);

it.each([...'$@!%*?&'])('accepts a new password with %s', (special) =>
  expect(check(changePasswordInput, both(`Brandnew1${special}`))).toEqual({}),
);

it('requires both passwords and limits the new one to 128 characters', () => {
  expect(check(changePasswordInput, {})).toEqual({ oldPassword: copy.passwordRequired, password: copy.passwordRequired });
  expect(check(changePasswordInput, both(`Aa1$${'x'.repeat(125)}`))).toEqual({ password: 'A password has at most 128 characters.' });
});

it('requires the new password twice in the form', () => {
  expect(check(changePasswordRules, { ...both('Brandnew1$'), confirmPassword: 'Brandnew1!' })).toEqual({
    confirmPassword: 'Password mismatch',
  });
  expect(check(changePasswordRules, { ...both('Brandnew1$'), confirmPassword: 'Brandnew1$' })).toEqual({});
});

it('lists the stated rules in the live checklist, with the dollar sign twice', () =>
  expect(changePasswordParts.map(({ label }) => label)).toEqual([
    'Password at least 8 characters in length.',
    'Lowercase letters (a-z)',
    'Uppercase letters (A-Z)',
    'Numbers (0-9)',
    'Special characters ($@$!%*?&)',
  ]));
