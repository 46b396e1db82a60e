import type { Guard } from '@portal/contracts/_kernel/guard';
import { logout, socialLogin, startSocialLogin } from '@portal/contracts/auth/auth.endpoints';
import { declaredRegistry } from '@portal/testing/declaredRegistry';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createChromeContext } from '../chrome/chromeContext.fixture';
import { Sidebar } from '../chrome/Menus';
import { Question } from '../notices/NoticesRegion';
import type { FirebaseConfig } from '../platform/pageData';
import { createRegistry } from '../registry/moduleRegistry';
import { createSessionStore } from '../session/sessionStore';
import { firebase, openPortal } from './portal.fixture';

/** A fake firebase, which records the provider of each dialog. */
const mockDialog: { asked: string[] } = { asked: [] };
jest.mock('../session/push', () => ({ deviceToken: async ({ appId }: FirebaseConfig) => `push token of ${appId}` }));
jest.mock('firebase/app', () => ({ initializeApp: () => ({}) }));
jest.mock('firebase/auth', () => {
  const providerOf = (providerId: string) =>
    class {
      providerId = providerId;
      addScope = () => this;
      setCustomParameters = () => this;
    };
  return {
    GoogleAuthProvider: providerOf('google.com'),
    FacebookAuthProvider: providerOf('facebook.com'),
    initializeAuth: () => ({}),
    signInWithPopup: async (_page: unknown, { providerId }: { providerId: string }) => {
      mockDialog.asked.push(providerId);
      return { user: { uid: 'firebase', providerData: [{ providerId, uid: `${providerId}-uid` }], getIdToken: async () => 'signed' } };
    },
    signOut: async () => undefined,
  };
});

beforeEach(() => {
  mockDialog.asked = [];
});
afterEach(() => createSessionStore().clear());

it.each([
  ['that is set up', firebase, 'push token of app'],
  ['that is another one', { ...firebase, appId: 'next' }, 'push token of next'],
  ['that is not set up', null, 'web'],
])('[LOGIN-24/1, SHELL-33] the device token that login and sign-up send is of the push service %s', async (_what, configured, token) => {
  expect(await openPortal(guard(), configured).portal.session.deviceToken()).toBe(token);
});

it('[SHELL-20] Logout opens the confirmation first, and changes nothing when the guard cancels', async () => {
  const mocked = mockEndpoint(logout, null);
  const { portal, session, notices, moves } = openPortal(guard());
  const parts = { ...createChromeContext({ portal, registry: createRegistry(declaredRegistry(), {}) }), notices };
  render(
    <>
      <Sidebar parts={parts} />
      <Question parts={parts} />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  expect(await screen.findByRole('alertdialog', { name: 'Are you sure' })).toHaveAccessibleDescription('You want to logout?');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect([session.token(), mocked.calls, moves]).toEqual(['mine', [], []]);
});

it('a changed password opens the login page without another file of the portal, also when the server does not reply', async () => {
  mockEndpoint(logout, fails({ code: 0, message: 'No answer' }));
  const { portal, session, notices, moves } = openPortal(guard());
  const done = portal.session.logInAgain?.('Your password was changed.');
  // The session ends in the same task, because no file is loaded.
  expect(session.logoutDecision()).not.toBeNull();
  await done;
  expect(notices.toasts.get().map(({ text }) => text)).toEqual(['Your password was changed.']);
  expect([session.token(), moves]).toEqual([null, ['/guard/login']]);
});

describe('a provider that Settings connects', () => {
  beforeEach(() => void mockEndpoint(startSocialLogin, null));
  const linked: Guard = guard({ firstName: 'Linked', socialGmailId: 'google.com-uid', socialFacebookId: 'facebook.com-uid' });
  const reply = { guard: linked, tokens: { refresh: { token: 'another' } } };

  it.each([
    ['facebook', 1],
    ['google', 2],
  ] as const)(
    '[SETTING-17, SETTING-20/1, SETTING-20/3] %s: POST /guard/auth/social-login within the session, which stays; the data of the guard is invalidated',
    async (provider, socialType) => {
      const mocked = mockEndpoint(socialLogin, reply, 'It is connected.');
      const { portal, session, invalidated, moves } = openPortal(guard());
      const connected = await portal.session.connectWith?.(provider, 'Own-password-1!');
      expect(connected).toEqual({ kind: 'connected', message: 'It is connected.' });
      expect(socialLogin).toMatchObject({ method: 'POST', path: '/guard/auth/social-login', carriesToken: true });
      expect(mocked.calls).toMatchObject([{ socialType, socialId: `${provider}.com-uid`, idToken: 'signed', password: 'Own-password-1!' }]);
      expect(mockDialog.asked).toEqual([`${provider}.com`]);
      expect([session.token(), session.current()?.guardId, session.current()?.guard]).toEqual(['mine', mockId(1), linked]);
      expect([invalidated, moves]).toEqual([['guards'], []]);
    },
  );

  it.each([
    ['the server message', { code: 409, message: 'Of another guard.' }, { kind: 'refused', message: 'Of another guard.' }],
    ['the userMessage', { code: 500, message: 'E_INTERNAL', userMessage: 'Sorry.' }, { kind: 'refused', message: 'Sorry.' }],
    ['what is wrong with the password', { code: 400, message: 'Bad', errors: { password: 'No.' } }, { kind: 'password', message: 'No.' }],
  ])('[SETTING-18] gives %s to the screen when it fails, and invalidates nothing', async (_what, failure, outcome) => {
    mockEndpoint(socialLogin, fails(failure));
    const { portal, session, invalidated, moves } = openPortal(guard());
    expect(await portal.session.connectWith?.('google', 'Own-password-1!')).toEqual(outcome);
    expect([session.token(), session.current()?.guard, invalidated, moves]).toEqual(['mine', guard(), [], []]);
  });

  it.each([
    ['no provider is set up', null],
    ['only another one is set up', { ...firebase, providers: ['facebook'] } satisfies FirebaseConfig],
  ])('is unavailable without a dialog where %s', async (_what, configured) => {
    const { portal, invalidated } = openPortal(guard(), configured);
    expect(await portal.session.connectWith?.('google', 'Own-password-1!')).toEqual({
      kind: 'unavailable',
      message: 'Sign-in with Google is not available here.',
    });
    expect([mockDialog.asked, invalidated]).toEqual([[], []]);
  });
});
