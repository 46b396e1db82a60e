import { register } from '@portal/contracts/auth/auth.endpoints';
import { mockId } from '@portal/testing/ids';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { SignUpScreen } from './SignUpScreen';

const field = (label: string) => screen.getByLabelText(label, { exact: label === 'Password' });
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });

const right = {
  'First name': 'Ada',
  'Last name': 'Marsh',
  'Date of birth': '17/05/1990',
  'Mobile number': '4165550123',
  Email: 'ada@example.com',
  Password: 'Secret-123',
  'Confirm password': 'Secret-123',
};

/** Fills in the form, presses Register, and returns the calls. */
async function signUp(typed: Record<string, string>, licence: 'Yes' | 'No' = 'No') {
  const { calls } = mockEndpoint(register, { guard: { id: mockId(7) } });
  renderScreen(<SignUpScreen />, { path: '/guard/signup', guard: null });
  fireEvent.click(screen.getByLabelText(licence));
  for (const [label, value] of Object.entries({ ...right, ...typed })) {
    type(label, value);
    fireEvent.blur(field(label));
  }
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Register' })));
  return calls;
}

const LICENCE = 'Security guard licence number';

it.each<[string, string, string, string]>([
  ['SIGNUP-12', 'First name', '', 'First name is required'],
  ['SIGNUP-14', 'Last name', '', 'Last name is required'],
  ['SIGNUP-18', 'Date of birth', '', 'Please select date of birth'],
  ['SIGNUP-20', 'Mobile number', '', 'Mobile number is required'],
  ['SIGNUP-13, SHARED-04', 'First name', 'A', 'Please enter valid first name'],
  ['SIGNUP-13, SHARED-04, EDITPROFILE-30/1', 'First name', 'A'.repeat(65), 'Please enter valid first name'],
  ['SIGNUP-13', 'First name', 'Ad4', 'Please enter valid first name'],
  ['SIGNUP-15, SHARED-04', 'Last name', 'M', 'Please enter valid last name'],
  ['SIGNUP-15, SHARED-04, EDITPROFILE-30/1', 'Last name', 'M'.repeat(65), 'Please enter valid last name'],
  ['SIGNUP-15', 'Last name', 'Mar5h', 'Please enter valid last name'],
  ['SIGNUP-17', 'Middle name', 'One Two Three Four', 'Please enter valid middle name.'],
  ['SIGNUP-17', 'Middle name', 'Lee2', 'Please enter valid middle name.'],
  ['SIGNUP-19, SHARED-01', 'Date of birth', '15/03/2009', 'Please enter valid date of birth'],
  ['SIGNUP-21, SHARED-05', 'Mobile number', '416555012', 'Please enter valid mobile number'],
  ['SIGNUP-21, SHARED-05', 'Mobile number', '41655501234', 'Please enter valid mobile number'],
  ['SIGNUP-22', 'Email', '', 'Email is required'],
  ['SIGNUP-23', 'Email', 'ada@', 'Please enter valid email'],
  ['SIGNUP-23', 'Email', 'ada.example.com', 'Please enter valid email'],
  ['SIGNUP-23', 'Email', 'ada@example', 'Please enter valid email'],
  ['SIGNUP-23', 'Email', 'ada marsh@example.com', 'Please enter valid email'],
  ['SIGNUP-24, SHARED-03', 'Email', `${'a'.repeat(169)}@example.com`, 'Please enter valid email'],
  ['SIGNUP-30', 'Confirm password', 'Secret-124', 'Password mismatch'],
  ['SIGNUP-31', LICENCE, '', 'Security guard License Number is required'],
  ['SIGNUP-32, SHARED-06, ADDDOCS-11/2', LICENCE, '12345', 'Enter valid security guard license number'],
  ['SIGNUP-32, SHARED-06, ADDDOCS-11/2', LICENCE, '12345678901', 'Enter valid security guard license number'],
  ['SIGNUP-32, SHARED-06, ADDDOCS-11/2', LICENCE, '12345a', 'Enter valid security guard license number'],
])('[%s] %s %j is refused at its field and in the summary, without a call: %s', async (_id, label, value, message) => {
  const calls = await signUp({ [label]: value }, label === LICENCE ? 'Yes' : 'No');
  expect(field(label)).toHaveAccessibleDescription(expect.stringContaining(message));
  expect(within(screen.getByRole('alert')).getByText(message)).toBeVisible();
  expect(calls).toEqual([]);
});

