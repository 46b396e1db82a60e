import { fixedClock } from '../_kernel/clock';
import { limits } from '../_kernel/limits';
import { plainMobile } from '../_kernel/normalise';
import { isOfAge } from '../_kernel/person';
import { passwordMessages, passwordParts } from './auth.passwords';
import { signupRules } from './auth.signup';

// 22:30 on 9 March in Toronto is 10 March in UTC.
const rules = signupRules(fixedClock('2027-03-10T03:30:00.000Z'));
const right = {
  firstName: 'Ada',
  middleName: '',
  lastName: 'Marsh',
  dob: '1990-05-17',
  mobileNumber: '4165550123',
  email: 'ada@example.com',
  password: 'Secret-123',
  confirmPassword: 'Secret-123',
  isLicense: 'true',
  licenseNumber: '12345678',
};

function messageOf(field: string, over: Record<string, unknown>): string | undefined {
  try {
    rules.validateSync({ ...right, ...over }, { abortEarly: false });
    return undefined;
  } catch (error) {
    return (error as { inner: { path: string; message: string }[] }).inner.find(({ path }) => path === field)?.message;
  }
}

it('accepts a valid form, and reads the licence answer as a flag', () => {
  expect(rules.validateSync(right)).toMatchObject({ isLicense: true, licenseNumber: '12345678' });
});

it.each<[string, string, Record<string, unknown>, string]>([
  ['[SIGNUP-12] empty first name', 'firstName', { firstName: '' }, 'First name is required'],
  ['[SIGNUP-13] one letter', 'firstName', { firstName: 'A' }, 'Please enter valid first name'],
  ['[SIGNUP-13, SHARED-04] 65 letters', 'firstName', { firstName: 'A'.repeat(65) }, 'Please enter valid first name'],
  ['[SIGNUP-13] a digit in it', 'firstName', { firstName: 'Ad4' }, 'Please enter valid first name'],
  ['[SIGNUP-14] empty last name', 'lastName', { lastName: '' }, 'Last name is required'],
  ['[SIGNUP-15] two words', 'lastName', { lastName: 'Van Dam' }, 'Please enter valid last name'],
  ['[SIGNUP-17] four middle names', 'middleName', { middleName: 'One Two Three Four' }, 'Please enter valid middle name.'],
  ['[SIGNUP-17] two spaces between two words', 'middleName', { middleName: 'Lee  Ann' }, 'Please enter valid middle name.'],
  ['[SIGNUP-17] a hyphen', 'middleName', { middleName: 'Lee-Ann' }, 'Please enter valid middle name.'],
  ['[SIGNUP-18] empty date of birth', 'dob', { dob: '' }, 'Please select date of birth'],
  ['[SIGNUP-19, SHARED-01] 18 tomorrow in Toronto', 'dob', { dob: '2009-03-10' }, 'Please enter valid date of birth'],
  ['no such day', 'dob', { dob: '1990-02-30' }, 'Please enter valid date of birth'],
  ['[SIGNUP-20] empty mobile number', 'mobileNumber', { mobileNumber: '' }, 'Mobile number is required'],
  ['[SIGNUP-21, SHARED-05] nine digits', 'mobileNumber', { mobileNumber: '416555012' }, 'Please enter valid mobile number'],
  ['[SIGNUP-21] letters', 'mobileNumber', { mobileNumber: '416555CALL' }, 'Please enter valid mobile number'],
  ['[SIGNUP-22] empty email', 'email', { email: '' }, 'Email is required'],
  ['[SIGNUP-23] no domain', 'email', { email: 'ada@' }, 'Please enter valid email'],
  ['[SIGNUP-23] nobody at a domain', 'email', { email: '@example.com' }, 'Please enter valid email'],
  ['[SIGNUP-23] a domain without an ending', 'email', { email: 'ada@example' }, 'Please enter valid email'],
  ['[SIGNUP-24, SHARED-03] 181 characters', 'email', { email: `${'a'.repeat(169)}@example.com` }, 'Please enter valid email'],
  ['[SIGNUP-25, SHARED-02] seven characters', 'password', { password: 'Secr-12' }, passwordMessages.incomplete],
  ['[SIGNUP-26, SIGNUP-39/1] no uppercase', 'password', { password: 'secret-123' }, passwordMessages.incomplete],
  ['[SIGNUP-27, SIGNUP-39/1] no digit', 'password', { password: 'Secret-abc' }, passwordMessages.incomplete],
  ['[SIGNUP-28, SIGNUP-39/1] no special character', 'password', { password: 'Secret1234' }, passwordMessages.incomplete],
  ['[SIGNUP-39/1] no lowercase', 'password', { password: 'SECRET-123' }, passwordMessages.incomplete],
  ['[SIGNUP-30] another confirmation', 'confirmPassword', { confirmPassword: 'Secret-124' }, 'Password mismatch'],
  ['[SIGNUP-31] yes without a number', 'licenseNumber', { licenseNumber: '' }, 'Security guard License Number is required'],
  [
    '[SIGNUP-32, SHARED-06, ADDDOCS-11/2] five digits',
    'licenseNumber',
    { licenseNumber: '12345' },
    'Enter valid security guard license number',
  ],
  [
    '[SIGNUP-32, ADDDOCS-11/2] eleven digits',
    'licenseNumber',
    { licenseNumber: '12345678901' },
    'Enter valid security guard license number',
  ],
])('refuses %s', (_, field, over, message) => {
  expect(messageOf(field, over)).toBe(message);
});

