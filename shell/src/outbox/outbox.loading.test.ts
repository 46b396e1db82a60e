import type { Session, WriteEntry } from '@portal/mf-kit/portal';
import { guard } from '@portal/testing/guard';
import { waitingWrite } from '@portal/testing/outbox';
import type { ServerContact } from '../platform/serverClock';
import { signal } from '../platform/signal';
import { createOutbox } from './outbox';
import type { OutboxDeps } from './outboxEngine';
import type { OutboxMessage } from './outboxTypes';

const mockFetched = {
  parts: [] as OutboxDeps[],
  acts: [] as string[],
  fault: null as Error | null,
  found: [] as readonly WriteEntry[],
  calm: [] as (() => void)[],
  names: [] as string[],
  heard: [] as ((news: OutboxMessage) => void)[],
};
jest.mock('./entryStore', () => ({ createEntryStore: () => 'the device' }));
jest.mock('./guardKey', () => ({
  createGuardKey: () => ({ keyOf: async () => null, attach: (_entries: unknown, queue: unknown) => queue }),
}));
jest.mock('./OutboxButton', () => ({}));
jest.mock('../platform/scheduling', () => ({ runWhenIdleAfterLoad: (run: () => void) => mockFetched.calm.push(run) }));
jest.mock('../tabs/broadcast', () => ({
  createBroadcast: (name: string) => {
    mockFetched.names.push(`tabs ${name}`);
    return { post: () => undefined, listen: (listener: (news: OutboxMessage) => void) => mockFetched.heard.push(listener) };
  },
}));
jest.mock('../tabs/exclusiveRun', () => ({ createExclusiveRun: (name: string) => mockFetched.names.push(`turn ${name}`) }));
jest.mock('./outboxEngine', () => ({
  createOutboxEngine: (parts: OutboxDeps) => {
    mockFetched.parts.push(parts);
    // Pages of earlier tests receive window events, too.
    const calls: string[] = [];
    mockFetched.acts = calls;
    const acts = (act: string) => async () => {
      calls.push(act);
      if (mockFetched.fault) throw mockFetched.fault;
    };
    return {
      read: async () => {
        await acts('read')();
        parts.show(mockFetched.found);
      },
      sendNow: acts('hurry'),
      add: async () => ({ ok: true, message: 'Kept', data: null, at: '' }),
      retry: (key: string) => acts(`retry ${key}`)(),
      dismiss: (key: string) => acts(`dismiss ${key}`)(),
    };
  },
}));

beforeEach(() => {
  Object.assign(mockFetched, { parts: [], acts: [], fault: null, found: [], calm: [], names: [], heard: [] });
});
afterEach(() => jest.restoreAllMocks());

const settled = async () => {
  for (let turns = 0; turns < 20; turns++) await Promise.resolve();
};
const me = guard();
const ownSession: Session = { guardId: me.id, guard: me };

function open(begins: Session | null = ownSession) {
  const session = signal<Session | null>(begins);
  const state = { isSure: true, isLost: false };
  const check = jest.fn(async () => true);
  const reports: unknown[] = [];
  const now = () => new Date('2027-03-14T15:00:00Z');
  const changed = jest.fn();
  const outbox = createOutbox({
    session: { current: session.get, subscribe: session.subscribe },
    clock: {
      now,
      isSynchronised: () => state.isSure,
      contact: signal<ServerContact | null>({ server: now().getTime(), at: performance.now() }),
    },
    check,
    isLost: () => state.isLost,
    changed,
    telemetry: (event) => reports.push(event),
  });
  const parts = () => mockFetched.parts.at(-1) as OutboxDeps;
  const runUntilLoaded = async () => {
    for (const run of mockFetched.calm) run();
    await settled();
    mockFetched.acts.length = 0;
  };
  return { outbox, session, state, check, reports, now, changed, parts, runUntilLoaded };
}

describe('the code of the outbox', () => {
  it.each([
    ['the page is idle', () => mockFetched.calm.map((run) => run())],
    ['another tab posts a message', () => mockFetched.heard.map((listener) => listener({}))],
    ['a screen subscribes', ({ outbox }: ReturnType<typeof open>) => outbox.subscribe(() => undefined)],
    ['the guard logs in again', ({ session }: ReturnType<typeof open>) => session.set({ ...ownSession })],
  ])('is loaded when %s; it shows and sends the stored entries', async (_what, act) => {
    const page = open();
    await settled();
    expect(mockFetched.parts).toEqual([]);
    act(page);
    await settled();
    expect([mockFetched.parts.length, mockFetched.acts]).toEqual([1, ['read', 'hurry']]);
  });

  it('is not loaded without a session', async () => {
    const { outbox, session } = open(null);
    for (const run of [...mockFetched.calm, () => outbox.subscribe(() => undefined)]) run();
    await settled();
    expect(mockFetched.parts).toEqual([]);
    session.set(ownSession);
    await settled();
    expect(mockFetched.acts).toEqual(['read', 'hurry']);
  });

  it('is loaded once', async () => {
    const { outbox } = open();
    outbox.subscribe(() => undefined);
    for (const run of mockFetched.calm) run();
    await outbox.read();
    await settled();
    expect(mockFetched.parts).toHaveLength(1);
  });

  it('is loaded again at the next use when the start failed, with a report', async () => {
    mockFetched.fault = new Error('no storage');
    const { outbox, reports } = open();
    await outbox.read();
    expect(reports).toEqual([{ event: 'outbox', detail: 'Error: no storage' }]);
    await expect(outbox.add({} as never, {}, {} as never)).rejects.toThrow('no storage');
    mockFetched.fault = null;
    expect(await outbox.add({} as never, {}, {} as never)).toMatchObject({ ok: true, message: 'Kept' });
    expect(mockFetched.parts).toHaveLength(3);
  });
});

