import { login } from '@portal/contracts/auth/auth.endpoints';
import type { SignInOutcome } from '@portal/mf-kit/provider';
import { guard } from '@portal/testing/guard';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { LoginScreen } from './LoginScreen';

const reply = { guard: guard(), tokens: { refresh: { token: 'a-token' } } };
const email = () => screen.getByLabelText('Email');
const password = () => screen.getByLabelText('Password');
const submit = () => screen.getByRole('button', { name: 'Log in' });
const open = (session = {}) => renderScreen(<LoginScreen />, { path: '/guard/login', guard: null, portal: { session } });

async function logIn(user: UserEvent) {
  await user.type(email(), 'ada@example.com');
  await user.type(password(), 'Secret-1');
  await user.click(submit());
}

afterEach(() => jest.useRealTimers());

it('[LOGIN-01, LOGIN-02] has fields for email and password', () => {
  open();
  expect(email()).toHaveAttribute('autocomplete', 'username');
  expect(password()).toHaveAttribute('autocomplete', 'current-password');
  expect([email(), password()].map((one) => one.getAttribute('type'))).toEqual(['email', 'password']);
});

it('[LOGIN-03] shows and hides the password', async () => {
  const { user } = open();
  const toggle = screen.getByRole('button', { name: 'Show password' });
  expect(password()).toHaveAttribute('type', 'password');
  await user.click(toggle);
  expect(password()).toHaveAttribute('type', 'text');
  await user.click(toggle);
  expect(password()).toHaveAttribute('type', 'password');
});

it('[LOGIN-04, LOGIN-07] links to forgot password and to sign-up', () => {
  open();
  expect(screen.getByRole('link', { name: /forgot/i })).toHaveAttribute('href', '/guard/forgot-password');
  expect(screen.getByRole('link', { name: 'Register as a Professional' })).toHaveAttribute('href', '/guard/signup');
});

it.each([
  ['[LOGIN-08] an empty email', '', 'Secret-1', 'Email is required'],
  ['[LOGIN-09] an email without a domain', 'ada@', 'Secret-1', 'Please enter valid email'],
  ['[LOGIN-09] an email without an @', 'ada.example.com', 'Secret-1', 'Please enter valid email'],
  ['[LOGIN-09] an email whose domain has no ending', 'ada@example', 'Secret-1', 'Please enter valid email'],
  ['[LOGIN-09] an email with a blank in it', 'ada marsh@example.com', 'Secret-1', 'Please enter valid email'],
  ['[LOGIN-10] an empty password', 'ada@example.com', '', 'Password is required'],
])('%s is refused only at its field, before any call', async (what, typedEmail, typedPassword, message) => {
  const { user } = open();
  if (typedEmail) await user.type(email(), typedEmail);
  if (typedPassword) await user.type(password(), typedPassword);
  await user.click(submit());
  expect(await screen.findByText(message)).toBeVisible();
  const [marked, other] = what.includes('password') ? [password(), email()] : [email(), password()];
  expect(marked).toHaveAccessibleDescription(message);
  expect(other).toBeValid();
});

it('marks both empty fields and focuses the first', async () => {
  const { user } = open();
  await user.click(submit());
  expect(await screen.findByText('Email is required')).toBeVisible();
  expect(screen.getByText('Password is required')).toBeVisible();
  expect(email()).toHaveFocus();
});

it('[API-AUTH-02, CODE-12, LOGIN-12] logs in with deviceId web and deviceType 3, and passes the reply to the session once', async () => {
  const mocked = mockEndpoint(login, reply);
  const { user, portal } = open();
  expect(portal.began).toEqual([]);
  await logIn(user);
  await waitFor(() => expect(mocked.calls).toMatchObject([{ deviceId: 'web', deviceType: 3 }]));
  await waitFor(() => expect(portal.began).toEqual([reply]));
  expect(`${login.method} ${login.path}`).toBe('POST /guard/auth/login');
});

it('[CODE-13, LOGIN-11, LOGIN-24/1, SHELL-33] sends the login call with the shell’s device token, and passes the reply to the session', async () => {
  const mocked = mockEndpoint(login, reply);
  const { user, portal } = open({ deviceToken: async () => 'push-token' });
  await logIn(user);
  await waitFor(() => expect(portal.began).toEqual([reply]));
  expect(login).toMatchObject({ method: 'POST', path: '/guard/auth/login' });
  expect(mocked.calls).toEqual([
    { email: 'ada@example.com', password: 'Secret-1', deviceToken: 'push-token', deviceId: 'web', deviceType: 3 },
  ]);
});

describe('when the guard was never asked for notifications', () => {
  const asked = jest.fn();
  beforeEach(() => {
    asked.mockClear();
    Object.defineProperty(window, 'Notification', { configurable: true, value: { permission: 'default', requestPermission: asked } });
  });
  afterEach(() => void Reflect.deleteProperty(window, 'Notification'));

  it('[LOGIN-24/2] neither the login nor a provider’s button asks for notifications', async () => {
    mockEndpoint(login, reply);
    const signInWith = async (): Promise<SignInOutcome> => ({ kind: 'signed-in' });
    const { user, portal } = open({ signInWith, canSignInWith: () => true });
    for (const name of ['Facebook', 'Google']) await user.click(screen.getByRole('button', { name: `Continue with ${name}` }));
    await logIn(user);
    await waitFor(() => expect(portal.began).toEqual([reply]));
    expect([asked.mock.calls, portal.questions]).toEqual([[], []]);
  });
});

