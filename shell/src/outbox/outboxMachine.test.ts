/** @jest-environment node */
import { markExpired } from './entryRules';
import { emptyOutbox, type OutboxContext, type OutboxEvent, type OutboxState, stateOf, transition } from './outboxMachine';
import type { EntryState, StoredEntry } from './outboxTypes';

const now = new Date('2027-03-14T15:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
const KEY = 'key-1';
const failure = { code: 409, message: 'Full', userMessage: 'Full', fields: {} };
const context: OutboxContext = { now, guardId: 'ada', isOnline: true, isTimeSynchronised: true, isTimeExact: true };

const entry = (over: Partial<StoredEntry> = {}): StoredEntry => ({
  seq: 1,
  guardId: 'ada',
  key: KEY,
  call: { id: 'leave.apply', method: 'POST', path: '/apply-leave', auth: 'approved' },
  input: {},
  order: null,
  what: 'Leave',
  createdAt: at(-60),
  validUntil: null,
  state: 'waiting',
  tries: 0,
  notBefore: null,
  isTold: false,
  ...over,
});

const inMemory = (one: StoredEntry, over: Partial<OutboxState> = {}): OutboxState => ({
  ...emptyOutbox,
  guardId: 'ada',
  entries: [one],
  ...over,
});
const inFlight = { inFlight: new Set([KEY]) };

/** `unsaved`: the device did not store the result. `removed`: there is no entry. */
type Name = EntryState | 'unsaved' | 'removed';
const sent = entry({ state: 'sent', sentAt: at(-1), input: undefined });
const refused = entry({ state: 'failed', failure });
const starts: Record<Name, OutboxState> = {
  adding: inMemory(entry(), { adding: new Map([[KEY, now.getTime() + 5000]]) }),
  queued: inMemory(entry()),
  backingOff: inMemory(entry({ notBefore: at(60), tries: 1 })),
  serverPause: inMemory(entry({ notBefore: at(60), tries: 1, isTold: true })),
  locked: inMemory(entry({ isShut: true })),
  inFlight: inMemory(entry(), inFlight),
  sent: inMemory(sent),
  refused: inMemory(refused),
  expired: inMemory(markExpired(entry({ validUntil: at(-1) }), now)),
  unsaved: inMemory(sent, { unsaved: new Map([[KEY, sent]]) }),
  removed: inMemory(entry(), { entries: [] }),
};
const names = Object.keys(starts) as Name[];

const nameOf = (state: OutboxState, when: Date): Name => {
  const one = state.entries.find(({ key }) => key === KEY);
  if (!one) return 'removed';
  return state.unsaved.has(KEY) ? 'unsaved' : stateOf(one, state, when);
};

const rowsOf = (name: Name) => (name === 'unsaved' ? [entry()] : starts[name].entries);
const checked = (over: Partial<Extract<OutboxEvent, { type: 'checked' }>> = {}) =>
  ({ type: 'checked', isHurried: false, ownsLock: true, ...over }) as const;
const result = (one: StoredEntry, outcome: 'stored' | 'gone' | 'failed') => ({ type: 'resultReceived', entry: one, outcome }) as const;
const received = (message: object) => ({ type: 'messageReceived', message }) as const;

interface Row {
  event: OutboxEvent | ((name: Name) => OutboxEvent);
  context?: Partial<OutboxContext>;
  /** The state after the event, of each state before it that changes. */
  changes: Partial<Record<Name, Name>>;
  /** The states before the event for which these effects run. `else`: for all others. */
  effects: Partial<Record<Name | 'else', string>>;
}

const waits = ['adding', 'queued', 'backingOff', 'serverPause'] as const;
const all = <Value>(list: readonly Name[], value: Value) =>
  Object.fromEntries(list.map((name) => [name, value])) as Partial<Record<Name, Value>>;
const others = (...without: Name[]) => names.filter((name) => !without.includes(name));

const table: Record<string, Row> = {
  'an add begins': {
    event: { type: 'addStarted', key: KEY },
    changes: all(['queued', 'backingOff', 'serverPause', 'locked'], 'adding'),
    effects: {},
  },
  'an add failed': { event: { type: 'addFailed', key: KEY }, changes: { adding: 'queued' }, effects: {} },
  'the device stored a new row': {
    event: { type: 'added', key: KEY, guardId: 'ada', entry: entry() },
    changes: { ...all(['backingOff', 'serverPause', 'locked', 'sent', 'refused', 'expired', 'removed'], 'queued') },
    effects: { else: 'post{} show requestLock' },
  },
  'the device has this write already': {
    event: { type: 'added', key: KEY, guardId: 'ada', entry: null },
    changes: {},
    effects: { removed: 'post{} read requestLock', else: 'post{} show requestLock' },
  },
  'the device is read': {
    event: (name) => ({ type: 'readDone', guardId: 'ada', entries: rowsOf(name) }),
    changes: {},
    effects: { else: 'show' },
  },
  'the device is read, and another tab removed the row': {
    event: { type: 'readDone', guardId: 'ada', entries: [] },
    changes: all(others('removed'), 'removed'),
    effects: { else: 'show' },
  },
  'the read device has the row again': {
    event: { type: 'readDone', guardId: 'ada', entries: [entry()] },
    changes: { ...all(['backingOff', 'serverPause', 'locked', 'sent', 'refused', 'expired', 'removed'], 'queued') },
    effects: { else: 'show' },
  },
  'an hour has passed since the reply': {
    event: (name) => ({ type: 'readDone', guardId: 'ada', entries: rowsOf(name) }),
    context: { now: new Date(now.getTime() + 3_600_000) },
    changes: { adding: 'queued', backingOff: 'queued', serverPause: 'queued', sent: 'removed', unsaved: 'removed' },
    effects: { sent: 'show removeRow', unsaved: 'show removeRow', else: 'show' },
  },
  'the device was read for a guard who has left': {
    event: (name) => ({ type: 'readDone', guardId: 'ada', entries: rowsOf(name) }),
    context: { guardId: 'bo' },
    changes: all(others('removed'), 'removed'),
    effects: { else: 'show' },
  },
  'a read failed': { event: { type: 'readFailed' }, changes: {}, effects: { else: 'show' } },
  'a read begins': { event: { type: 'readStarted' }, changes: {}, effects: {} },
  'this tab acquires the lock': { event: { type: 'lockAcquired' }, changes: {}, effects: {} },
  'the lock owner checks': {
    event: checked(),
    changes: { adding: 'inFlight', queued: 'inFlight' },
    effects: { adding: 'send post{sending} show', queued: 'send post{sending} show', else: 'show' },
  },
  'the lock owner checks in a hurry': {
    event: checked({ isHurried: true }),
    changes: { adding: 'inFlight', queued: 'inFlight', backingOff: 'inFlight' },
    effects: { ...all(['adding', 'queued', 'backingOff'], 'send post{sending} show'), else: 'show' },
  },
  'the lock owner checks without a network': {
    event: checked({ isHurried: true }),
    context: { isOnline: false },
    changes: { adding: 'queued' },
    effects: { else: 'show' },
  },
  'a tab checks that has lost the lock': {
    event: checked({ isHurried: true, ownsLock: false }),
    changes: { adding: 'queued' },
    effects: { else: 'show' },
  },
  'the session is another guard’s': {
    event: checked({ isHurried: true }),
    context: { guardId: 'bo' },
    changes: { adding: 'queued' },
    effects: { else: 'show' },
  },
  'the lock owner checks after 25 days': {
    event: checked(),
    context: { now: new Date(now.getTime() + 25 * 86_400_000) },
    changes: { ...all([...waits, 'locked'], 'expired') },
    effects: { ...all([...waits, 'locked'], 'storeExpiry show'), else: 'show' },
  },
  'the lock owner checks after 25 days by the clock of the device': {
    event: checked(),
    context: { now: new Date(now.getTime() + 25 * 86_400_000), isTimeSynchronised: false },
    changes: { adding: 'queued', backingOff: 'queued', serverPause: 'queued' },
    effects: { else: 'show' },
  },
  'part of its files is sent': {
    event: { type: 'progressed', key: KEY, share: 0.5 },
    changes: {},
    effects: { inFlight: 'show reportProgress post{progress}', else: 'show reportProgress' },
  },
  'nothing was sent': {
    event: { type: 'aborted', key: KEY },
    changes: { inFlight: 'queued' },
    effects: { ...all(['adding', 'queued', 'inFlight'], 'post{sending} show requestLock'), else: 'post{sending} show' },
  },
  'the server accepts it': {
    event: result(sent, 'stored'),
    changes: all(others('sent'), 'sent'),
    effects: { else: 'forgetDraft invalidate post{changed,sending} show' },
  },
  'the server accepts it, and the device does not store that': {
    event: result(sent, 'failed'),
    changes: all(others('unsaved'), 'unsaved'),
    effects: { else: 'forgetDraft invalidate post{changed,sending} show' },
  },
  'there is no reply': {
    event: result(entry({ tries: 1, notBefore: at(2) }), 'stored'),
    changes: all(others('adding', 'backingOff'), 'backingOff'),
    effects: { else: 'post{sending} show' },
  },
  'the server names a pause': {
    event: result(entry({ tries: 1, notBefore: at(2), isTold: true }), 'stored'),
    changes: all(others('adding', 'serverPause'), 'serverPause'),
    effects: { else: 'post{sending} show' },
  },
  'the server refuses it': {
    event: result(refused, 'stored'),
    changes: all(others('refused'), 'refused'),
    effects: { else: 'post{sending} show' },
  },
  'the server refuses it after it was dismissed': {
    event: result(refused, 'gone'),
    changes: all(others('removed'), 'removed'),
    effects: { else: 'post{sending} show' },
  },
  'the server refuses it, and the device does not store that': {
    event: result(refused, 'failed'),
    changes: { ...all(others('unsaved', 'removed'), 'unsaved') },
    effects: { else: 'post{sending} show' },
  },
  'the device stored the result at last': {
    event: { type: 'resultRetried', key: KEY, outcome: 'stored' },
    changes: { unsaved: 'sent' },
    effects: { else: 'post{}' },
  },
  'the device does not store the result again': {
    event: { type: 'resultRetried', key: KEY, outcome: 'failed' },
    changes: {},
    effects: {},
  },
  'the guard retries': {
    event: { type: 'retried', key: KEY, isGone: false },
    changes: all(['adding', 'backingOff', 'serverPause', 'refused', 'expired'], 'queued'),
    effects: { removed: 'post{} read requestLock', sent: 'show', unsaved: 'show', else: 'post{} show requestLock' },
  },
  'the guard retries an entry that another tab dismissed': {
    event: { type: 'retried', key: KEY, isGone: true },
    changes: all(others('removed'), 'removed'),
    effects: { else: 'post{} show requestLock' },
  },
  'the guard dismisses': { event: { type: 'dismissStarted', key: KEY }, changes: {}, effects: {} },
  'the row of a dismissed entry is removed': {
    event: { type: 'dismissEnded', key: KEY, isRemoved: true },
    changes: all(others('removed'), 'removed'),
    effects: { inFlight: 'abort post{dismissed} show', else: 'post{dismissed} show' },
  },
  'the device does not remove the row': { event: { type: 'dismissEnded', key: KEY, isRemoved: false }, changes: {}, effects: {} },
  'a form displays the refusal': {
    event: { type: 'refusalsShown', keys: [KEY] },
    changes: all(others('removed'), 'removed'),
    effects: { removed: 'show', else: 'show removeRow' },
  },
  'another tab changed an entry': { event: received({}), changes: {}, effects: { else: 'read' } },
  'another tab sends it': {
    event: received({ sending: [KEY] }),
    changes: { ...all([...waits, 'locked'], 'inFlight') },
    effects: { ...all([...waits, 'locked', 'inFlight'], 'show joinQueue'), else: 'read' },
  },
  'another tab was answered': { event: received({ sending: [], changed: 'leave' }), changes: {}, effects: { else: 'invalidate read' } },
  'another tab dismissed it': {
    event: received({ dismissed: KEY }),
    changes: all(others('removed'), 'removed'),
    effects: { inFlight: 'abort read', else: 'read' },
  },
  'another tab reports progress': {
    event: received({ progress: { key: KEY, share: 0.5 } }),
    changes: {},
    effects: { inFlight: 'show reportProgress post{progress}', else: 'show reportProgress' },
  },
  'this tab has read the change of another tab': {
    event: { type: 'lockConsidered' },
    changes: {},
    effects: {
      adding: 'requestLock',
      queued: 'requestLock',
      ...all(['backingOff', 'serverPause', 'locked', 'inFlight'], 'joinQueue'),
      else: '',
    },
  },
  'the session is the same': { event: { type: 'sessionChecked' }, changes: {}, effects: {} },
  'the session ended': {
    event: { type: 'sessionChecked' },
    context: { guardId: null },
    changes: all(others('removed'), 'removed'),
    effects: { else: 'show' },
  },
  'another guard logged in': {
    event: { type: 'sessionChecked' },
    context: { guardId: 'bo' },
    changes: all(others('removed'), 'removed'),
    effects: { else: 'show read' },
  },
  'its pause is over': {
    event: { type: 'timerFired' },
    context: { now: new Date(now.getTime() + 60_000) },
    changes: { adding: 'queued', backingOff: 'queued', serverPause: 'queued' },
    effects: { ...all(waits, 'show requestLock'), unsaved: 'read', else: 'show' },
  },
};

const textOf = (effect: { type: string; message?: object }) =>
  effect.message ? `post{${Object.keys(effect.message).sort()}}` : effect.type;

describe.each(Object.entries(table))('when %s', (_what, { event, context: over, changes, effects }) => {
  it.each(names)('an entry that is %s has the state and the effects of the table', (name) => {
    const when = { ...context, ...over };
    const [after, todo] = transition(starts[name], typeof event === 'function' ? event(name) : event, when);
    const expected = changes[name] ?? name;
    expect([nameOf(after, when.now), todo.map(textOf).join(' ')]).toEqual([expected, effects[name] ?? effects.else ?? '']);
  });
});

const run = (state: OutboxState, ...events: OutboxEvent[]) =>
  events.reduce<readonly [OutboxState, readonly { type: string; message?: object }[]]>(
    ([before], event) => transition(before, event, context),
    [state, []],
  );

it('does not send an entry while the device removes its row', () => {
  const [, todo] = run(starts.queued, { type: 'dismissStarted', key: KEY }, checked());
  expect(todo.map(textOf)).toEqual(['show']);
});

it.each<[string, OutboxState, OutboxEvent, Name]>([
  ['dismissed', starts.queued, { type: 'dismissEnded', key: KEY, isRemoved: true }, 'removed'],
  ['dismissed in another tab', starts.queued, received({ dismissed: KEY }), 'removed'],
  ['sent', starts.inFlight, result(sent, 'stored'), 'sent'],
  ['refused', starts.inFlight, result(refused, 'stored'), 'refused'],
  ['retried', starts.backingOff, { type: 'retried', key: KEY, isGone: false }, 'queued'],
])('keeps the state of an entry that is %s while a read with its old row is in progress', (_what, start, event, name) => {
  const oldRows: OutboxEvent = { type: 'readDone', guardId: 'ada', entries: start.entries };
  const [after] = run(start, { type: 'readStarted' }, event, oldRows);
  expect(nameOf(after, now)).toBe(name);
});

it('keeps an entry that is added while a read without its row is in progress', () => {
  const added: OutboxEvent = { type: 'added', key: KEY, guardId: 'ada', entry: entry() };
  const [after] = run(starts.removed, { type: 'readStarted' }, added, { type: 'readDone', guardId: 'ada', entries: [] });
  expect(nameOf(after, now)).toBe('queued');
});

it('reports to the other tabs that the keys of a closed lock owner are not in flight', () => {
  const [after, todo] = run({ ...starts.queued, inFlightElsewhere: new Set([KEY]) }, { type: 'lockAcquired' });
  expect([nameOf(after, now), todo.map(textOf)]).toEqual(['queued', ['post{sending}', 'show']]);
});

it('covers each event', () => {
  const covered = new Set(Object.values(table).map(({ event }) => (typeof event === 'function' ? event('queued') : event).type));
  const missing = transitionNames().filter((type) => !covered.has(type));
  expect(missing).toEqual([]);
});

function transitionNames(): OutboxEvent['type'][] {
  const every: Record<OutboxEvent['type'], true> = {
    addStarted: true,
    addFailed: true,
    added: true,
    readStarted: true,
    readDone: true,
    readFailed: true,
    lockAcquired: true,
    checked: true,
    progressed: true,
    aborted: true,
    resultReceived: true,
    resultRetried: true,
    retried: true,
    dismissStarted: true,
    dismissEnded: true,
    refusalsShown: true,
    messageReceived: true,
    sessionChecked: true,
    lockConsidered: true,
    timerFired: true,
  };
  return Object.keys(every) as OutboxEvent['type'][];
}