it.each([
  ['SIGNUP-13, SHARED-04', { 'First name': 'Al' }, { firstName: 'Al' }],
  ['SIGNUP-13, SHARED-04, EDITPROFILE-30/1', { 'First name': 'A'.repeat(64) }, { firstName: 'A'.repeat(64) }],
  ['SIGNUP-15, SHARED-04', { 'Last name': 'Ma' }, { lastName: 'Ma' }],
  ['SIGNUP-15, SHARED-04, EDITPROFILE-30/1', { 'Last name': 'M'.repeat(64) }, { lastName: 'M'.repeat(64) }],
  ['SIGNUP-17, EDITPROFILE-31/1', { 'Middle name': 'J' }, { middleName: 'J' }],
  ['SIGNUP-17', { 'Middle name': 'One Two Three' }, { middleName: 'One Two Three' }],
  ['SIGNUP-19, SHARED-01', { 'Date of birth': '14/03/2009' }, { dob: '2009-03-14' }],
  ['SIGNUP-21, SHARED-05', { 'Mobile number': '6475550199' }, { mobileNumber: '6475550199' }],
  ['SIGNUP-24, SHARED-03', { Email: `${'a'.repeat(168)}@example.com` }, { email: `${'a'.repeat(168)}@example.com` }],
  ['SIGNUP-25, SHARED-02', { Password: 'Secr-123', 'Confirm password': 'Secr-123' }, { password: 'Secr-123' }],
  ['SIGNUP-26, SIGNUP-27, SIGNUP-28', { Password: 'Secret-abc1', 'Confirm password': 'Secret-abc1' }, { password: 'Secret-abc1' }],
  [
    'RESET-18/2',
    { Password: `Secret-${'1'.repeat(14)}`, 'Confirm password': `Secret-${'1'.repeat(14)}` },
    { password: `Secret-${'1'.repeat(14)}` },
  ],
])('[%s] %j is accepted and sent', async (_id, typed, sent) => {
  expect(await signUp(typed)).toMatchObject([sent]);
});

it.each(['123456', '1234567890'])(
  '[SIGNUP-32, SHARED-06, ADDDOCS-11/2] accepts and sends the licence number %s, of 6 to 10 digits',
  async (number) => {
    expect(await signUp({ [LICENCE]: number }, 'Yes')).toMatchObject([{ isLicense: true, licenseNumber: number }]);
  },
);

it('[SIGNUP-16] labels the middle name as optional, and omits it when empty', async () => {
  const [call] = await signUp({});
  expect(screen.getByRole('textbox', { name: 'Middle name (optional)' })).toHaveValue('');
  expect(call).toMatchObject({ firstName: 'Ada', lastName: 'Marsh' });
  expect(call?.middleName ?? '').toBe('');
});

const stated = /lowercase, uppercase, numbers, special characters/;

it.each([
  ['[SIGNUP-29, SIGNUP-39/1] no lowercase letter', 'SECRET-123'],
  ['[SIGNUP-26, SIGNUP-29, SIGNUP-39/1] no uppercase letter', 'secret-123'],
  ['[SIGNUP-27, SIGNUP-29, SIGNUP-39/1] no digit', 'Secret-abc'],
  ['[SIGNUP-28, SIGNUP-29, SIGNUP-39/1] no special character', 'Secret1234'],
  ['[SIGNUP-28, SIGNUP-40/1] a letter of another alphabet for a special character', 'Secret123é'],
  ['[SIGNUP-28, SIGNUP-40/1] a blank for a special character', 'Secret 123'],
  ['[SIGNUP-25, SHARED-02] 7 characters', 'Secr-12'],
])('a password with %s is refused with the stated list, before any call', async (_what, password) => {
  const calls = await signUp({ Password: password, 'Confirm password': password });
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(stated);
  expect(screen.getByLabelText('Password')).toHaveAttribute('aria-invalid', 'true');
  expect(calls).toEqual([]);
});

it.each([...'_€~".#'])('[SIGNUP-40/1] accepts the printable special character %s', async (special) => {
  const password = `Secret12${special}`;
  expect(await signUp({ Password: password, 'Confirm password': password })).toMatchObject([{ password }]);
});

it('[SHARED-02] the password field hints at 8-20', () => {
  renderScreen(<SignUpScreen />, { path: '/guard/signup', guard: null });
  expect(screen.getByText(/8-20/)).toBeVisible();
});

it('[SIGNUP-40/3] the hint recommends the characters that every screen accepts', () => {
  renderScreen(<SignUpScreen />, { path: '/guard/signup', guard: null });
  expect(screen.getByText(/such as \$ @ ! % \* \? &/)).toBeVisible();
});

it.each([
  ['Yes', { isLicense: true, licenseNumber: '12345678' }],
  ['No', { isLicense: false }],
] as const)('[SIGNUP-41/1] the flag follows the answer %s', async (answer, sent) => {
  const [call] = await signUp(answer === 'Yes' ? { [LICENCE]: '12345678' } : {}, answer);
  expect(call).toMatchObject(sent);
  expect('licenseNumber' in (call ?? {})).toBe(answer === 'Yes');
});
