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

/** A server whose guard the shell's `connectWith` changes, as `outcome` says. */
function open(over: Partial<Guard> = {}, outcome: ConnectOutcome = { kind: 'connected', message: 'It is connected.' }) {
  let stored = guard(over);
  mockEndpoint(profile, () => ({ guard: stored }));
  const asked: [Provider, string][] = [];
  const shown = renderScreen(<SettingsScreen />, {
    path: '/setting',
    portal: {
      session: {
        canSignInWith: () => true,
        connectWith: async (provider, password) => {
          asked.push([provider, password]);
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

/** Presses Connect and answers the question for the password. */
async function connectTo(name: string, user: ReturnType<typeof open>['user']) {
  await user.click(await part().findByRole('button', { name: `Connect ${name}` }));
  await user.type(screen.getByLabelText('Your password'), 'Own-password-1!');
  await user.click(screen.getByRole('button', { name: `Go on to ${name}` }));
}

afterEach(() => jest.useRealTimers());

it.each([
  ['SETTING-01', 'Facebook', 'facebook'],
  ['SETTING-02', 'Google', 'google'],
])('[%s] has a connect %s action', async (_id, name, provider) => {
  const { user, asked } = open();
  await connectTo(name, user);
  expect(asked).toEqual([[provider, 'Own-password-1!']]);
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
    fireEvent.change(screen.getByLabelText('Your password'), { target: { value: 'Own-password-1!' } });
    fireEvent.click(screen.getByRole('button', { name: `Go on to ${name}` }));
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(part().getByRole('alert')).toHaveTextContent(message);
    await act(() => jest.advanceTimersByTimeAsync(4900));
    expect(part().getByRole('alert')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(200));
    expect(part().queryByRole('alert')).toBeNull();
  },
);

it('says nothing when the dialog was closed', async () => {
  const { user, portal } = open({}, { kind: 'dismissed' });
  await connectTo('Facebook', user);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Go on to Facebook' })).toBeEnabled());
  expect(screen.getByLabelText('Your password')).toHaveValue('Own-password-1!');
  expect([portal.toasts, screen.queryByRole('alert')]).toEqual([[], null]);
});

it('asks for the password before anything, and marks it when it was not the right one', async () => {
  const { user, asked } = open({}, { kind: 'password', message: 'This is not your password. Nothing was changed.' });
  await user.click(await part().findByRole('button', { name: 'Connect Google' }));
  await user.click(screen.getByRole('button', { name: 'Go on to Google' }));
  expect(screen.getByLabelText('Your password')).toHaveAccessibleDescription(expect.stringContaining('Password is required'));
  expect(asked).toEqual([]);
  await user.type(screen.getByLabelText('Your password'), 'wrong');
  await user.click(screen.getByRole('button', { name: 'Go on to Google' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Your password')).toHaveAccessibleDescription(expect.stringContaining('This is not your password.')),
  );
  expect(screen.getByRole('dialog', { name: 'Connect Google' })).toBeVisible();
});

it('says on the row, and again when pressed, that a provider is not available here', async () => {
  mockEndpoint(profile, { guard: guard() });
  const { user } = renderScreen(<SettingsScreen />, { path: '/setting' });
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

it('says in the server’s words why the only way in stays', async () => {
  const { user } = open({ socialGmailId: 'person' });
  mockEndpoint(disconnectSocial, fails({ code: 409, message: 'You have no password yet.' }));
  await user.click(await part().findByRole('button', { name: 'Disconnect Google' }));
  expect(await part().findByRole('alert')).toHaveTextContent('You have no password yet.');
  expect((await rowOf('Google')).getByText('Connected')).toBeVisible();
});
