import type { Guard } from '@portal/contracts/_kernel/guard';
import { disconnectSocial } from '@portal/contracts/auth/auth.connections';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import type { ConnectOutcome, Provider } from '@portal/mf-kit/provider';
import { guard } from '@portal/testing/guard';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { mockSettings } from '@portal/testing/settings';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { SettingsScreen } from '../SettingsScreen';

const providers = [
  ['facebook', 'Facebook', 'socialFacebookId'],
  ['google', 'Google', 'socialGmailId'],
] as const;

beforeEach(mockSettings);

/** A server whose guard changes when the shell's `connectWith` resolves with `outcome`. */
function open(over: Partial<Guard> = {}, outcome: ConnectOutcome = { kind: 'connected', message: 'It is connected.' }) {
  let stored = guard(over);
  mockEndpoint(profile, () => ({ guard: stored }));
  const asked: Provider[] = [];
  const shown = renderScreen(<SettingsScreen />, {
    path: '/setting#connected',
    portal: {
      session: {
        canSignInWith: () => true,
        connectWith: async (provider) => {
          asked.push(provider);
          if (outcome.kind === 'connected') {
            stored = { ...stored, [provider === 'google' ? 'socialGmailId' : 'socialFacebookId']: 'person' };
            shown.portal.changed('guards');
          }
          return outcome;
        },
      },
    },
  });
  return {
    ...shown,
    asked,
    drop: () => {
      stored = { ...stored, socialGmailId: null, socialFacebookId: null };
    },
  };
}
const part = () => within(screen.getByRole('region', { name: 'Connected accounts' }));
const rowOf = async (name: string) =>
  within((await part().findByRole('heading', { name: new RegExp(`^${name}`) })).closest('li') as HTMLElement);

/** Presses Connect; the test portal confirms every question. */
const connectTo = async (name: string, user: ReturnType<typeof open>['user']) =>
  user.click(await part().findByRole('button', { name: `Connect ${name}` }));

afterEach(() => jest.useRealTimers());

it.each([
  ['SETTING-01', 'Facebook', 'facebook'],
  ['SETTING-02', 'Google', 'google'],
])('[%s] has a connect %s action', async (_id, name, provider) => {
  const { user, asked, portal } = open();
  await connectTo(name, user);
  expect(portal.questions[0]?.title).toBe(`Connect ${name}?`);
  await waitFor(() => expect(asked).toEqual([provider]));
});

it.each([
  ['SETTING-03', 'Facebook', { socialFacebookId: 'person' }, 'Google'],
  ['SETTING-04', 'Google', { socialGmailId: 'person' }, 'Facebook'],
])("[%s, SETTING-05] shows 'Connected' for %s when its id is among the guard's", async (_id, name, over, other) => {
  open({ socialFacebookId: null, socialGmailId: null, ...over });
  expect((await rowOf(name)).getByText('Connected')).toBeVisible();
  expect((await rowOf(name)).queryByRole('button', { name: `Connect ${name}` })).toBeNull();
  expect((await rowOf(other)).queryByText('Connected')).toBeNull();
});

it.each(providers)('[SETTING-20/3] after connecting %s the screen stays on Settings and shows Connected', async (_provider, name) => {
  const { user, portal } = open();
  await connectTo(name, user);
  expect(await (await rowOf(name)).findByText('Connected')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(window.location.pathname).toBe('/setting');
  expect([portal.navigations, portal.began]).toEqual([[], []]);
  expect(portal.toasts).toEqual([{ kind: 'success', text: 'It is connected.' }]);
});

it.each([
  ['the server message', 'Google', 'This Google account is connected to another guard account.'],
  ['the userMessage of the error response', 'Facebook', 'Something broke, sorry.'],
])(
  '[SETTING-18, SETTING-19, SHELL-46/1] a connect failure shows %s of %s, and is cleared after 5 seconds',
  async (_what, name, message) => {
    jest.useFakeTimers();
    open({}, { kind: 'refused', message });
    await act(() => jest.advanceTimersByTimeAsync(10));
    fireEvent.click(part().getByRole('button', { name: `Connect ${name}` }));
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(part().getByRole('alert')).toHaveTextContent(message);
    await act(() => jest.advanceTimersByTimeAsync(4900));
    expect(part().getByRole('alert')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(200));
    expect(part().queryByRole('alert')).toBeNull();
  },
);

it('shows nothing when the window of the provider was closed', async () => {
  const { user, portal, asked } = open({}, { kind: 'dismissed' });
  await connectTo('Facebook', user);
  await waitFor(() => expect(asked).toEqual(['facebook']));
  expect(await part().findByRole('button', { name: 'Connect Facebook' })).toBeEnabled();
  expect([portal.toasts, screen.queryByRole('alert')]).toEqual([[], null]);
});

it('shows on the row, and again when pressed, that a provider is not available here', async () => {
  mockEndpoint(profile, { guard: guard() });
  const { user } = renderScreen(<SettingsScreen />, { path: '/setting#connected' });
  expect(await (await rowOf('Facebook')).findByText('Not available here')).toBeVisible();
  await user.click(part().getByRole('button', { name: 'Connect Facebook' }));
  expect(await part().findByRole('alert')).toHaveTextContent('Sign-in with Facebook is not available here.');
});

it('disconnects after a question', async () => {
  const { user, portal, drop } = open({ socialGmailId: 'person' });
  const dropped = mockEndpoint(
    disconnectSocial,
    () => {
      drop();
      return null;
    },
    'Google is disconnected.',
  );
  await user.click(await part().findByRole('button', { name: 'Disconnect Google' }));
  expect(portal.questions[0]?.title).toBe('Disconnect Google?');
  expect(await part().findByRole('button', { name: 'Connect Google' })).toBeVisible();
  expect(dropped.calls).toEqual([{ socialType: 2 }]);
  expect(portal.toasts).toEqual([{ kind: 'success', text: 'Google is disconnected.' }]);
});

it('shows the server’s reason why the only sign-in method cannot be removed', async () => {
  const { user } = open({ socialGmailId: 'person' });
  mockEndpoint(disconnectSocial, fails({ code: 409, message: 'You have no password yet.' }));
  await user.click(await part().findByRole('button', { name: 'Disconnect Google' }));
  expect(await part().findByRole('alert')).toHaveTextContent('You have no password yet.');
  expect((await rowOf('Google')).getByText('Connected')).toBeVisible();
});
