import type { Guard } from '@portal/contracts/_kernel/guard';
import { socialLogin, startSocialLogin } from '@portal/contracts/auth/auth.endpoints';
import { nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import type { Provider } from '@portal/mf-kit/provider';
import { guard, guardAt } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { connect, signIn, unavailableIdentity } from './identityProviders';
import { testSession } from './session.fixture';
import { createSessionStore } from './sessionStore';

interface Asked {
  providerId: string;
}

/** A fake firebase with its dialog, and the guard's actions in it. */
const mockDialog = { asked: [] as Asked[], options: null as unknown, signedOut: 0, fails: null as unknown, email: null as string | null };

const mockPush = { token: 'web' };
jest.mock('./push', () => ({ deviceToken: async () => mockPush.token }));
jest.mock('firebase/app', () => ({ initializeApp: (options: unknown) => ({ options }) }));
jest.mock('firebase/auth', () => {
  class MockProvider {
    constructor(readonly providerId: string) {}
    addScope = () => this;
    setCustomParameters = () => this;
  }
  const user = (providerId: string) => ({
    uid: 'firebase-uid',
    email: mockDialog.email,
    providerData: [{ providerId, uid: `${providerId}-uid` }],
    getIdToken: async () => 'signed-by-the-provider',
  });
  return {
    GoogleAuthProvider: class extends MockProvider {
      constructor() {
        super('google.com');
      }
    },
    FacebookAuthProvider: class extends MockProvider {
      constructor() {
        super('facebook.com');
      }
    },
    inMemoryPersistence: 'in memory',
    browserPopupRedirectResolver: 'popup',
    initializeAuth: (app: { options: unknown }, deps: object) => {
      mockDialog.options = { ...deps, app: app.options };
      return mockDialog;
    },
    signInWithPopup: async (_page: unknown, by: Asked) => {
      mockDialog.asked.push(by);
      if (mockDialog.fails) throw mockDialog.fails;
      return { user: user(by.providerId) };
    },
    signOut: async () => {
      mockDialog.signedOut++;
    },
  };
});

const options = { apiKey: 'key', authDomain: 'guards.example.com', projectId: 'guards', appId: 'app', messagingSenderId: '1' };
const config = { ...options, vapidKey: 'vapid', providers: ['google' as const, 'facebook' as const] };
const reply = (of: Guard = guard()) => ({ guard: of, tokens: { refresh: { token: 'abc' } } });

function open() {
  const moves: string[] = [];
  const session = testSession({ redirect: (to) => moves.push(to), toast: (_kind, text) => moves.push(text) });
  return { session, moves, press: (provider: Provider) => signIn(provider, config, session) };
}

beforeEach(() => {
  Object.assign(mockDialog, { asked: [], options: null, signedOut: 0, fails: null, email: 'ada.marsh@example.com' });
  mockEndpoint(startSocialLogin, null);
});
afterEach(() => createSessionStore().clear());

it.each([
  ['CODE-13, CODE-14, LOGIN-16', 'facebook', 1],
  ['CODE-13, CODE-15, LOGIN-17', 'google', 2],
] as const)(
  '[%s, API-AUTH-05] signs in with %s from the web and then calls POST /guard/auth/social-login with socialType %i',
  async (_id, provider, socialType) => {
    const mocked = mockEndpoint(socialLogin, () => {
      expect(mockDialog.asked).toHaveLength(1);
      return reply();
    });
    expect(await open().press(provider)).toEqual({ kind: 'signed-in' });
    expect(mockDialog.asked).toMatchObject([{ providerId: `${provider}.com` }]);
    expect(socialLogin).toMatchObject({ method: 'POST', path: '/guard/auth/social-login' });
    expect(mocked.calls).toEqual([
      {
        email: 'ada.marsh@example.com',
        socialId: `${provider}.com-uid`,
        socialType,
        idToken: 'signed-by-the-provider',
        deviceToken: 'web',
        deviceId: 'web',
        deviceType: 3,
      },
    ]);
  },
);

it('[API-AUTH-04] sends an empty e-mail for a Facebook account that has none', async () => {
  mockDialog.email = null;
  const mocked = mockEndpoint(socialLogin, reply());
  expect(await open().press('facebook')).toEqual({ kind: 'signed-in' });
  expect(mocked.calls).toMatchObject([{ email: '' }]);
});

it('starts a challenge of this browser before it sends the identity, and sends none when the challenge is refused', async () => {
  const started = mockEndpoint(startSocialLogin, null);
  mockEndpoint(socialLogin, () => {
    expect(started.calls).toEqual([{}]);
    return reply();
  });
  expect(await open().press('google')).toEqual({ kind: 'signed-in' });
  mockEndpoint(startSocialLogin, fails({ code: 503, message: 'E_AWAY', userMessage: 'Please try again later.' }));
  const sent = mockEndpoint(socialLogin, reply());
  expect(await open().press('google')).toEqual({ kind: 'refused', message: 'Please try again later.' });
  expect(sent.calls).toEqual([]);
});

it('keeps the identity token in no storage and no cookie of the browser', async () => {
  const mocked = mockEndpoint(socialLogin, reply());
  expect(await open().press('google')).toEqual({ kind: 'signed-in' });
  expect(mocked.calls).toMatchObject([{ idToken: 'signed-by-the-provider' }]);
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])).not.toContain('signed-by-the-provider');
  expect(localStorage.getItem('token')).toBe('abc');
});

