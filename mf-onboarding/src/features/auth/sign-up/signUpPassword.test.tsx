import { register } from '@portal/contracts/auth/auth.endpoints';
import { mockId } from '@portal/testing/ids';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, fireEvent, screen } from '@testing-library/react';
import { SignUpScreen } from './SignUpScreen';

const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function signUp(password: string, licence: 'Yes' | 'No' = 'No') {
  const { calls } = mockEndpoint(register, { guard: { id: mockId(7) } });
  renderScreen(<SignUpScreen />, { path: '/guard/signup', guard: null });
  type('First name', 'Ada');
  type('Last name', 'Marsh');
  type('Date of birth', '17/05/1990');
  type('Mobile number', '4165550123');
  type('Email', 'ada@example.com');
  type('Password', password);
  type('Confirm password', password);
  fireEvent.click(screen.getByLabelText(licence));
  if (licence === 'Yes') type('Security guard licence number', '12345678');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Register' })));
  return calls;
}

const stated = /lowercase, uppercase, numbers, special characters/;

it.each([
  ['[SIGNUP-29, SIGNUP-39/1] no lowercase letter', 'SECRET-123'],
  ['[SIGNUP-29, SIGNUP-39/1] no uppercase letter', 'secret-123'],
  ['[SIGNUP-29, SIGNUP-39/1] no digit', 'Secret-abc'],
  ['[SIGNUP-29, SIGNUP-39/1] no special character', 'Secret1234'],
])('a password with %s is refused with the stated list, before any call', async (_what, password) => {
  const calls = await signUp(password);
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(stated);
  expect(screen.getByLabelText('Password')).toHaveAttribute('aria-invalid', 'true');
  expect(calls).toEqual([]);
});

it('[SIGNUP-40/1] any printable special character is accepted', async () => {
  expect(await signUp('Secret12€')).toMatchObject([{ password: 'Secret12€' }]);
});

it('[SIGNUP-40/3] the hint recommends the characters that every screen takes', () => {
  renderScreen(<SignUpScreen />, { path: '/guard/signup', guard: null });
  expect(screen.getByText(/such as \$ @ ! % \* \? &/)).toBeVisible();
});

it.each([
  ['Yes', { isLicense: true, licenseNumber: '12345678' }],
  ['No', { isLicense: false }],
] as const)('[SIGNUP-41/1] the flag follows the answer %s', async (answer, sent) => {
  const [call] = await signUp('Secret-123', answer);
  expect(call).toMatchObject(sent);
  expect('licenseNumber' in (call ?? {})).toBe(answer === 'Yes');
});
