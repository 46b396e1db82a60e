import { domainOf } from '@portal/contracts/_kernel/endpoint';
import {
  expiresInDoubt,
  firstPerGroup,
  groupKey,
  isDue,
  isExpired,
  isOldSent,
  markExpired,
  msUntilNextChange,
  resetForRetry,
} from './entryRules';
import type { EntryState, OutboxMessage, StoredEntry } from './outboxTypes';

/*
 * The outbox of one tab as a pure state machine. The engine reports events and runs the effects in their order.
 * The state contains the entries as last read. Each change that this tab stores is applied to them, so it needs no second read.
 */

/** After this time without news from a lock owner, a new entry is displayed as waiting: the owner may be a suspended tab. */
const ADDING_MS = 5000;
/** A failed read or write is repeated after this time. */
const STORE_AGAIN_MS = 10_000;

export interface OutboxState {
  /** The guard of the entries in memory. Null before the first read, and after a change of the session. */
  readonly guardId: string | null;
  readonly entries: readonly StoredEntry[];
  readonly inFlight: ReadonlySet<string>;
  /** Keys that the lock owner sends, if that is another tab. */
  readonly inFlightElsewhere: ReadonlySet<string>;
  /** New keys, with the time in ms until which they are displayed as sending. */
  readonly adding: ReadonlyMap<string, number>;
  /** The sent share of entries with files, in steps of a hundredth. */
  readonly progress: ReadonlyMap<string, number>;
  /** Results that the device did not store. */
  readonly unsaved: ReadonlyMap<string, StoredEntry>;
  /** Keys that are being removed from the device. None of them is sent. */
  readonly dismissing: ReadonlySet<string>;
  /** Changes since the read in progress began, which its rows may not contain. Null: no read is in progress. */
  readonly changesDuringRead: ReadonlyMap<string, StoredEntry | null> | null;
  readonly isStale: boolean;
}

export const emptyOutbox: OutboxState = {
  guardId: null,
  entries: [],
  inFlight: new Set(),
  inFlightElsewhere: new Set(),
  adding: new Map(),
  progress: new Map(),
  unsaved: new Map(),
  dismissing: new Set(),
  changesDuringRead: null,
  isStale: false,
};

/** The page at the time of an event. */
export interface OutboxContext {
  now: Date;
  guardId: string | null;
  isOnline: boolean;
  /** The time is the server's. Nothing expires by the clock of a device. */
  isTimeSynchronised: boolean;
  /** The proven time agrees with `now`. It does not after sleep, or after the clock was set. */
  isTimeExact: boolean;
}

/** `gone`: the row was dismissed in the meantime. `failed`: the device did not store it. */
export type StoreOutcome = 'stored' | 'gone' | 'failed';

export type OutboxEvent =
  | { type: 'addStarted'; key: string }
  | { type: 'addFailed'; key: string }
  /** `entry`: as stored. Null if the device has this write already. */
  | { type: 'added'; key: string; guardId: string; entry: StoredEntry | null }
  | { type: 'readStarted' }
  | { type: 'readDone'; guardId: string | null; entries: readonly StoredEntry[] }
  | { type: 'readFailed' }
  | { type: 'lockAcquired' }
  /** The lock owner has just read the device. `isHurried`: sending may work now, so a backoff ends. */
  | { type: 'checked'; isHurried: boolean; ownsLock: boolean }
  | { type: 'progressed'; key: string; share: number }
  /** Nothing was sent: the entry was dismissed, or the session changed. */
  | { type: 'aborted'; key: string }
  | { type: 'resultReceived'; entry: StoredEntry; outcome: StoreOutcome }
  /** The engine tried again to store a result. */
  | { type: 'resultRetried'; key: string; outcome: StoreOutcome }
  | { type: 'retried'; key: string; isGone: boolean }
  | { type: 'dismissStarted'; key: string }
  | { type: 'dismissEnded'; key: string; isRemoved: boolean }
  /** The form of this write displays its refusal. */
  | { type: 'refusalsShown'; keys: readonly string[] }
  | { type: 'messageReceived'; message: OutboxMessage }
  | { type: 'sessionChecked' }
  /** Another tab changed the device, and this tab has read it. */
  | { type: 'lockConsidered' }
  | { type: 'timerFired' };

