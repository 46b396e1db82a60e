import { ApiError, type CallOptions, installClient } from '@portal/api-client/call';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { WriteEntry } from '@portal/mf-kit/portal';
import { createEntryStore, type EntryStore, type FindOutboxKey } from './entryStore';
import { createOutboxEngine } from './outboxEngine';
import type { DurableOptions, OutboxMessage } from './outboxTypes';

interface Tried {
  id: string;
  input: unknown;
  key: string | undefined;
}
export type Answer = unknown | ApiError;

const devices: { guard: string | null }[] = [];
let keyOf: FindOutboxKey = async () => null;

/** Encryption runs in another thread, so the test waits for it. */
const encrypting = new Set<Promise<unknown>>();

/** Gives this key for waiting writes to each device. */
export function useKey(key: CryptoKey): void {
  keyOf = async () => key;
  for (const name of ['encrypt', 'decrypt'] as const) {
    const act = crypto.subtle[name].bind(crypto.subtle);
    crypto.subtle[name] = (...given) => {
      const done = act(...given);
      encrypting.add(done);
      done.then(
        () => encrypting.delete(done),
        () => encrypting.delete(done),
      );
      return done;
    };
  }
}
function countAccess(entries: EntryStore) {
  const access = { reads: 0, writes: 0 };
  const counted: EntryStore = { ...entries };
  counted.of = (...given) => {
    access.reads++;
    return entries.of(...given);
  };
  for (const name of ['add', 'put', 'change', 'remove'] as const)
    counted[name] = (...given: unknown[]) => {
      access.writes++;
      return (entries[name] as (...all: unknown[]) => never)(...given);
    };
  return { access, counted };
}

export const testEntries = () => createEntryStore({ keyOf: (guardId) => keyOf(guardId) });

/** One device with its tabs, its network and the replies of the guard API. */
export function createDevice() {
  const tried: Tried[] = [];
  const listeners: ((message: OutboxMessage) => void)[] = [];
  const state = {
    guard: 'ada' as string | null,
    now: new Date('2027-03-14T15:00:00Z'),
    isOnline: true,
    isTimeSynchronised: true,
    isTimeExact: true,
    ownsLock: true,
  };
  devices.push(state);
  let answer: (tried: Tried, options: CallOptions, endpoint: object) => Answer | Promise<Answer> = () => null;
  let lockQueue: Promise<unknown> = Promise.resolve();
  installClient({
    async send(endpoint: { id: string }, input: unknown, options: CallOptions = {}) {
      const request = { id: endpoint.id, input, key: options.idempotencyKey };
      tried.push(request);
      const data = await answer(request, options, endpoint);
      if (data instanceof ApiError) throw data;
      return { code: 200, message: 'Received', data } as never;
    },
    file: () => Promise.reject(new Error('not here')),
  });

  function tab() {
    const shown: (readonly WriteEntry[])[] = [];
    const changes: string[] = [];
    const reports: string[] = [];
    const draftsOf: string[][] = [];
    const pauses: number[] = [];
    let own: (message: OutboxMessage) => void = () => undefined;
    let runTimer: () => void = () => undefined;
    const { access, counted } = countAccess(testEntries());
    const queue = createOutboxEngine({
      entries: counted,
      guardId: () => state.guard,
      now: () => state.now,
      time: { actTime: () => null, headerOf: () => ({}), isExact: () => state.isTimeExact },
      isTimeSynchronised: () => state.isTimeSynchronised,
      isOnline: () => state.isOnline,
      changed: (domain) => changes.push(domain),
      forgetDraft: async (...of) => void draftsOf.push(of),
      show: (entries) => shown.push(entries),
      report: (detail) => reports.push(detail),
      scheduleOnce: (ms, run) => {
        pauses.push(ms);
        runTimer = run;
      },
      runExclusive: (run) => {
        const result = lockQueue.then(() => run(() => state.ownsLock));
        lockQueue = result.catch(() => undefined);
        return result;
      },
      tabs: {
        post: (message) => {
          for (const listener of listeners) if (listener !== own) listener(message);
        },
        listen: (listener) => {
          own = listener;
          listeners.push(listener);
        },
      },
    });
    const now = () => (shown.at(-1) ?? []).map(({ what, state: its }) => `${what}: ${its}`);
    return { queue, access, changes, draftsOf, reports, pauses, now, entries: () => shown.at(-1) ?? [], runTimer: () => runTimer() };
  }
  const freezeLockOwner = () => {
    lockQueue = new Promise(() => undefined);
  };
  return { state, tried, tab, freezeLockOwner, answers: (next: typeof answer) => (answer = next) };
}

export const act = { id: 'leave.apply', method: 'POST', path: '/apply-leave', auth: 'approved' } as unknown as Endpoint<unknown, unknown>;
export const refusal = (code: number, message = 'No') => new ApiError({ code, message, data: null });
export const options = (what: string, over: Partial<DurableOptions> = {}) => ({ key: `key-of-${what}`, durable: { what }, ...over });
export const minutes = (count: number) => count * 60_000;

async function flushTask(): Promise<void> {
  await Promise.allSettled(encrypting);
  await new Promise((resolve) => setImmediate(resolve));
}

export async function waitUntil(condition: () => boolean): Promise<void> {
  for (let count = 0; !condition(); count++) {
    if (count > 5000) throw new Error(`Never came true: ${condition}`);
    await flushTask();
  }
}
export const flushTasks = async () => {
  for (let count = 0; count < 50; count++) await flushTask();
};

export function createDeferred<T>() {
  let end: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    end = resolve;
  });
  return { promise, end };
}

export function deleteDatabase(): Promise<void> {
  // Tabs of the previous test must not send entries of the next one.
  for (const state of devices.splice(0)) state.guard = null;
  return new Promise((resolve) => {
    indexedDB.deleteDatabase('portal-outbox').onsuccess = () => resolve();
  });
}
