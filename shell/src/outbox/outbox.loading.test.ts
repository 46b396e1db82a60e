import type { Session, WriteEntry } from '@portal/mf-kit/portal';
import { guard } from '@portal/testing/guard';
import { waiting } from '@portal/testing/outbox';
import { signal } from '../platform/signal';
import { createOutbox } from './outbox';
import type { OutboxDeps, OutboxMessage } from './outboxTypes';

/** The parts that are fetched later, as this page finds them. */
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
jest.mock('../platform/scheduling', () => ({ whenIdleAfterLoad: (run: () => void) => mockFetched.calm.push(run) }));
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
    // Those of the page that was opened last: pages of tests before hear of the network, too.
    const own: string[] = [];
    mockFetched.acts = own;
    const acts = (act: string) => async () => {
      own.push(act);
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
const mine: Session = { guardId: me.id, guard: me };

function open(begins: Session | null = mine) {
  const session = signal<Session | null>(begins);
  const state = { isSure: true, isLost: false };
  const check = jest.fn(async () => true);
  const reports: unknown[] = [];
  const now = () => new Date('2027-03-14T15:00:00Z');
  const changed = jest.fn();
  const outbox = createOutbox({
    session: { current: session.get, subscribe: session.subscribe },
    clock: { now, isSynchronised: () => state.isSure },
    check,
    isLost: () => state.isLost,
    changed,
    telemetry: (event) => reports.push(event),
  });
  const parts = () => mockFetched.parts.at(-1) as OutboxDeps;
  /** Opened as by a page that grew calm. */
  const opened = async () => {
    for (const run of mockFetched.calm) run();
    await settled();
    mockFetched.acts.length = 0;
  };
  return { outbox, session, state, check, reports, now, changed, parts, opened };
}

describe('is fetched', () => {
  it.each([
    ['the page is calm', () => mockFetched.calm.map((run) => run())],
    ['another tab tells of a write', () => mockFetched.heard.map((listener) => listener({}))],
    ['somebody watches it', ({ outbox }: ReturnType<typeof open>) => outbox.subscribe(() => undefined)],
    ['somebody logs in anew', ({ session }: ReturnType<typeof open>) => session.set({ ...mine })],
  ])('when %s, shows what is kept, and sends it', async (_what, act) => {
    const page = open();
    await settled();
    expect(mockFetched.parts).toEqual([]);
    act(page);
    await settled();
    expect([mockFetched.parts.length, mockFetched.acts]).toEqual([1, ['read', 'hurry']]);
  });

  it('for nobody as long as nobody is logged in', async () => {
    const { outbox, session } = open(null);
    for (const run of [...mockFetched.calm, () => outbox.subscribe(() => undefined)]) run();
    await settled();
    expect(mockFetched.parts).toEqual([]);
    session.set(mine);
    await settled();
    expect(mockFetched.acts).toEqual(['read', 'hurry']);
  });

  it('once, whoever asks', async () => {
    const { outbox } = open();
    outbox.subscribe(() => undefined);
    for (const run of mockFetched.calm) run();
    await outbox.read();
    await settled();
    expect(mockFetched.parts).toHaveLength(1);
  });

  it('again by the next who asks, where it could not be begun; that is reported', async () => {
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

describe('may work now', () => {
  const shows = (state: string) => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state as DocumentVisibilityState);
    document.dispatchEvent(new Event('visibilitychange'));
  };

  it.each([
    ['the network is back', () => window.dispatchEvent(new Event('online')), ['hurry']],
    ['the page is seen again', () => shows('visible'), ['hurry']],
    ['the page is hidden', () => shows('hidden'), []],
    ['the portal answered', ({ outbox }: ReturnType<typeof open>) => outbox.sendNow(), ['hurry']],
    ['another guard logs in', ({ session }: ReturnType<typeof open>) => session.set({ ...mine }), ['hurry']],
    ['the guard logs out', ({ session }: ReturnType<typeof open>) => session.set(null), ['hurry']],
  ])('when %s: %#', async (_what, act, acts) => {
    const page = open();
    await page.opened();
    act(page);
    await settled();
    expect(mockFetched.acts).toEqual(acts);
  });

  it('but fetches nothing for that', async () => {
    open();
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(mockFetched.parts).toEqual([]);
  });
});

it('reads again when it is asked to, also where it cannot', async () => {
  const { outbox, opened } = open();
  await opened();
  await outbox.read();
  expect(mockFetched.acts).toEqual(['read']);
  mockFetched.fault = new Error('gone');
  expect(await outbox.read()).toBeUndefined();
});

it('does what the guard asks of one, and reports where it cannot', async () => {
  const { outbox, opened, reports } = open();
  await opened();
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
  ['something waits and the time is only the device’s', [waiting({})], false, 1],
  ['something waits and the time is the server’s', [waiting({})], true, 0],
  ['nothing waits', [], false, 0],
])('when %s, the server is asked for its time so often: %#', async (_what, found, isSure, times) => {
  mockFetched.found = found;
  const { outbox, state, check } = open();
  state.isSure = isSure;
  await outbox.read();
  expect(check).toHaveBeenCalledTimes(times);
});

describe('gives to what sends', () => {
  it('the session, the clock, this device, and the line to other tabs by its name', async () => {
    const { session, state, now, opened, parts, changed, reports } = open();
    await opened();
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
    ['a network, and the portal in reach', true, false, true],
    ['no network, but the portal in reach', false, false, true],
    ['a network, and the portal out of reach', true, true, true],
    ['no network, and the portal out of reach', false, true, false],
  ])('with %s whether it is worth a try: %#', async (_what, onLine, isLost, isOnline) => {
    const { state, opened, parts } = open();
    await opened();
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
    state.isLost = isLost;
    expect(parts().isOnline()).toBe(isOnline);
  });

  it('one timer: the later one counts, and an hour at most', async () => {
    const { opened, parts } = open();
    await opened();
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