export type OutboxEffect =
  /** Publishes the entries, settles their callers, and sets the timer. */
  | { type: 'show' }
  /** Reads the device; then `lockConsidered`. */
  | { type: 'read' }
  /** Checks the outbox as soon as this tab owns the lock. */
  | { type: 'requestLock' }
  /** Waits for the lock, so that this tab sends if the owner closes. */
  | { type: 'joinQueue' }
  | { type: 'send'; entry: StoredEntry }
  | { type: 'abort'; key: string }
  | { type: 'storeExpiry'; entry: StoredEntry }
  | { type: 'removeRow'; guardId: string; key: string }
  | { type: 'forgetDraft'; guardId: string; key: string }
  | { type: 'invalidate'; domain: string }
  | { type: 'reportProgress'; key: string; share: number }
  | { type: 'post'; message: OutboxMessage };

export type Transition = readonly [OutboxState, readonly OutboxEffect[]];

type EventOf<Type extends OutboxEvent['type']> = Extract<OutboxEvent, { type: Type }>;
type Transitions = { [Type in OutboxEvent['type']]: (state: OutboxState, event: EventOf<Type>, context: OutboxContext) => Transition };

const show: OutboxEffect = { type: 'show' };
const read: OutboxEffect = { type: 'read' };
const requestLock: OutboxEffect = { type: 'requestLock' };
const joinQueue: OutboxEffect = { type: 'joinQueue' };
const post = (message: OutboxMessage): OutboxEffect => ({ type: 'post', message });

function without<Value>(set: ReadonlySet<Value>, value: Value): ReadonlySet<Value>;
function without<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): ReadonlyMap<Key, Value>;
function without(from: ReadonlySet<unknown> | ReadonlyMap<unknown, unknown>, key: unknown) {
  if (!from.has(key)) return from;
  const copy = from instanceof Map ? new Map(from) : new Set(from as ReadonlySet<unknown>);
  copy.delete(key);
  return copy;
}
const withKey = <Value>(map: ReadonlyMap<string, Value>, key: string, value: Value): ReadonlyMap<string, Value> =>
  new Map(map).set(key, value);

/** The state of an entry. A row stores only `waiting`, `sent` and `failed`, because the others are wrong after a crash. */
export function stateOf(entry: StoredEntry, { inFlight, inFlightElsewhere, adding }: OutboxState, now: Date): EntryState {
  if (entry.state === 'sent') return 'sent';
  if (entry.state === 'failed') return entry.expired ? 'expired' : 'refused';
  if (inFlight.has(entry.key) || inFlightElsewhere.has(entry.key)) return 'inFlight';
  if ((adding.get(entry.key) ?? 0) > now.getTime()) return 'adding';
  if (entry.isShut) return 'locked';
  if (isDue(entry, now, false)) return 'queued';
  return entry.isTold ? 'serverPause' : 'backingOff';
}

export const isWaiting = ({ state }: StoredEntry): boolean => state === 'waiting';

/** Whether a late entry expires now. Otherwise it waits for the server's time. */
const mayExpire = (entry: StoredEntry, { isTimeSynchronised, isTimeExact }: OutboxContext) =>
  isTimeSynchronised && (isTimeExact || expiresInDoubt(entry));

/** An entry could be sent or expires now, if this tab had the lock. */
function hasWork({ entries, inFlight }: OutboxState, context: OutboxContext): boolean {
  const { now } = context;
  return firstPerGroup(entries).some((entry) => {
    if (inFlight.has(entry.key)) return false;
    return isExpired(entry, now) ? mayExpire(entry, context) : !entry.isShut && isDue(entry, now, false);
  });
}
const lockForWork = (state: OutboxState, context: OutboxContext) => (hasWork(state, context) ? [requestLock] : []);

