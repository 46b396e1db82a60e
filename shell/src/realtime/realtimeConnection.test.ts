import { liveEvents } from '@portal/contracts/_kernel/event';
import { AHEAD_MS, createBus, openTab, settle } from './realtime.fixture';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('opens one socket with the session’s token, and reports changes in every tab', async () => {
  const { sockets, dataChanges, posted } = openTab();
  await settle();
  expect(sockets.map(({ token }) => token)).toEqual(['abc']);
  sockets[0]?.onEvent('changed', { domain: 'notifications' });
  sockets[0]?.onEvent('changed', { other: 1 });
  sockets[0]?.onEvent('typing', { domain: 'chat' });
  sockets[0]?.onEvent('changed', { domain: null });
  expect([dataChanges, posted()]).toEqual([
    ['notifications', null],
    ['notifications', null],
  ]);
});

it('opens no socket in a tab that does not lead, and reports the leader’s events', async () => {
  const { sockets, dataChanges, posted, other } = openTab({ isLeader: false });
  await settle();
  other.post({ domain: 'leave' });
  expect([sockets, dataChanges, posted()]).toEqual([[], ['leave'], ['leave']]);
});

it('invalidates all data at each handshake', async () => {
  const { sockets, dataChanges } = openTab();
  await settle();
  expect(dataChanges).toEqual([]);
  sockets[0]?.onConnected();
  expect(dataChanges).toEqual([null]);
  sockets[0]?.onDisconnected?.();
  sockets[0]?.onConnected();
  expect(dataChanges).toEqual([null, null]);
});

it('invalidates all data when it becomes the leader', async () => {
  const later = openTab({ isLeader: false });
  later.leads.set(true);
  await settle();
  later.sockets[0]?.onConnected();
  expect([later.dataChanges, later.posted()]).toEqual([[null], [null]]);
});

describe('after a sleep', () => {
  const sleep = (ms: number) => {
    jest.setSystemTime(Date.now() + ms);
    return jest.advanceTimersByTimeAsync(15_000);
  };

  it('renews the connection in the leader tab, and invalidates all data in the others', async () => {
    const bus = createBus();
    const [leader, follower] = [openTab({ bus }), openTab({ bus, isLeader: false })];
    await settle();
    await sleep(20_000);
    expect([leader.sockets[0]?.renewed, follower.dataChanges]).toEqual([0, []]);
    await sleep(300_000);
    expect([leader.sockets[0]?.renewed, follower.dataChanges]).toEqual([1, [null]]);
  });

  it('waits until a hidden page is visible', async () => {
    const { sockets } = openTab();
    await settle();
    const visible = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await sleep(300_000);
    expect(sockets[0]?.renewed).toBe(0);
    visible.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await settle();
    expect(sockets[0]?.renewed).toBe(1);
    visible.mockRestore();
  });
});

it('closes at the end of the session, and opens with the new token at the next', async () => {
  const { sockets, setToken } = openTab();
  await settle();
  await setToken('abc');
  expect(sockets).toHaveLength(1);
  await setToken(null);
  expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true]);
  await setToken('def');
  expect(sockets.map(({ token, isClosed }) => [token, isClosed])).toEqual([
    ['abc', true],
    ['def', false],
  ]);
});

it('checks the session once when the token is refused, and does not try that token again', async () => {
  const { sockets, onRefused, setToken } = openTab();
  await settle();
  sockets[0]?.onRefused();
  await setToken('abc');
  await jest.advanceTimersByTimeAsync(600_000);
  expect(onRefused).toHaveBeenCalledTimes(1);
  expect(sockets).toHaveLength(1);
});

it('tries again when the library was not loaded', async () => {
  const { sockets, answers, leads } = openTab({ isLeader: false });
  answers.push(() => Promise.reject(new Error('offline')));
  leads.set(true);
  await settle();
  await jest.advanceTimersByTimeAsync(30_000);
  expect(sockets).toHaveLength(2);
});

it('closes when another tab becomes the leader, and opens when it leads again', async () => {
  const { sockets, leads } = openTab();
  await settle();
  leads.set(false);
  await settle();
  expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true]);
  leads.set(true);
  await settle();
  expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true, false]);
});

it('reports the latest counts to a tab that opens later', async () => {
  const bus = createBus();
  const leader = openTab({ bus });
  await settle();
  for (const count of [3, 2]) leader.sockets[0]?.onEvent('count', { domain: 'notifications', count });
  const late = openTab({ bus, isLeader: false });
  const received: unknown[] = [];
  late.channel.onEvent(liveEvents, (one) => received.push(one));
  openTab({ bus, isLeader: false });
  expect(received).toEqual([{ name: 'count', payload: { domain: 'notifications', count: 2 } }]);
});

describe('notices that were missed', () => {
  const notice = (id: string) => ({ id, title: 'Job awarded', body: '' });
  const sinceOf = (sockets: ReturnType<typeof openTab>['sockets'], n = 0) => Date.parse(sockets[n]?.since?.() ?? '') - AHEAD_MS;

  function watchNotices({ channel }: ReturnType<typeof openTab>) {
    const ids: string[] = [];
    channel.onEvent(liveEvents, (event) => event.name === 'notice' && ids.push(event.payload.id));
    return ids;
  }

  it('are requested since the start of the page, then since the last sign of life of the connection', async () => {
    const start = Date.now();
    const { sockets } = openTab();
    await jest.advanceTimersByTimeAsync(2000);
    expect(sinceOf(sockets)).toBe(start - 5000);
    sockets[0]?.onConnected();
    expect(sinceOf(sockets)).toBe(start - 5000);
    sockets[0]?.onAlive?.();
    await jest.advanceTimersByTimeAsync(30_000);
    sockets[0]?.onDisconnected?.();
    expect(sinceOf(sockets)).toBe(start + 2000);
  });

  it('are requested with a renewed token since the last sign of life of the connection before', async () => {
    const { sockets, setToken } = openTab();
    await jest.advanceTimersByTimeAsync(2000);
    sockets[0]?.onAlive?.();
    const alive = Date.now();
    await jest.advanceTimersByTimeAsync(2000);
    await setToken('renewed');
    expect([sockets.length, sinceOf(sockets, 1)]).toEqual([2, alive]);
  });

  it('are requested since the login when the guard logs in again', async () => {
    const { sockets, setToken } = openTab();
    await settle();
    await setToken(null);
    await jest.advanceTimersByTimeAsync(60_000);
    await setToken('def');
    expect(sinceOf(sockets, 1)).toBe(Date.now());
  });

  it('are shown once when the server sends them again, in the tab that leads and in the others', async () => {
    const bus = createBus();
    const [leader, follower] = [openTab({ bus }), openTab({ bus, isLeader: false })];
    const shown = [leader, follower].map(watchNotices);
    await settle();
    leader.sockets[0]?.onEvent('notice', notice('n1'));
    leader.sockets[0]?.onEvent('notice', notice('n1'));
    leader.sockets[0]?.onEvent('notice', notice('n2'));
    expect(shown).toEqual([
      ['n1', 'n2'],
      ['n1', 'n2'],
    ]);
    follower.leads.set(true);
    await settle();
    follower.sockets[0]?.onEvent('notice', notice('n2'));
    expect(shown[1]).toEqual(['n1', 'n2']);
  });
});