it("begins no session when a guard logged in while the provider's window was open", async () => {
  const { session, press } = open();
  mockEndpoint(socialLogin, () => {
    session.begin({ guard: guard({ firstName: 'Noor' }), tokens: { refresh: { token: 'theirs' } } });
    return reply();
  });
  expect(await press('google')).toEqual({ kind: 'dismissed' });
  expect([session.token(), session.current()?.guard.firstName]).toEqual(['theirs', 'Noor']);
});

it('[SHELL-33, LOGIN-24/1] social login sends the device token of the push service', async () => {
  mockPush.token = 'push-token';
  const mocked = mockEndpoint(socialLogin, reply());
  await open().press('google');
  mockPush.token = 'web';
  expect(mocked.calls).toMatchObject([{ deviceToken: 'push-token' }]);
});

it.each(['google', 'facebook'] as const)(
  '[LOGIN-24/2] the sign-in with %s requests no permission that the guard has not decided on',
  async (provider) => {
    const requestPermission = jest.fn();
    Object.defineProperty(window, 'Notification', { configurable: true, value: { permission: 'default', requestPermission } });
    mockEndpoint(socialLogin, reply());
    expect(await open().press(provider)).toEqual({ kind: 'signed-in' });
    Reflect.deleteProperty(window, 'Notification');
    expect(requestPermission).not.toHaveBeenCalled();
  },
);

it("stores nothing of the provider's session in the browser", async () => {
  mockEndpoint(socialLogin, reply());
  await open().press('google');
  expect(mockDialog.options).toEqual({ app: options, persistence: 'in memory', popupRedirectResolver: 'popup' });
  expect(mockDialog.signedOut).toBe(1);
});

it('[LOGIN-18] stores token, session, guardId and guardInfo', async () => {
  mockEndpoint(socialLogin, reply());
  const { session, press } = open();
  await press('google');
  const stored = (name: string) => window.localStorage.getItem(name);
  expect(stored('token')).toBe('abc');
  expect(JSON.parse(stored('session') ?? '')).toEqual({ token: 'abc', guardId: mockId(1) });
  expect(stored('guardId')).toBe(mockId(1));
  expect(JSON.parse(stored('guardInfo') ?? '')).toEqual(guard());
  expect(session.current()?.guardId).toBe(mockId(1));
});

it.each(Object.entries(guardAt))('[LOGIN-19, LOGIN-23] opens the same page as a login by password for a guard at %s', async (_step, at) => {
  mockEndpoint(socialLogin, reply(at()));
  const [social, password] = [open(), open()];
  await social.press('facebook');
  password.session.begin(reply(at()));
  expect(social.moves).toEqual(password.moves);
  expect(social.moves).toEqual([nextStep(at()).to]);
});

const asked = (['google', 'facebook'] as const).flatMap((provider) => [
  ...[400, 403, 404, 409, 429].map((code) => ['[LOGIN-20] with the server message', provider, code, `No, ${code}.`] as const),
  ...[500, 502, 503].map((code) => ['[LOGIN-21] with the userMessage', provider, code, `Sorry, ${code}.`] as const),
]);