function replaceEntry(entries: readonly StoredEntry[], key: string, entry: StoredEntry | null): readonly StoredEntry[] {
  const others = entries.filter((one) => one.key !== key);
  return entry ? [...others, entry].sort((one, other) => one.seq - other.seq) : others;
}

function changeRow(state: OutboxState, key: string, entry: StoredEntry | null): OutboxState {
  const changesDuringRead = state.changesDuringRead && withKey(state.changesDuringRead, key, entry);
  const isOfOther = entry !== null && entry.guardId !== state.guardId;
  return { ...state, changesDuringRead, entries: isOfOther ? state.entries : replaceEntry(state.entries, key, entry) };
}

function removeEntry(state: OutboxState, key: string): OutboxState {
  const { adding, unsaved, progress } = state;
  return {
    ...changeRow(state, key, null),
    adding: without(adding, key),
    unsaved: without(unsaved, key),
    progress: without(progress, key),
  };
}

/** The rows of a read with the changes that were stored while it was in progress. */
function mergeChanges(rows: readonly StoredEntry[], guardId: string, { changesDuringRead, unsaved }: OutboxState): readonly StoredEntry[] {
  let entries = rows;
  for (const [key, entry] of changesDuringRead ?? [])
    if (entry === null || entry.guardId === guardId) entries = replaceEntry(entries, key, entry);
  return entries.map((entry) => unsaved.get(entry.key) ?? entry);
}

const endSession = (state: OutboxState): OutboxState => ({ ...state, guardId: null, entries: [], changesDuringRead: null, isStale: false });

interface Selection {
  due: readonly StoredEntry[];
  expired: readonly StoredEntry[];
}

/** The entries to send and to expire: the first waiting one of each order key. An expired or failed entry does not block the next one. */
function selectEntries(state: OutboxState, { isHurried, ownsLock }: EventOf<'checked'>, context: OutboxContext): Selection {
  const due: StoredEntry[] = [];
  const expired: StoredEntry[] = [];
  const decided = new Set<string>();
  const canSend = ownsLock && context.isOnline && state.guardId === context.guardId;
  for (const entry of state.entries) {
    const isOpen = isWaiting(entry) && !decided.has(groupKey(entry));
    if (!isOpen) continue;
    const isBusy = state.inFlight.has(entry.key) || state.dismissing.has(entry.key);
    const isLate = isExpired(entry, context.now);
    if (!isBusy && isLate && mayExpire(entry, context)) {
      expired.push(entry);
      continue;
    }
    decided.add(groupKey(entry));
    if (canSend && !isBusy && !isLate && !entry.isShut && isDue(entry, context.now, isHurried)) due.push(entry);
  }
  return { due, expired };
}

/** A check would send or expire an entry now. */
export function hasSelection(state: OutboxState, event: EventOf<'checked'>, context: OutboxContext): boolean {
  const { due, expired } = selectEntries(state, event, context);
  return due.length + expired.length > 0;
}

/** The sent entries, and those that wait behind another entry. No other tab changes their rows, but it can remove them. */
export function unchangeable({ entries }: OutboxState): readonly StoredEntry[] {
  const first = new Set(firstPerGroup(entries));
  return entries.filter((entry) => entry.state !== 'failed' && !entry.isShut && !first.has(entry));
}

/** A message only adds entries to those in flight, and all of them are in memory: the rows are unchanged. */
function onlyStartsKnownEntries({ sending, changed, dismissed }: OutboxMessage, { entries, inFlightElsewhere }: OutboxState): boolean {
  if (!sending || changed || dismissed !== undefined) return false;
  const isKnown = (key: string) => entries.some((entry) => entry.key === key && isWaiting(entry));
  const hasNew = sending.some((key) => !inFlightElsewhere.has(key));
  return hasNew && sending.every(isKnown) && [...inFlightElsewhere].every((key) => sending.includes(key));
}

