/** @jest-environment node */
import { ApiError, installClient } from '@portal/api-client/call';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { WriteEntry } from '@portal/mf-kit/portal';
import fc from 'fast-check';
import type { EntryStore } from './entryStore';
import { createOutboxEngine } from './outboxEngine';
import type { OutboxMessage, StoredEntry } from './outboxTypes';

const endpoint = { id: 'leave.apply', method: 'POST', path: '/apply-leave', auth: 'approved' } as unknown as Endpoint<unknown, unknown>;
const GUARDS = ['ada', 'bo'] as const;

/** Lets promises settle: more turns than any chain of promises between two events has. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 40; turns++) await Promise.resolve();
}

interface Request {
  tab: number;
  key: string;
  answer(reply: unknown): void;
  isAborted: boolean;
}

/** A device with two tabs, one lock, one database and a server. Each call is checked when it begins. */
function createWorld() {
  const rows = new Map<string, StoredEntry>();
  const dismissed = new Set<string>();
  /** Another tab may send these until it has received the message. */
  const dismissing = new Set<string>();
  const executed = new Map<string, unknown>();
  const requests: Request[] = [];
  const faults: string[] = [];
  const state = { guard: 'ada' as string | null, now: Date.parse('2027-03-14T15:00:00Z'), isOnline: true, seq: 0 };
  const check = (is: boolean, fault: string) => (is ? undefined : faults.push(fault));

  const firstOfLine = (row: StoredEntry) =>
    row.order === null ? row : ofGuard(row.guardId).find((one) => one.order === row.order && one.state === 'waiting');

  installClient({
    send(_endpoint: unknown, input: unknown, { idempotencyKey: key = '', signal }: { idempotencyKey?: string; signal?: AbortSignal } = {}) {
      const row = rows.get(key);
      check(row !== undefined || dismissing.has(key), `${key} is sent without a row`);
      check(!dismissed.has(key), `${key} is sent after it was dismissed`);
      check(row === undefined || row.guardId === state.guard, `${key} of ${row?.guardId} is sent as ${state.guard}`);
      check(row === undefined || firstOfLine(row)?.key === key, `${key} overtakes ${row && firstOfLine(row)?.key}`);
      check(!requests.some((one) => one.key === key), `${key} is sent twice at a time`);
      check(JSON.stringify(executed.get(key) ?? input) === JSON.stringify(input), `${key} is another write`);
      check(tabs[lock.owner]?.isOpen === true, `${key} is sent without the lock`);
      return new Promise((resolve, reject) => {
        const request: Request = {
          tab: lock.owner,
          key,
          isAborted: false,
          answer(reply) {
            requests.splice(requests.indexOf(request), 1);
            if (reply instanceof ApiError) reject(reply);
            else resolve({ code: 200, message: 'Received', data: reply });
          },
        };
        requests.push(request);
        signal?.addEventListener('abort', () => {
          if (requests.includes(request)) request.answer(new ApiError({ code: 0, message: 'aborted', data: null }));
        });
      }) as never;
    },
    file: () => Promise.reject(new Error('none')),
  });

  const ofGuard = (guardId: string) =>
    [...rows.values()].filter((row) => row.guardId === guardId).sort((one, other) => one.seq - other.seq);
  /** The database answers after a few turns, in the order of the calls. */
  let database: Promise<unknown> = Promise.resolve();
  const transact = <Result>(work: () => Result): Promise<Result> => {
    const done = database.then(async () => {
      for (let turns = 0; turns < 3; turns++) await Promise.resolve();
      return work();
    });
    database = done;
    return done;
  };
  const createStore = (isOpen: () => boolean): EntryStore => {
    const guarded = <Result>(work: () => Result) => (isOpen() ? transact(work) : new Promise<never>(() => undefined));
    return {
      of: (guardId) => guarded(() => ofGuard(guardId)),
      add: (entry) =>
        guarded(() => {
          const before = rows.get(entry.key);
          if (before && before.state !== 'failed') return null;
          const row = { ...entry, seq: before?.seq ?? ++state.seq };
          rows.set(entry.key, row);
          return row;
        }),
      put: (entry) => guarded(() => void rows.set(entry.key, entry)),
      change: (_guardId, key, next) =>
        guarded(() => {
          const row = rows.get(key);
          if (row) rows.set(key, next(row));
          return row !== undefined;
        }),
      remove: (_guardId, key) => guarded(() => void rows.delete(key)),
      sealPlain: async () => undefined,
    };
  };

  const lock = { owner: -1, waiting: [] as { tab: number; start(): void }[] };
  const passLock = () => {
    lock.owner = -1;
    const next = lock.waiting.shift();
    if (!next) return;
    lock.owner = next.tab;
    next.start();
  };

  function openTab(index: number) {
    const tab = {
      isOpen: true,
      shown: [] as readonly WriteEntry[],
      timer: null as { at: number; run(): void } | null,
      receive: (() => undefined) as (message: OutboxMessage) => void,
      queue: null as unknown as ReturnType<typeof createOutboxEngine>,
      results: [] as string[],
    };
    tab.queue = createOutboxEngine({
      entries: createStore(() => tab.isOpen),
      // Read directly before each request. A closed tab sends nothing.
      guardId: () => (tab.isOpen ? state.guard : null),
      now: () => new Date(state.now),
      time: { actTime: () => null, headerOf: () => ({}), isExact: () => true },
      isTimeSynchronised: () => true,
      isOnline: () => state.isOnline,
      changed: () => undefined,
      forgetDraft: async () => undefined,
      show: (entries) => {
        tab.shown = entries;
        check(entries.length === 0 || state.guard !== null, 'entries are displayed without a session');
      },
      report: (detail) => check(!tab.isOpen, `reported: ${detail}`),
      scheduleOnce: (ms, run) => {
        tab.timer = { at: state.now + ms, run };
      },
      runExclusive: (run) =>
        new Promise<void>((resolve, reject) => {
          const start = () => {
            run(() => tab.isOpen && lock.owner === index)
              .then(resolve, reject)
              .finally(() => {
                if (tab.isOpen && lock.owner === index) passLock();
              });
          };
          if (!tab.isOpen) return;
          lock.waiting.push({ tab: index, start });
          if (lock.owner === -1) passLock();
        }),
      tabs: {
        post: (message) => {
          if (!tab.isOpen) return;
          for (const other of tabs)
            if (other !== tab && other.isOpen) void Promise.resolve().then(() => other.isOpen && other.receive(message));
        },
        listen: (listener) => {
          tab.receive = listener;
        },
      },
    });
    return tab;
  }
  const tabs: ReturnType<typeof openTab>[] = [];
  for (const index of [0, 1]) tabs.push(openTab(index));

  const newest = { key: 0 };
  const tabAt = (index: number) => tabs[index] as ReturnType<typeof openTab>;

  const actions = {
    add(index: number, line: number) {
      const { queue, results } = tabAt(index);
      const key = `key-${++newest.key}`;
      if (state.guard === null) return;
      const order = ['a', 'b'][line];
      queue.add(endpoint, { key }, { key, durable: { what: key }, ...(order && { order }) }).then(
        ({ ok }) => results.push(`${key} ${ok}`),
        () => undefined,
      );
    },
    answer(kind: number) {
      const request = requests[0];
      if (!request) return;
      const { key } = request;
      const row = rows.get(key);
      // A lost reply: the server has executed the write.
      if (kind <= 1) executed.set(key, row?.input ?? executed.get(key));
      if (kind === 0) request.answer(null);
      else request.answer(new ApiError({ code: [0, 0, 503, 409, 401][kind] ?? 500, message: 'No', data: null }));
    },
    async dismiss(index: number, which: number) {
      const one = tabAt(index).shown.filter(({ state: its }) => its !== 'sent')[which];
      if (!one) return;
      dismissing.add(one.key);
      await tabAt(index).queue.dismiss(one.key);
      await settle();
      dismissing.delete(one.key);
      dismissed.add(one.key);
    },
    retry(index: number, which: number) {
      const one = tabAt(index).shown[which];
      // The dialog offers no Retry for a sent entry.
      if (one && one.state !== 'sent') void tabAt(index).queue.retry(one.key);
    },
    kill(index: number) {
      const before = tabAt(index);
      before.isOpen = false;
      for (const request of requests.filter(({ tab }) => tab === index)) requests.splice(requests.indexOf(request), 1);
      lock.waiting = lock.waiting.filter(({ tab }) => tab !== index);
      tabs[index] = openTab(index);
      if (lock.owner === index) passLock();
      void tabAt(index).queue.read();
      void tabAt(index).queue.sendNow();
    },
    login(which: number) {
      state.guard = [...GUARDS, null][which] ?? null;
      for (const { queue } of tabs) void queue.sendNow();
    },
    network(isOnline: number) {
      state.isOnline = isOnline === 1;
      if (state.isOnline) for (const { queue } of tabs) void queue.sendNow();
    },
    wait(seconds: number) {
      state.now += seconds * 1000;
      for (const tab of tabs) {
        if (!tab.timer || tab.timer.at > state.now) continue;
        const { run } = tab.timer;
        tab.timer = null;
        run();
      }
    },
  };

  async function heal() {
    state.isOnline = true;
    for (const guard of GUARDS) {
      state.guard = guard;
      for (let round = 0; round < 3 || requests.length > 0; round++) {
        for (const { queue } of tabs) void queue.sendNow();
        actions.wait(400);
        await settle();
        while (requests.length > 0) {
          actions.answer(0);
          await settle();
        }
      }
      const waiting = ofGuard(guard).filter(({ state: its }) => its === 'waiting');
      check(waiting.length === 0, `${waiting.map(({ key }) => key)} is never sent`);
      const [one, two] = tabs.map(({ shown }) => shown.map(({ key, state: its }) => `${key} ${its}`).join());
      check(one === two, `the tabs display ${one} and ${two}`);
      const stored = ofGuard(guard)
        .map((row) => `${row.key} ${row.state}`)
        .join();
      check(one === stored, `the tabs display ${one}, and ${stored} is stored`);
    }
    for (const [key, row] of rows) if (row.state === 'sent') check(executed.has(key), `${key} is displayed as sent`);
  }
  return { actions, heal, faults };
}