it.each(asked)('returns a refusal %s: %s, code %i', async (_what, provider, code, words) => {
  mockEndpoint(socialLogin, fails({ code, ...(code < 500 ? { message: words } : { message: 'E_INTERNAL', userMessage: words }) }));
  const { session, moves, press } = open();
  expect(await press(provider)).toEqual({ kind: 'refused', message: words });
  expect([session.token(), moves]).toEqual([null, []]);
});

it.each([
  ['[SESSION-10/1] with the message of a 401, which the caller shows', { code: 401, message: 'Not verified.' }, 'Not verified.'],
] as const)('returns a refusal %s', async (_what, failure, message) => {
  mockEndpoint(socialLogin, fails(failure));
  const { session, moves, press } = open();
  expect(await press('google')).toEqual({ kind: 'refused', message });
  expect([session.token(), moves, socialLogin.showsOwn401]).toEqual([null, [], true]);
});

it.each(['auth/popup-closed-by-user', 'auth/network-request-failed', 'auth/account-exists-with-different-credential'])(
  '[LOGIN-22] shows no message and sends no call when the dialog fails with %s',
  async (code) => {
    const mocked = mockEndpoint(socialLogin, reply());
    mockDialog.fails = Object.assign(new Error(code), { code });
    expect(await open().press('google')).toEqual({ kind: 'dismissed' });
    expect(mocked.calls).toEqual([]);
  },
);

it('shows a message when the browser blocked the dialog', async () => {
  mockDialog.fails = Object.assign(new Error('blocked'), { code: 'auth/popup-blocked' });
  expect(await open().press('google')).toMatchObject({ kind: 'refused', message: expect.stringContaining('blocked') });
});

it('names the provider that is not configured', () => {
  expect(unavailableIdentity('facebook')).toEqual({ kind: 'unavailable', message: 'Sign-in with Facebook is not available here.' });
});

describe('connecting from Settings', () => {
  const connectGoogle = () => connect('google', 'Own-password-1!', { config, update: open().session.update });

  it.each([
    ['facebook', 1],
    ['google', 2],
  ] as const)(
    '[SETTING-17, SETTING-20/1, API-AUTH-05] %s: the social-login call with the token of the session, which stays as it is',
    async (provider, socialType) => {
      const linked = guard({ socialGmailId: 'google.com-uid' });
      const mocked = mockEndpoint(socialLogin, reply(linked), 'Google is connected.');
      const { session, moves } = open();
      session.begin({ guard: guard(), tokens: { refresh: { token: 'mine' } } });
      const before = [...moves];
      expect(await connect(provider, 'Own-password-1!', { config, update: session.update })).toEqual({
        kind: 'connected',
        message: 'Google is connected.',
      });
      expect(socialLogin).toMatchObject({ method: 'POST', path: '/guard/auth/social-login', carriesToken: true });
      const from = { deviceId: 'web', deviceType: 3 };
      expect(mocked.calls).toMatchObject([
        { ...from, socialType, socialId: `${provider}.com-uid`, idToken: 'signed-by-the-provider', password: 'Own-password-1!' },
      ]);
      expect([session.token(), session.current()?.guard, moves]).toEqual(['mine', linked, before]);
    },
  );

  it.each([
    ['the server message', { code: 409, message: 'Of another guard.' }, 'Of another guard.'],
    ['the userMessage of an HTTP error', { code: 500, message: 'E_INTERNAL', userMessage: 'Sorry.' }, 'Sorry.'],
  ])('[SETTING-18] gives Settings %s', async (_what, failure, message) => {
    mockEndpoint(socialLogin, fails(failure));
    expect(await connectGoogle()).toEqual({ kind: 'refused', message });
  });

  it('returns a refused password as such', async () => {
    mockEndpoint(socialLogin, fails({ code: 400, message: 'Bad', errors: { password: 'This is not it.' } }));
    expect(await connectGoogle()).toEqual({ kind: 'password', message: 'This is not it.' });
  });

  it('shows no message when the guard closed the dialog', async () => {
    mockDialog.fails = Object.assign(new Error('closed'), { code: 'auth/popup-closed-by-user' });
    expect(await connectGoogle()).toEqual({ kind: 'dismissed' });
  });
});
