import type { OpenSocket, SocketOptions } from '@portal/api-client/socket';
import type { Session } from '@portal/mf-kit/portal';
import { guard } from '@portal/testing/guard';
import { signal } from '../boot/signal';
import { followLive, type LiveNews } from './live';

const settle = () => jest.advanceTimersByTimeAsync(0);
const session = (): Session => ({ guardId: guard().id, guard: guard() });

function open({ isLeader = true } = {}) {
  const opened: (SocketOptions & { isClosed: boolean })[] = [];
  const news: (string | null)[] = [];
  const posted: (string | null)[] = [];
  const current = signal<Session | null>(session());
  const answers: (() => Promise<OpenSocket>)[] = [];
  let token: string | null = 'abc';
  let hear: (news: LiveNews) => void = () => undefined;
  const leads = signal(isLeader);
  const onRefused = jest.fn();
  followLive({
    session: { current: current.get, subscribe: current.subscribe, token: () => token },
    leads,
    tabs: { post: ({ domain }) => posted.push(domain), listen: (listener) => (hear = listener) },
    url: '',
    onNews: ({ domain }) => news.push(domain),
    onRefused,
    connect: async (options) => {
      const socket = { ...options, isClosed: false };
      opened.push(socket);
      const close = () => {
        socket.isClosed = true;
      };
      return answers.shift()?.() ?? { close };
    },
  });
  const become = (next: string | null) => {
    token = next;
    current.set(next ? session() : null);
    return settle();
  };
  return { opened, news, posted, answers, onRefused, become, hear: (domain: string) => hear({ domain }), leads };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('opens one socket with the token of the session and hands on what changed, here and to the other tabs', async () => {
  const { opened, news, posted } = open();
  await settle();
  expect(opened.map(({ token }) => token)).toEqual(['abc']);
  opened[0]?.onConnected();
  opened[0]?.onEvent('changed', { domain: 'notifications' });
  opened[0]?.onEvent('changed', { other: 1 });
  opened[0]?.onEvent('typing', { domain: 'chat' });
  expect([news, posted]).toEqual([['notifications'], ['notifications']]);
});

it('opens none in a tab that does not lead, which hears from the one that does', async () => {
  const { opened, news, posted, hear } = open({ isLeader: false });
  await settle();
  hear('leave');
  expect([opened, news, posted]).toEqual([[], ['leave'], []]);
});

it('reads everything after a gap, and when it took over from another tab, but not when it has just been read', async () => {
  const { opened, news } = open();
  await settle();
  opened[0]?.onConnected();
  expect(news).toEqual([]);
  opened[0]?.onConnected();
  expect(news).toEqual([null]);

  const later = open({ isLeader: false });
  await jest.advanceTimersByTimeAsync(60_000);
  later.leads.set(true);
  await settle();
  later.opened[0]?.onConnected();
  expect([later.news, later.posted]).toEqual([[null], [null]]);
});

it('closes at the end of the session and opens again, with the new token, at the next', async () => {
  const { opened, news, become } = open();
  await settle();
  await become('abc');
  expect(opened).toHaveLength(1);
  await become(null);
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true]);
  await jest.advanceTimersByTimeAsync(60_000);
  await become('def');
  opened[1]?.onConnected();
  expect(opened.map(({ token, isClosed }) => [token, isClosed])).toEqual([
    ['abc', true],
    ['def', false],
  ]);
  expect(news).toEqual([]);
});

it('asks about the session once when the token is refused, and does not try that token again', async () => {
  const { opened, onRefused, become } = open();
  await settle();
  opened[0]?.onRefused();
  await become('abc');
  await jest.advanceTimersByTimeAsync(600_000);
  expect(onRefused).toHaveBeenCalledTimes(1);
  expect(opened).toHaveLength(1);
});

it('tries again when the library could not be loaded', async () => {
  const { opened, answers, leads } = open({ isLeader: false });
  answers.push(() => Promise.reject(new Error('offline')));
  leads.set(true);
  await settle();
  await jest.advanceTimersByTimeAsync(30_000);
  expect(opened).toHaveLength(2);
});

it('closes when another tab takes the lead, and opens again when it leads again', async () => {
  const { opened, leads } = open();
  await settle();
  leads.set(false);
  await settle();
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true]);
  leads.set(true);
  await settle();
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, false]);
});