it('counts the running time of the page once, although the start of the outbox fails again and again', async () => {
  const setTimer = jest.spyOn(window, 'setInterval');
  const { outbox } = open();
  mockFetched.fault = new Error('no storage');
  for (let starts = 0; starts < 3; starts++) await outbox.read();
  expect([mockFetched.parts.length, setTimer.mock.calls.length]).toEqual([3, 1]);
});

describe('sendNow', () => {
  const shows = (state: string) => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state as DocumentVisibilityState);
    document.dispatchEvent(new Event('visibilitychange'));
  };

  it.each([
    ['the network is back', () => window.dispatchEvent(new Event('online')), ['hurry']],
    ['the page is visible again', () => shows('visible'), ['hurry']],
    ['the page is hidden', () => shows('hidden'), []],
    ['the portal answered', ({ outbox }: ReturnType<typeof open>) => outbox.sendNow(), ['hurry']],
    ['another guard logs in', ({ session }: ReturnType<typeof open>) => session.set({ ...ownSession }), ['hurry']],
    ['the guard logs out', ({ session }: ReturnType<typeof open>) => session.set(null), ['hurry']],
  ])('is called when %s: %#', async (_what, act, acts) => {
    const page = open();
    await page.runUntilLoaded();
    act(page);
    await settled();
    expect(mockFetched.acts).toEqual(acts);
  });

  it('does not load the code of the outbox', async () => {
    open();
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(mockFetched.parts).toEqual([]);
  });
});

it('read resolves also when the device does not answer', async () => {
  const { outbox, runUntilLoaded } = open();
  await runUntilLoaded();
  await outbox.read();
  expect(mockFetched.acts).toEqual(['read']);
  mockFetched.fault = new Error('gone');
  expect(await outbox.read()).toBeUndefined();
});

it('retries and dismisses an entry, and reports a failure', async () => {
  const { outbox, runUntilLoaded, reports } = open();
  await runUntilLoaded();
  outbox.retry('one');
  outbox.dismiss('two');
  await settled();
  expect([mockFetched.acts, reports]).toEqual([['retry one', 'dismiss two'], []]);
  mockFetched.fault = new Error('gone');
  outbox.retry('one');
  await settled();
  expect(reports).toEqual([{ event: 'outbox', detail: 'Error: gone' }]);
});

it.each([
  ['an entry waits and the time is the device’s', [waitingWrite({})], false, 1],
  ['an entry waits and the time is the server’s', [waitingWrite({})], true, 0],
  ['nothing waits', [], false, 0],
])('requests the server time when %s: %#', async (_what, found, isSure, times) => {
  mockFetched.found = found;
  const { outbox, state, check } = open();
  state.isSure = isSure;
  await outbox.read();
  expect(check).toHaveBeenCalledTimes(times);
});

describe('the engine gets', () => {
  it('the session, the clock, the store, and the channel by its name', async () => {
    const { session, state, now, runUntilLoaded, parts, changed, reports } = open();
    await runUntilLoaded();
    expect([parts().guardId(), parts().now, parts().isTimeSynchronised(), parts().entries]).toEqual([me.id, now, true, 'the device']);
    session.set(null);
    state.isSure = false;
    expect([parts().guardId(), parts().isTimeSynchronised()]).toEqual([null, false]);
    expect(mockFetched.names).toEqual(['tabs portal.outbox', 'turn portal.outbox']);
    parts().changed('leave');
    expect(changed).toHaveBeenCalledWith('leave');
    parts().report('full');
    expect(reports).toEqual([{ event: 'outbox', detail: 'full' }]);
  });

  it.each([
    ['a network and a reachable portal', true, false, true],
    ['no network but a reachable portal', false, false, true],
    ['a network and an unreachable portal', true, true, true],
    ['no network and an unreachable portal', false, true, false],
  ])('whether it is online, with %s: %#', async (_what, onLine, isLost, isOnline) => {
    const { state, runUntilLoaded, parts } = open();
    await runUntilLoaded();
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
    state.isLost = isLost;
    expect(parts().isOnline()).toBe(isOnline);
  });

  it('one timer: a second call replaces the first, and it waits at most one hour', async () => {
    const { runUntilLoaded, parts } = open();
    await runUntilLoaded();
    jest.useFakeTimers();
    const [first, second, far] = [jest.fn(), jest.fn(), jest.fn()];
    parts().scheduleOnce(1000, first);
    parts().scheduleOnce(2000, second);
    jest.advanceTimersByTime(1999);
    expect(second).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
    parts().scheduleOnce(86_400_000, far);
    jest.advanceTimersByTime(3_599_999);
    expect(far).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(far).toHaveBeenCalledTimes(1);
    jest.useRealTimers();
  });
});
