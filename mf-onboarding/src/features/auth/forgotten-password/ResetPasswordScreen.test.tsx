import { limits } from '@portal/contracts/_kernel/limits';
import { resetPassword } from '@portal/contracts/auth/auth.endpoints';
import { resetMessages } from '@portal/contracts/auth/auth.reset';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { ResetPasswordScreen } from './ResetPasswordScreen';

const GOOD = 'Brand-new-1';
const password = () => screen.getByLabelText('New password');
const confirmation = () => screen.getByLabelText('Confirm password');
const submit = () => screen.getByRole('button', { name: 'Change password' });
const open = (path = '/guard/reset-password?token=a-token') => renderScreen(<ResetPasswordScreen />, { path, guard: null });

function type(typed: string, again = typed) {
  fireEvent.change(password(), { target: { value: typed } });
  fireEvent.change(confirmation(), { target: { value: again } });
}
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** With fake timers: fills the form, sends it, and waits for the reply. */
async function reset(typed = GOOD, again = typed) {
  jest.useFakeTimers();
  const opened = open();
  type(typed, again);
  fireEvent.click(submit());
  await pass(1);
  return opened;
}

afterEach(() => jest.useRealTimers());

it('[RESET-01, RESET-02] has fields for a new password and its repetition, each of which can be shown', async () => {
  const { user } = open();
  for (const field of [password(), confirmation()]) {
    expect(field).toHaveAttribute('autocomplete', 'new-password');
    expect(field).toHaveAttribute('type', 'password');
  }
  for (const toggle of screen.getAllByRole('button', { name: 'Show password' })) await user.click(toggle);
  for (const field of [password(), confirmation()]) expect(field).toHaveAttribute('type', 'text');
});

it('[RESET-03] ticks off the rules while the guard types the password', () => {
  open();
  const list = within(screen.getByRole('list', { name: 'Your password needs' }));
  const items = () => list.getAllByRole('listitem').map((item) => item.textContent);
  const rules = [
    'At least 8 characters (8-20 is enough)',
    'A lowercase letter (a-z)',
    'An uppercase letter (A-Z)',
    'A number (0-9)',
    'A special character, such as $ @ ! % * ? &',
  ];
  const ticked = (...done: number[]) => rules.map((rule, at) => `${rule} (${done.includes(at) ? 'done' : 'missing'})`);
  expect(items()).toEqual(ticked());
  for (const [place, typed] of ['        ', 'a', 'A', '1', '-'].entries()) {
    type(typed);
    expect(items()).toEqual(ticked(place));
  }
  type('Abcdefg1!');
  expect(items()).toEqual(ticked(0, 1, 2, 3, 4));
});

it('[RESET-06, SHARED-02] the hint names 8-20 characters; the rule is 8', () => {
  open();
  expect(password()).toHaveAccessibleDescription('8-20 characters');
  expect(limits.password.min).toBe(8);
});

it.each([
  ['[RESET-05, RESET-12, RESET-18/1, SHARED-02] 7 characters', 'Abcde1!'],
  ['[RESET-07, RESET-12, SIGNUP-39/2] no uppercase letter', 'brand-new-1'],
  ['[RESET-08, RESET-12, SIGNUP-39/2] no digit', 'Brand-new-x'],
  ['[RESET-09, RESET-12, SIGNUP-39/2] no special character', 'BrandNew11'],
  ['[RESET-09, SIGNUP-40/1] a letter of another alphabet for a special character', 'BrandNew1é'],
  ['[RESET-09, SIGNUP-40/1] a blank for a special character', 'Brand New1'],
  ['[RESET-12, SIGNUP-39/2] no lowercase letter', 'BRAND-NEW-1'],
  ['[RESET-12] nothing', ''],
])("%s is refused with 'Please enter password' before any call", async (_what, typed) => {
  const mocked = mockEndpoint(resetPassword, null);
  await reset(typed);
  expect(screen.getByText('Please enter password')).toBeVisible();
  expect(password()).toHaveFocus();
  expect(mocked.calls).toEqual([]);
});