it('cannot be sent twice, and shows a waiting text in flight', async () => {
  let answer: (value: typeof reply) => void = () => undefined;
  const mocked = mockEndpoint(login, () => new Promise<typeof reply>((resolve) => (answer = resolve)));
  const { user } = open();
  await logIn(user);
  const waiting = await screen.findByRole('button', { name: 'Please Wait...' });
  expect(waiting).toBeDisabled();
  await user.type(password(), '{Enter}');
  await act(async () => answer(reply));
  expect(mocked.calls).toHaveLength(1);
});

it.each([400, 401, 403, 404, 409, 429])(
  '[LOGIN-12, LOGIN-13, SESSION-10/1] shows the server message of code %i in a red alert, keeps the input and starts no session',
  async (code) => {
    mockEndpoint(login, fails({ code, message: 'Your account is suspended.' }));
    const { user, portal } = open();
    await logIn(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Your account is suspended.');
    expect(screen.getByRole('alert')).toHaveClass('error');
    expect(email()).toHaveValue('ada@example.com');
    expect(password()).toHaveValue('Secret-1');
    expect(portal.began).toEqual([]);
  },
);

it.each([
  ...[500, 502, 503].map(
    (code) =>
      [
        `[LOGIN-14, LOGIN-15, SHARED-14, SHARED-15] the userMessage of the HTTP error ${code}`,
        { code, message: 'E_INTERNAL', userMessage: `Something broke (${code}), sorry.` },
        `Something broke (${code}), sorry.`,
      ] as const,
  ),
  ...[401, 403, 409].map(
    (code) =>
      [`[LOGIN-13, LOGIN-14, SHARED-14] the server message of code ${code}`, { code, message: `No, ${code}.` }, `No, ${code}.`] as const,
  ),
] as const)('shows %s in a red alert, which disappears after 5 seconds', async (_what, failure, shown) => {
  jest.useFakeTimers();
  mockEndpoint(login, fails(failure));
  open();
  fireEvent.change(email(), { target: { value: 'ada@example.com' } });
  fireEvent.change(password(), { target: { value: 'Secret-1' } });
  fireEvent.click(submit());
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(screen.getByRole('alert')).toHaveTextContent(shown);
  expect(screen.getByRole('alert')).toHaveClass('error');
  await act(() => jest.advanceTimersByTimeAsync(4900));
  expect(screen.getByRole('alert')).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(200));
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each([
  ['Facebook', 'facebook', '[LOGIN-05]'],
  ['Google', 'google', '[LOGIN-06]'],
])("%s has a button that starts the shell's sign-in with %s %s", async (name, provider) => {
  const asked: string[] = [];
  const signInWith = async (wanted: string): Promise<SignInOutcome> => {
    asked.push(wanted);
    return { kind: 'signed-in' };
  };
  const { user } = open({ signInWith, canSignInWith: () => true });
  await user.click(screen.getByRole('button', { name: `Continue with ${name}` }));
  expect(asked).toEqual([provider]);
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each([
  ['[LOGIN-20, SHELL-46/1] the server message of another code', 'Google', 'Your account is suspended.'],
  ['[LOGIN-20, SHELL-46/1] the server message of another code', 'Facebook', 'Your account is closed.'],
  ['[SESSION-10/1] the words of a 401', 'Google', 'Google could not be verified.'],
  ['[LOGIN-21] the userMessage of an HTTP error', 'Google', 'Sorry, once more.'],
  ['[LOGIN-21] the userMessage of an HTTP error', 'Facebook', 'Sorry, try later.'],
])('shows %s at %s, as received from the shell, in a red alert for 5 seconds', async (_what, name, message) => {
  jest.useFakeTimers();
  const { portal } = open({ canSignInWith: () => true, signInWith: async () => ({ kind: 'refused', message }) });
  fireEvent.click(screen.getByRole('button', { name: `Continue with ${name}` }));
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(screen.getByRole('alert')).toHaveTextContent(message);
  expect(screen.getByRole('alert')).toHaveClass('error');
  expect([portal.toasts, portal.navigations]).toEqual([[], []]);
  await act(() => jest.advanceTimersByTimeAsync(4900));
  expect(screen.getByRole('alert')).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(200));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('opens the dialog of a provider only when its button is pressed', async () => {
  const signInWith = jest.fn(async (): Promise<SignInOutcome> => ({ kind: 'dismissed' }));
  const { user, portal } = open({ canSignInWith: () => true, signInWith });
  await user.type(email(), 'ada@example.com');
  expect([signInWith.mock.calls, portal.began]).toEqual([[], []]);
  await user.click(screen.getByRole('button', { name: 'Continue with Google' }));
  expect(signInWith.mock.calls).toEqual([['google']]);
});

it.each(['Facebook', 'Google'])('[LOGIN-22] shows nothing new when the dialog of %s fails or is closed', async (name) => {
  let close: (outcome: SignInOutcome) => void = () => undefined;
  const signInWith = () => new Promise<SignInOutcome>((resolve) => (close = resolve));
  const { user, portal, container } = open({ canSignInWith: () => true, signInWith });
  const before = container.innerHTML;
  await user.click(screen.getByRole('button', { name: `Continue with ${name}` }));
  expect(container.innerHTML).not.toBe(before);
  await act(async () => close({ kind: 'dismissed' }));
  expect(container.innerHTML).toBe(before);
  expect([portal.toasts, portal.announced, portal.questions, portal.navigations, portal.began]).toEqual([[], [], [], [], []]);
});

it('shows on the button, and again when pressed, that a provider is not available here', async () => {
  const { user } = open({ signInWith: async () => ({ kind: 'unavailable', message: 'Sign-in with Google is not available here.' }) });
  await user.click(screen.getByRole('button', { name: /Continue with Google.*Not available here/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Sign-in with Google is not available here.');
});
