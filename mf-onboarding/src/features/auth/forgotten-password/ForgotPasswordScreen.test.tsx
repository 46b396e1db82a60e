import { forgotPassword } from '@portal/contracts/auth/auth.endpoints';
import { resetMessages } from '@portal/contracts/auth/auth.reset';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, fireEvent, screen } from '@testing-library/react';
import { ForgotPasswordScreen } from './ForgotPasswordScreen';

const email = () => screen.getByLabelText('Email');
const submit = () => screen.getByRole('button', { name: 'Send me a link' });
const open = () => renderScreen(<ForgotPasswordScreen />, { path: '/guard/forgot-password', guard: null });

/** With fake timers: fills the form, sends it, and waits for the reply. */
async function ask(address = 'ada@example.com') {
  jest.useFakeTimers();
  const opened = open();
  fireEvent.change(email(), { target: { value: address } });
  fireEvent.click(submit());
  await act(() => jest.advanceTimersByTimeAsync(1));
  return opened;
}
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

afterEach(() => jest.useRealTimers());

it('[FORGOT-01, FORGOT-02] has only an email field, and links back to login', () => {
  open();
  expect(screen.getAllByRole('textbox')).toEqual([email()]);
  expect(document.querySelectorAll('input, select, textarea')).toHaveLength(1);
  expect(email()).toHaveAttribute('autocomplete', 'username');
  expect(screen.getByRole('link', { name: 'Back To Login' })).toHaveAttribute('href', '/guard/login');
});

it.each([
  ['[FORGOT-03] an empty email', '', 'Email is required'],
  ['[FORGOT-04] an email without a domain', 'ada@', 'Please enter valid email'],
  ['[FORGOT-04] an email without an @', 'ada.example.com', 'Please enter valid email'],
  ['[FORGOT-04] an email whose domain has no ending', 'ada@example', 'Please enter valid email'],
  ['[FORGOT-04] an email with a blank in it', 'ada marsh@example.com', 'Please enter valid email'],
  ['[FORGOT-05, SHARED-03] an email of 181 characters', `${'a'.repeat(169)}@example.com`, 'Please enter valid email'],
])('%s is refused before any call, and focused', async (_, typed, message) => {
  const { user } = open();
  if (typed) await user.click(email()).then(() => user.paste(typed));
  await user.click(submit());
  expect(await screen.findByText(message)).toBeVisible();
  expect(email()).toHaveFocus();
});

it('[FORGOT-05, FORGOT-06, SHARED-03] sends POST /guard/auth/forgot-password with an email of 180 characters', async () => {
  const mocked = mockEndpoint(forgotPassword, null);
  const longest = `${'a'.repeat(168)}@example.com`;
  expect(longest).toHaveLength(180);
  await ask(longest);
  expect(forgotPassword).toMatchObject({ method: 'POST', path: '/guard/auth/forgot-password' });
  expect(mocked.calls).toEqual([{ email: longest }]);
});

it('[FORGOT-07] explains the next step and returns to login after 1 second', async () => {
  const mocked = mockEndpoint(forgotPassword, null);
  const { portal } = await ask();
  expect(portal.toasts).toEqual([{ kind: 'success', text: resetMessages.asked }]);
  fireEvent.submit(email());
  await pass(990);
  expect(portal.navigations).toEqual([]);
  await pass(20);
  expect(portal.navigations).toEqual([expect.objectContaining({ to: '/guard/login' })]);
  expect(mocked.calls).toHaveLength(1);
});

it.each([
  ...[400, 404, 409, 429].map(
    (code) => [`[FORGOT-08] the server message of code ${code}`, { code, message: `No, ${code}.` }, `No, ${code}.`] as const,
  ),
  [
    '[FORGOT-08, SESSION-10/1] the server message of code 401',
    { code: 401, message: 'This e-mail is blocked.' },
    'This e-mail is blocked.',
  ],
  ...[500, 502, 503].map(
    (code) =>
      [
        `[FORGOT-09, SHELL-46/1] the userMessage of the HTTP error ${code}`,
        { code, message: 'E_INTERNAL', userMessage: `Sorry (${code}).` },
        `Sorry (${code}).`,
      ] as const,
  ),
] as const)('%s appears in a red alert for 5 seconds, and the input stays', async (_what, failure, shown) => {
  mockEndpoint(forgotPassword, fails(failure));
  const { portal } = await ask();
  expect(screen.getByRole('alert')).toHaveTextContent(shown);
  expect(screen.getByRole('alert')).toHaveClass('error');
  expect(email()).toHaveValue('ada@example.com');
  await pass(4900);
  expect(screen.getByRole('alert')).toBeVisible();
  await pass(200);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(portal.navigations).toEqual([]);
});