type World = ReturnType<typeof createWorld>;
type Step = { name: keyof World['actions']; one: number; two: number; isQuick: boolean };

const step = (weight: number, name: Step['name'], one: number, two = 0) => ({
  weight,
  arbitrary: fc.record({ name: fc.constant(name), one: fc.nat(one), two: fc.nat(two), isQuick: fc.boolean() }),
});
const steps = fc.array(
  fc.oneof(
    step(6, 'add', 1, 2),
    step(6, 'answer', 4),
    step(3, 'dismiss', 1, 2),
    step(2, 'retry', 1, 2),
    step(2, 'kill', 1),
    step(2, 'login', 2),
    step(1, 'network', 1),
    step(2, 'wait', 30),
  ),
  { minLength: 4, maxLength: 20 },
);

it('holds the invariants of the outbox over two tabs, closed tabs, lost replies and other sessions', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const { actions, heal, faults } = createWorld();
      for (const { name, one, two, isQuick } of list) {
        void (actions[name] as (one: number, two: number) => unknown)(one, two);
        if (!isQuick) await settle();
        else for (let turns = 0; turns < two + 3; turns++) await Promise.resolve();
      }
      await settle();
      await heal();
      expect(faults).toEqual([]);
    }),
    { seed: 32, numRuns: 2000 },
  );
});