it.each<[string, string, Record<string, unknown>]>([
  ['[SIGNUP-16] no middle name', 'middleName', { middleName: '' }],
  ['[SIGNUP-17] three words', 'middleName', { middleName: 'One Two Three' }],
  ['[SIGNUP-19] 18 today in Toronto', 'dob', { dob: '2009-03-09' }],
  ['[SIGNUP-24] 180 characters', 'email', { email: `${'a'.repeat(168)}@example.com` }],
  ['[SIGNUP-32, ADDDOCS-11/2] six digits', 'licenseNumber', { licenseNumber: '123456' }],
  ['[SIGNUP-32, ADDDOCS-11/2] ten digits', 'licenseNumber', { licenseNumber: '1234567890' }],
  ['[SIGNUP-33] no, without a number', 'licenseNumber', { isLicense: 'false', licenseNumber: '' }],
  ['[SIGNUP-33] no, with half a number', 'licenseNumber', { isLicense: 'false', licenseNumber: '12' }],
  ['names of other alphabets', 'firstName', { firstName: 'Zoë' }],
])('accepts %s', (_, field, over) => {
  expect(messageOf(field, over)).toBeUndefined();
});

it.each(['_', '€', '~', '"', '.'])('[SIGNUP-40/1] counts %s as a special character', (character) => {
  expect(messageOf('password', { password: `Secret123${character}`, confirmPassword: `Secret123${character}` })).toBeUndefined();
});

it.each(['é', 'Я', '٣', ' ', '\u0007'])(
  '[SIGNUP-40/1] does not count %j as special: it is alphanumeric, blank or not printable',
  (character) => {
    expect(messageOf('password', { password: `Secret123${character}` })).toBe(passwordMessages.incomplete);
  },
);

it('[SIGNUP-29] the password message lists lowercase, uppercase, numbers and special characters', () => {
  expect(passwordMessages.incomplete).toMatch(/lowercase, uppercase, numbers, special/);
  expect(passwordParts).toHaveLength(5);
});

it('[SHARED-02] requires at least 8 characters, with the hint 8-20', () => {
  expect(limits.password.min).toBe(8);
  expect(passwordParts[0]?.label).toContain('8-20');
});

it.each(['+1 (416) 555-0123', '1-416-555-0123', '416.555.0123', ' 4165550123 '])('[SIGNUP-21] reads %j as ten digits', (pasted) => {
  expect(plainMobile(pasted)).toBe('4165550123');
});

it('treats a guard born on 29 February as of age on 1 March', () => {
  expect([isOfAge('2008-02-29', '2026-02-28'), isOfAge('2008-02-29', '2026-03-01')]).toEqual([false, true]);
});
