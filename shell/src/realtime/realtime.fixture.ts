import type { OpenSocket, SocketOptions } from '@portal/api-client/socket';
import type { Session } from '@portal/mf-kit/portal';
import { signal } from '../platform/signal';
import { createRealtimeChannel, type SocketCall } from './realtimeChannel';
import { type RealtimeMessage, startRealtimeConnection } from './realtimeConnection';

export const settle = () => jest.advanceTimersByTimeAsync(0);
const session = (guardId: string): Session => ({ guardId, guard: { id: guardId } as Session['guard'] });

/** The server's clock is ahead of the device's. */
export const AHEAD_MS = 3_600_000;

interface FakeSocket extends SocketOptions {
  isClosed: boolean;
  renewed: number;
  calls: unknown[];
}

/** The tabs of one browser with their messages. */
export function createBus() {
  const tabs: ((message: RealtimeMessage) => void)[] = [];
  return {
    messages: [] as RealtimeMessage[],
    tab() {
      const listeners: ((message: RealtimeMessage) => void)[] = [];
      const receive = (message: RealtimeMessage) => listeners.forEach((listener) => void listener(message));
      tabs.push(receive);
      const post = (message: RealtimeMessage) => {
        this.messages.push(message);
        for (const other of tabs) if (other !== receive) other(structuredClone(message));
      };
      return { post, listen: (listener: (message: RealtimeMessage) => void) => void listeners.push(listener) };
    },
  };
}

/** One tab with its realtime channel over a fake socket. */
export function openTab({ isLeader = true, bus = createBus(), guardId = 'guard-1' } = {}) {
  const sockets: FakeSocket[] = [];
  const dataChanges: (string | null)[] = [];
  const current = signal<Session | null>(session(guardId));
  const answers: (() => Promise<OpenSocket>)[] = [];
  const replies: (() => Promise<unknown>)[] = [];
  let token: string | null = 'abc';
  const leads = signal(isLeader);
  const onRefused = jest.fn();
  const overHttp: SocketCall[] = [];
  const portal = { isReachable: false };
  const reported: unknown[] = [];
  const channel = createRealtimeChannel((event) => reported.push(event));
  const tabs = bus.tab();
  startRealtimeConnection({
    session: { current: current.get, subscribe: current.subscribe, token: () => token },
    leads,
    channel,
    tabs,
    now: () => new Date(Date.now() + AHEAD_MS),
    startedAt: Date.now() - 5000,
    url: '',
    onDataChange: ({ domain }) => dataChanges.push(domain),
    onRefused,
    callOverHttp: async (call) => {
      overHttp.push(call);
      return 'done over HTTP';
    },
    probe: async () => portal.isReachable,
    connect: async (options) => {
      const socket: FakeSocket = { ...options, isClosed: false, renewed: 0, calls: [] };
      sockets.push(socket);
      const connection: OpenSocket = {
        close() {
          socket.isClosed = true;
        },
        renew: () => void socket.renewed++,
        call: async (...call) => {
          socket.calls.push(call);
          return replies.shift()?.() ?? 'done';
        },
      };
      return answers.shift()?.() ?? connection;
    },
  });
  const setToken = (next: string | null) => {
    token = next;
    current.set(next ? session(guardId) : null);
    return settle();
  };
  const posted = () => bus.messages.flatMap((message) => ('domain' in message ? [message.domain] : []));
  return {
    overHttp,
    portal,
    sockets,
    dataChanges,
    posted,
    answers,
    replies,
    onRefused,
    setToken,
    leads,
    channel,
    reported,
    bus,
    other: bus.tab(),
  };
}
