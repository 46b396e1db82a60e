import { liveEvents } from '@portal/contracts/_kernel/event';
import { createBus, openTab, settle } from './realtime.fixture';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('opens one socket with the token of the session and hands on what changed, here and to the other tabs', async () => {
  const { opened, news, posted } = openTab();
  await settle();
  expect(opened.map(({ token }) => token)).toEqual(['abc']);
  opened[0]?.onEvent('changed', { domain: 'notifications' });
  opened[0]?.onEvent('changed', { other: 1 });
  opened[0]?.onEvent('typing', { domain: 'chat' });
  opened[0]?.onEvent('changed', { domain: null });
  expect([news, posted()]).toEqual([
    ['notifications', null],
    ['notifications', null],
  ]);
});

it('opens none in a tab that does not lead, which hears from the one that does', async () => {
  const { opened, news, posted, other } = openTab({ isLeader: false });
  await settle();
  other.post({ domain: 'leave' });
  expect([opened, news, posted()]).toEqual([[], ['leave'], ['leave']]);
});

it('reads everything at each handshake: what changed between the first reading and the first one is not lost', async () => {
  const { opened, news } = openTab();
  await settle();
  expect(news).toEqual([]);
  opened[0]?.onConnected();
  expect(news).toEqual([null]);
  opened[0]?.onDisconnected?.();
  opened[0]?.onConnected();
  expect(news).toEqual([null, null]);
});

it('reads everything when it took over from another tab', async () => {
  const later = openTab({ isLeader: false });
  later.leads.set(true);
  await settle();
  later.opened[0]?.onConnected();
  expect([later.news, later.posted()]).toEqual([[null], [null]]);
});

describe('after a sleep', () => {
  const sleep = (ms: number) => {
    jest.setSystemTime(Date.now() + ms);
    return jest.advanceTimersByTimeAsync(15_000);
  };

  it('the line is made anew by the tab that has it; any other reads everything', async () => {
    const bus = createBus();
    const [leader, follower] = [openTab({ bus }), openTab({ bus, isLeader: false })];
    await settle();
    await sleep(20_000);
    expect([leader.opened[0]?.renewed, follower.news]).toEqual([0, []]);
    await sleep(300_000);
    expect([leader.opened[0]?.renewed, follower.news]).toEqual([1, [null]]);
  });

  it('a page that is hidden waits until it is seen', async () => {
    const { opened } = openTab();
    await settle();
    const visible = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await sleep(300_000);
    expect(opened[0]?.renewed).toBe(0);
    visible.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await settle();
    expect(opened[0]?.renewed).toBe(1);
    visible.mockRestore();
  });
});

it('closes at the end of the session and opens again, with the new token, at the next', async () => {
  const { opened, become } = openTab();
  await settle();
  await become('abc');
  expect(opened).toHaveLength(1);
  await become(null);
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true]);
  await become('def');
  expect(opened.map(({ token, isClosed }) => [token, isClosed])).toEqual([
    ['abc', true],
    ['def', false],
  ]);
});

it('asks about the session once when the token is refused, and does not try that token again', async () => {
  const { opened, onRefused, become } = openTab();
  await settle();
  opened[0]?.onRefused();
  await become('abc');
  await jest.advanceTimersByTimeAsync(600_000);
  expect(onRefused).toHaveBeenCalledTimes(1);
  expect(opened).toHaveLength(1);
});

it('tries again when the library could not be loaded', async () => {
  const { opened, answers, leads } = openTab({ isLeader: false });
  answers.push(() => Promise.reject(new Error('offline')));
  leads.set(true);
  await settle();
  await jest.advanceTimersByTimeAsync(30_000);
  expect(opened).toHaveLength(2);
});

it('closes when another tab takes the lead, and opens again when it leads again', async () => {
  const { opened, leads } = openTab();
  await settle();
  leads.set(false);
  await settle();
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true]);
  leads.set(true);
  await settle();
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, false]);
});

it('a tab that comes later hears how much waits for the guard, as the server said it last', async () => {
  const bus = createBus();
  const leader = openTab({ bus });
  await settle();
  for (const count of [3, 2]) leader.opened[0]?.onEvent('count', { domain: 'notifications', count });
  const late = openTab({ bus, isLeader: false });
  const heard: unknown[] = [];
  late.channel.onEvent(liveEvents, (one) => heard.push(one));
  openTab({ bus, isLeader: false });
  expect(heard).toEqual([{ name: 'count', payload: { domain: 'notifications', count: 2 } }]);
});