it.each<[string, string]>([
  ['[RESET-05, SHARED-02] 8 characters', 'Abcdef1!'],
  ['[RESET-18/2] 21 characters, one more than the hint', `${GOOD}${'x'.repeat(9)}`],
  ['[RESET-18/2] 100 characters', `${GOOD}${'x'.repeat(88)}`],
  ...[...'_€~".#'].map((special): [string, string] => [`[SIGNUP-40/1] the printable special character ${special}`, `Brandnew1${special}`]),
])('%s is accepted', async (_what, typed) => {
  const mocked = mockEndpoint(resetPassword, null);
  await reset(typed);
  expect(mocked.calls).toEqual([{ token: 'a-token', password: typed }]);
});

it('[RESET-10] refuses a different confirmation until it matches', async () => {
  const mocked = mockEndpoint(resetPassword, null);
  await reset(GOOD, 'Brand-new-2');
  expect(screen.getByText('Confirm Password not match with new password')).toBeVisible();
  expect(confirmation()).toHaveFocus();
  expect(mocked.calls).toEqual([]);
  fireEvent.change(confirmation(), { target: { value: GOOD } });
  await pass(1);
  expect(screen.queryByText(resetMessages.mismatch)).toBeNull();
});

it('[RESET-11] shows when the confirmation equals the new password, but not for two empty fields', () => {
  open();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  type(GOOD, 'Brand');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  type(GOOD);
  expect(screen.getByRole('status')).toHaveTextContent('Password confirmation successful');
  type(`${GOOD}x`, GOOD);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

it('[RESET-04, RESET-13] sends POST /guard/auth/reset-password with the token of the address in its query', async () => {
  const mocked = mockEndpoint(resetPassword, null);
  await reset();
  expect(resetPassword).toMatchObject({ method: 'POST', path: '/guard/auth/reset-password', query: ['token'] });
  expect(mocked.calls).toEqual([{ token: 'a-token', password: GOOD }]);
});

it('[RESET-14] shows a message and returns to login after 2 seconds', async () => {
  mockEndpoint(resetPassword, null);
  const { portal } = await reset();
  expect(portal.toasts).toEqual([{ kind: 'success', text: resetMessages.done }]);
  await pass(1990);
  expect(portal.navigations).toEqual([]);
  await pass(20);
  expect(portal.navigations).toEqual([expect.objectContaining({ to: '/guard/login' })]);
});

it.each([
  ...[400, 403, 404, 409, 429].map(
    (code) =>
      [`[RESET-15, RESET-19/2] the server message of code ${code}`, { code, message: `No, ${code}.` }, `No, ${code}.`, 5000] as const,
  ),
  ['[RESET-16, RESET-19/1, SESSION-10/1] the message of code 401', { code: 401, message: 'Used long ago.' }, 'Used long ago.', 2000],
  ...[500, 502, 503].map(
    (code) =>
      [
        `[RESET-17, RESET-19/2] the userMessage of the HTTP error ${code}`,
        { code, message: 'E', userMessage: `Sorry (${code}).` },
        `Sorry (${code}).`,
        5000,
      ] as const,
  ),
] as const)('%s appears in a red alert for its time, and the input stays', async (_what, failure, shown, ms) => {
  mockEndpoint(resetPassword, fails(failure));
  const { portal } = await reset();
  expect(screen.getByRole('alert')).toHaveTextContent(shown);
  expect(screen.getByRole('alert')).toHaveClass('error');
  expect(password()).toHaveValue(GOOD);
  await pass(ms - 100);
  expect(screen.getByRole('alert')).toBeVisible();
  await pass(200);
  expect(screen.queryByRole('alert')).toBeNull();
  expect([portal.navigations, portal.toasts]).toEqual([[], []]);
});

it('explains that a link without a token is incomplete, and where to get a new one', () => {
  open('/guard/reset-password');
  expect(screen.getByRole('alert')).toHaveTextContent(resetMessages.linkMissing);
  expect(screen.queryByLabelText('New password')).toBeNull();
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/guard/forgot-password');
  expect(screen.getByRole('link', { name: 'Back To Login' })).toHaveAttribute('href', '/guard/login');
});