const transitions: Transitions = {
  addStarted: (state, { key }, { now }) => [{ ...state, adding: withKey(state.adding, key, now.getTime() + ADDING_MS) }, []],

  addFailed: (state, { key }) => [{ ...state, adding: without(state.adding, key) }, []],

  added(state, { key, guardId, entry }) {
    const next = entry ? changeRow(state, key, entry) : state;
    const isInMemory = next.guardId === guardId && next.entries.some((one) => one.key === key);
    return [next, [post({}), isInMemory ? show : read, requestLock]];
  },

  readStarted: (state) => [{ ...state, changesDuringRead: new Map() }, []],

  readDone(state, { guardId, entries: rows }, context) {
    if (guardId === null || context.guardId !== guardId) return [endSession(state), [show]];
    const all = mergeChanges(rows, guardId, state);
    const old = all.filter((entry) => isOldSent(entry, context.now));
    const entries = all.filter((entry) => !old.includes(entry));
    const adding = new Map([...state.adding].filter(([, until]) => until > context.now.getTime()));
    const progress = new Map([...state.progress].filter(([key]) => entries.some((entry) => entry.key === key)));
    const removals = old.map(({ key }): OutboxEffect => ({ type: 'removeRow', guardId, key }));
    return [{ ...state, guardId, entries, adding, progress, changesDuringRead: null, isStale: false }, [show, ...removals]];
  },

  readFailed: (state) => [{ ...state, changesDuringRead: null, isStale: true }, [show]],

  lockAcquired(state) {
    if (state.inFlightElsewhere.size === 0) return [state, []];
    // The owner before this one was closed while it sent.
    return [{ ...state, inFlightElsewhere: new Set() }, [post({ sending: [] }), show]];
  },

  checked(state, event, context) {
    const { due, expired } = selectEntries(state, event, context);
    const inFlight = new Set([...state.inFlight, ...due.map(({ key }) => key)]);
    const entries = state.entries.map((entry) => (expired.includes(entry) ? markExpired(entry, context.now) : entry));
    const adding = new Map([...state.adding].filter(([key]) => !entries.some((entry) => entry.key === key)));
    const started = due.map((entry): OutboxEffect => ({ type: 'send', entry }));
    const stored = expired.map((entry): OutboxEffect => ({ type: 'storeExpiry', entry }));
    const posted = due.length > 0 ? [post({ sending: [...inFlight] })] : [];
    return [{ ...state, entries, inFlight, adding }, [...started, ...stored, ...posted, show]];
  },

  progressed(state, { key, share }) {
    const step = Math.floor(share * 100) / 100;
    if (state.progress.get(key) === step) return [state, []];
    const posted = state.inFlight.has(key) ? [post({ progress: { key, share } })] : [];
    return [{ ...state, progress: withKey(state.progress, key, step) }, [show, { type: 'reportProgress', key, share }, ...posted]];
  },

  aborted(state, { key }, context) {
    const inFlight = without(state.inFlight, key);
    const next = { ...state, inFlight, progress: without(state.progress, key) };
    return [next, [post({ sending: [...inFlight] }), show, ...lockForWork(next, context)]];
  },

  resultReceived(state, { entry, outcome }, context) {
    const { key, guardId } = entry;
    const isSent = entry.state === 'sent';
    const inFlight = without(state.inFlight, key);
    const unsaved = outcome === 'failed' ? withKey(state.unsaved, key, entry) : without(state.unsaved, key);
    const cleared = { ...state, inFlight, unsaved, progress: without(state.progress, key) };
    // A dismissed entry returns only if the server has it.
    const isDismissed = !isSent && outcome === 'failed' && !state.entries.some((one) => one.key === key);
    const next = isDismissed ? cleared : changeRow(cleared, key, outcome === 'gone' ? null : entry);
    const changed = isSent ? domainOf(entry.call.id) : undefined;
    const sent: OutboxEffect[] =
      changed === undefined
        ? []
        : [
            { type: 'forgetDraft', guardId, key },
            { type: 'invalidate', domain: changed },
          ];
    return [
      next,
      [...sent, post({ sending: [...inFlight], ...(changed !== undefined && { changed }) }), show, ...lockForWork(next, context)],
    ];
  },

  resultRetried(state, { key, outcome }) {
    if (outcome === 'failed') return [state, []];
    const next = { ...state, unsaved: without(state.unsaved, key) };
    return [outcome === 'gone' ? removeEntry(next, key) : next, [post({})]];
  },

  retried(state, { key, isGone }, { now }) {
    const before = isGone ? undefined : state.entries.find((entry) => entry.key === key);
    if (before?.state === 'sent') return [state, [show]];
    const cleared = { ...state, adding: without(state.adding, key), unsaved: without(state.unsaved, key) };
    const next = before || isGone ? changeRow(cleared, key, before ? resetForRetry(before, now) : null) : cleared;
    return [next, [post({}), before || isGone ? show : read, requestLock]];
  },

  dismissStarted: (state, { key }) => [{ ...state, dismissing: new Set([...state.dismissing, key]) }, []],

  dismissEnded(state, { key, isRemoved }, context) {
    const ended = { ...state, dismissing: without(state.dismissing, key) };
    if (!isRemoved) return [ended, []];
    const next = removeEntry(ended, key);
    const aborted: OutboxEffect[] = state.inFlight.has(key) ? [{ type: 'abort', key }] : [];
    return [next, [...aborted, post({ dismissed: key }), show, ...lockForWork(next, context)]];
  },

  refusalsShown(state, { keys }) {
    const shown = state.entries.filter(({ key }) => keys.includes(key));
    const removals = shown.map(({ guardId, key }): OutboxEffect => ({ type: 'removeRow', guardId, key }));
    return [shown.reduce((next, { key }) => removeEntry(next, key), state), [show, ...removals]];
  },

  messageReceived(state, { message }, context) {
    const { sending, changed, progress, dismissed } = message;
    if (progress) return transitions.progressed(state, { type: 'progressed', ...progress }, context);
    const isUnchanged = onlyStartsKnownEntries(message, state);
    const left = dismissed === undefined ? state : removeEntry(state, dismissed);
    const next = sending ? { ...left, inFlightElsewhere: new Set(sending) } : left;
    const aborted: OutboxEffect[] = dismissed !== undefined && state.inFlight.has(dismissed) ? [{ type: 'abort', key: dismissed }] : [];
    const invalidated: OutboxEffect[] = changed ? [{ type: 'invalidate', domain: changed }] : [];
    const shown = isUnchanged ? [show, joinQueue] : [read];
    return [next, [...aborted, ...invalidated, ...shown]];
  },

  sessionChecked(state, _event, { guardId }) {
    if (state.guardId === null || state.guardId === guardId) return [state, []];
    return [endSession(state), guardId === null ? [show] : [show, read]];
  },

  lockConsidered(state, _event, context) {
    if (hasWork(state, context)) return [state, [requestLock]];
    return [state, state.entries.some(isWaiting) ? [joinQueue] : []];
  },

  timerFired(state, _event, context) {
    const isBehind = state.isStale || state.unsaved.size > 0;
    return [state, [isBehind ? read : show, ...lockForWork(state, context)]];
  },
};

/** Milliseconds until the state changes without an event, or until a failed read or write is repeated. Null: never. */
export function msUntilTimer({ entries, adding, unsaved, isStale }: OutboxState, now: Date): number | null {
  const moments = [...adding.values()].map((until) => until - now.getTime()).filter((ms) => ms > 0);
  const next = isStale || unsaved.size > 0 ? STORE_AGAIN_MS : msUntilNextChange(entries, now);
  if (next !== null) moments.push(next);
  return moments.length > 0 ? Math.min(...moments) : null;
}

/** The state after an event, and the effects to run in this order. */
export function transition(state: OutboxState, event: OutboxEvent, context: OutboxContext): Transition {
  const run = transitions[event.type] as (state: OutboxState, event: OutboxEvent, context: OutboxContext) => Transition;
  return run(state, event, context);
}
