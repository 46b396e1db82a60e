import { type DeviceSession, endOtherSessions, endSession, listSessions } from '@portal/contracts/auth/auth.sessions';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, waitFor, within } from '@testing-library/react';
import { SessionsPart } from './SessionsPart';

const sessionOf = (number: number, over: Partial<DeviceSession> = {}): DeviceSession => ({
  id: mockId(700 + number),
  device: 'Chrome on Android',
  network: '198.51.100.x',
  isSameNetwork: false,
  signedInAt: '2027-03-01T14:05:00.000Z',
  lastSeenAt: '2027-03-13T20:30:00.000Z',
  isThis: false,
  ...over,
});
const mine = sessionOf(0, { device: 'Firefox on Linux', network: '203.0.113.x', isSameNetwork: true, isThis: true });
const phone = sessionOf(1);
const old = sessionOf(2, { device: null, network: null });

/** Lists these sessions; a test may change `now` between two readings. */
function open(now: { sessions: DeviceSession[] }, over = {}) {
  mockEndpoint(listSessions, () => now.sessions);
  return renderScreen(<SessionsPart />, { path: '/setting', ...over });
}
const row = async (device: string) => {
  const item = (await screen.findByRole('heading', { name: new RegExp(device) })).closest('li');
  return within(item as HTMLElement);
};

it('shows for each device browser, network, sign-in and last activity; this device is marked and has no button', async () => {
  open({ sessions: [mine, phone] });
  const own = await row('Firefox on Linux');
  expect(own.getByText('This device')).toBeVisible();
  expect(own.getByText('Network 203.0.113.x (this network)')).toBeVisible();
  expect(own.queryByRole('button')).toBeNull();
  const other = await row('Chrome on Android');
  expect(other.queryByText('This device')).toBeNull();
  expect(other.getByText('Network 198.51.100.x')).toBeVisible();
  expect(other.getByText(/^Signed in/)).toHaveTextContent('Signed in Mon, Mar 1, 2027, 9:05 a.m.');
  expect(other.getByText(/^Last seen/)).toHaveTextContent('Last seen Sat, Mar 13, 2027, 3:30 p.m.');
});

it('shows which facts of an old session are unknown', async () => {
  open({ sessions: [mine, old] });
  expect((await row('Unknown device')).getByText('Network not known')).toBeVisible();
});

it('signs one device out and removes its row', async () => {
  const now = { sessions: [mine, phone, old] };
  const ended = mockEndpoint(endSession, () => {
    now.sessions = [mine, old];
    return null;
  });
  const { portal, user } = open(now);
  await user.click((await row('Chrome on Android')).getByRole('button', { name: /^Sign out Chrome on Android, last seen Sat/ }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: /Chrome on Android/ })).toBeNull());
  expect(ended.calls).toEqual([{ sessionId: phone.id }]);
  expect(portal.toasts).toEqual([{ kind: 'success', text: 'That device is signed out.' }]);
  expect(portal.questions).toEqual([]);
});

it('asks before it signs all others out, then shows that there are no others', async () => {
  const now = { sessions: [mine, phone, old] };
  const ended = mockEndpoint(endOtherSessions, () => {
    now.sessions = [mine];
    return { ended: 2 };
  });
  const { portal, user } = open(now);
  await user.click(await screen.findByRole('button', { name: 'Sign out all other devices' }));
  expect(await screen.findByText('You are not signed in on any other device.')).toBeVisible();
  expect(portal.questions).toMatchObject([{ title: 'Sign out all other devices?' }]);
  expect(ended.calls).toHaveLength(1);
  expect(portal.toasts).toEqual([{ kind: 'success', text: 'Every other device is signed out.' }]);
  expect(screen.queryByRole('button')).toBeNull();
});

it('signs no device out when the guard cancels', async () => {
  const ended = mockEndpoint(endOtherSessions, { ended: 2 });
  const { user } = open({ sessions: [mine, phone] }, { portal: { confirm: async () => false } });
  await user.click(await screen.findByRole('button', { name: 'Sign out all other devices' }));
  expect(ended.calls).toEqual([]);
  expect(await row('Chrome on Android')).toBeDefined();
});

it.each([
  [{ code: 404, message: 'x', userMessage: 'This device is no longer signed in.' }, 'This device is no longer signed in.'],
  [{ code: 500, message: 'x', userMessage: 'x' }, 'Something went wrong on our side. Nothing was changed; please try again.'],
  [{ code: 0, message: 'x', userMessage: 'We cannot reach the portal right now.' }, 'We cannot reach the portal right now.'],
])('shows the failure %j and keeps the row', async (failure, text) => {
  mockEndpoint(endSession, fails(failure));
  const { portal, user } = open({ sessions: [mine, phone] });
  await user.click((await row('Chrome on Android')).getByRole('button'));
  await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'error', text }]));
  expect(await row('Chrome on Android')).toBeDefined();
});

it('shows the reason of a failed reading, and reads again on Retry', async () => {
  mockEndpoint(listSessions, fails({ code: 500, message: 'x', userMessage: 'Not now.' }));
  const { user } = renderScreen(<SessionsPart />);
  expect(await screen.findByText('Your devices could not be loaded')).toBeVisible();
  mockEndpoint(listSessions, [mine]);
  await user.click(screen.getByRole('button', { name: /retry|again/i }));
  expect(await row('Firefox on Linux')).toBeDefined();
});
