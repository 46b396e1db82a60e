import { call, isApiError } from '@portal/api-client/call';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { dismissedFailure, toFailure } from '@portal/mf-kit/failure';
import type { Failure, WriteEntry, WriteResult, WriteState } from '@portal/mf-kit/portal';
import type { Broadcast } from '../tabs/broadcast';
import type { ExclusiveWork } from '../tabs/exclusiveRun';
import { classifyFailure, markExpired, resetForRetry } from './entryRules';
import { copyForSending, copyForStorage, createDisplay, displayedState, type EntryStore } from './entryStore';
import {
  emptyOutbox,
  hasSelection,
  isWaiting,
  msUntilTimer,
  type OutboxEffect,
  type OutboxEvent,
  type StoreOutcome,
  stateOf,
  transition,
  unchangeable,
} from './outboxMachine';
import type { ActTime, DurableOptions, OutboxMessage, StoredEntry } from './outboxTypes';
import type { TimeOfActs } from './timeRecord';

export interface OutboxDeps {
  entries: EntryStore;
  /** The session's guard. Only their entries are displayed and sent. */
  guardId(): string | null;
  now(): Date;
  time: Pick<TimeOfActs, 'actTime' | 'headerOf' | 'isExact'>;
  /** The time is the server's. Nothing expires before. */
  isTimeSynchronised(): boolean;
  changed(domain: string): void;
  /** Deletes the draft of a write that was sent. */
  forgetDraft(guardId: string, key: string): Promise<void>;
  show(entries: readonly WriteEntry[]): void;
  tabs: Broadcast<OutboxMessage>;
  /** Runs in one tab at a time. Another tab steals the lock of a suspended one. */
  runExclusive(run: ExclusiveWork): Promise<void>;
  /** A second call replaces the first one. */
  scheduleOnce(ms: number, run: () => void): void;
  isOnline(): boolean;
  report(detail: string): void;
}

/** The outbox is checked again after this time if the device did not answer. */
const CHECK_AGAIN_MS = 30_000;

interface PendingWrite {
  guardId: string | null;
  settle(result: WriteResult<unknown>): void;
  read: ((data: unknown) => unknown) | undefined;
  options: DurableOptions;
  lastState: WriteState | null;
}

/** The callers on this page that wait for the result of a write. A reload ends them all. */
function createCallers() {
  const pending = new Map<string, PendingWrite>();

  function settle({ settle: end, read, options }: PendingWrite, { state, failure, reply }: StoredEntry, at: string): boolean {
    if (state === 'failed') {
      const isShown = options.durable.takesRefusal?.() ?? false;
      end({ ok: false, error: failure ?? dismissedFailure });
      return isShown;
    }
    const { message = '', data = null } = reply ?? {};
    try {
      end({ ok: true, message, data: read ? read(data) : data, at });
    } catch (error) {
      end({ ok: false, error: toFailure(error) });
    }
    return false;
  }

  return {
    /** Reports a state, and at the end the result. Returns whether the caller displays this refusal itself. */
    notify(entry: StoredEntry, state: WriteState, now: string): boolean {
      const write = pending.get(entry.key);
      if (!write) return false;
      const at = entry.sentAt ?? now;
      const isNew = write.lastState !== state;
      write.lastState = state;
      if (isNew) write.options.onState?.(state, at);
      if (isWaiting(entry)) return false;
      pending.delete(entry.key);
      return settle(write, entry, at);
    },
    reportProgress: (key: string, share: number) => pending.get(key)?.options.onProgress?.(share),
    wait: ({ guardId, read, options }: Pick<PendingWrite, 'guardId' | 'read' | 'options'>) =>
      new Promise<WriteResult<unknown>>((resolve) => {
        const before = pending.get(options.key);
        const settleAll = (result: WriteResult<unknown>) => {
          before?.settle(result);
          resolve(result);
        };
        pending.set(options.key, { guardId, settle: settleAll, read, options, lastState: null });
      }),
    /** A write of this guard that is not among `known` was dismissed. */
    settleMissing(guardId: string, known: ReadonlySet<string>) {
      for (const [key, write] of pending) {
        if (write.guardId !== guardId || known.has(key)) continue;
        pending.delete(key);
        write.settle({ ok: false, error: dismissedFailure });
      }
    },
  };
}

const lostFilesText = 'This device can no longer read its files, so it was not sent.';
const lost: Failure = { code: 0, message: 'files lost', userMessage: lostFilesText, fields: {} };

type SendDeps = Pick<OutboxDeps, 'guardId' | 'now' | 'time' | 'report'> & { onProgress(key: string, share: number): void };

/** Sends an entry. Returns the entry with its result; null if nothing was sent or the request was aborted. Never rejects. */
async function sendEntry(
  entry: StoredEntry,
  signal: AbortSignal,
  { guardId, now, time, report, onProgress }: SendDeps,
): Promise<StoredEntry | null> {
  const copied = await copyForSending(entry.input);
  // The session can change while the files are read.
  if (signal.aborted || entry.guardId !== guardId()) return null;
  if (!copied) return { ...entry, state: 'failed', failure: lost };
  if (entry.bytes) onProgress(entry.key, 0);
  const progress = entry.bytes ? { onProgress: (share: number) => onProgress(entry.key, share) } : {};
  try {
    const headers = { ...entry.trace, ...(entry.time && time.headerOf(entry.time)) };
    const options = { idempotencyKey: entry.key, signal, ...progress, headers };
    const { message, data } = await call(entry.call as Endpoint, copied.input, options);
    const { failure: _, ...rest } = entry;
    return { ...rest, state: 'sent', input: undefined, sentAt: now().toISOString(), reply: { message, data } };
  } catch (error) {
    if (signal.aborted) return null;
    if (!isApiError(error)) report(String(error));
    const decision = classifyFailure(error, entry.tries);
    const { failure } = decision;
    if (decision.kind === 'refused') return { ...entry, state: 'failed', failure };
    const { pauseMs, isTold } = decision;
    const tries = decision.kind === 'again' ? entry.tries + 1 : entry.tries;
    return { ...entry, tries, isTold, failure, notBefore: new Date(now().getTime() + pauseMs).toISOString() };
  }
}

interface SendLoopDeps extends Pick<OutboxDeps, 'runExclusive' | 'scheduleOnce' | 'report'> {
  onLockAcquired(): void;
  /** Sends the entries that are due. `isHurried`: sending may work now. */
  check(isHurried: boolean, ownsLock: () => boolean): Promise<void>;
  isSending(): boolean;
}

/** Checks the outbox while this tab owns the lock, and keeps the lock while it sends. */
function createSendLoop({ runExclusive, scheduleOnce, report, onLockAcquired, check, isSending }: SendLoopDeps) {
  let isRunning = false;
  let isWanted = false;
  let isHurried = false;
  let wake: () => void = () => undefined;

  async function runUntilIdle(ownsLock: () => boolean): Promise<void> {
    onLockAcquired();
    do {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (isWanted) {
        const wasHurried = isHurried;
        isWanted = false;
        isHurried = false;
        await check(wasHurried, ownsLock);
      }
      if (isSending() && !isWanted) await woken;
    } while (isSending() || (isWanted && ownsLock()));
  }

  async function request(hurry = false): Promise<void> {
    isWanted = true;
    isHurried ||= hurry;
    wake();
    if (isRunning) return;
    isRunning = true;
    try {
      while (isWanted) await runExclusive(runUntilIdle);
    } catch (error) {
      report(String(error));
      scheduleOnce(CHECK_AGAIN_MS, () => void request());
    } finally {
      isRunning = false;
    }
  }
  return {
    request,
    /** Waits for the lock, so that this tab sends if the owner closes. */
    join: () => (isRunning ? undefined : request()),
    wake: () => wake(),
  };
}

/** Runs tasks one after the other. Calls before a task begins share it. */
function createSharedTask(run: () => Promise<void>): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    next ??= last.then(() => {
      next = null;
      const done = run();
      last = done.catch(() => undefined);
      return done;
    });
    return next;
  };
}

/** Displays and sends the durable writes of this device: the effects of `outboxMachine`. */
export function createOutboxEngine(deps: OutboxDeps) {
  const { entries, guardId, now, tabs, report } = deps;
  let state = emptyOutbox;
  const requests = new Map<string, AbortController>();
  const callers = createCallers();
  const display = createDisplay();
  const reportFailure = (done: Promise<unknown>) => void done.catch((error: unknown) => report(String(error)));

  const context = () => ({
    now: now(),
    guardId: guardId(),
    isOnline: deps.isOnline(),
    isTimeSynchronised: deps.isTimeSynchronised(),
    isTimeExact: deps.time.isExact(),
  });

  function dispatch(event: OutboxEvent): void {
    const [next, todo] = transition(state, event, context());
    state = next;
    for (const effect of todo) run(effect);
  }

  function show(): void {
    const guard = guardId();
    if (guard === null || guard !== state.guardId) {
      deps.show([]);
      return;
    }
    callers.settleMissing(guard, new Set([...state.entries.map(({ key }) => key), ...state.adding.keys()]));
    const at = now();
    const time = at.toISOString();
    const shown = state.entries.filter((entry) => callers.notify(entry, displayedState(stateOf(entry, state, at)), time));
    if (shown.length > 0) {
      dispatch({ type: 'refusalsShown', keys: shown.map(({ key }) => key) });
      return;
    }
    deps.show(state.entries.map((entry) => display(entry, stateOf(entry, state, at), state.progress.get(entry.key))));
    const ms = msUntilTimer(state, at);
    if (ms !== null) deps.scheduleOnce(ms, () => dispatch({ type: 'timerFired' }));
  }

  /** A dismissed entry returns only if the server has it. */
  async function store(entry: StoredEntry): Promise<StoreOutcome> {
    try {
      if (entry.state !== 'sent') return (await entries.change(entry.guardId, entry.key, () => entry)) ? 'stored' : 'gone';
      await entries.put(entry);
      return 'stored';
    } catch (error) {
      if (!state.unsaved.has(entry.key)) report(String(error));
      return 'failed';
    }
  }

  async function send(entry: StoredEntry): Promise<void> {
    const { key } = entry;
    const request = new AbortController();
    requests.set(key, request);
    const onProgress = (of: string, share: number) => dispatch({ type: 'progressed', key: of, share });
    const result = await sendEntry(entry, request.signal, { ...deps, onProgress });
    const outcome = result && (await store(result));
    requests.delete(key);
    dispatch(result && outcome ? { type: 'resultReceived', entry: result, outcome } : { type: 'aborted', key });
    sendLoop.wake();
  }

  let isWholeReadWanted = false;
  const readRows = createSharedTask(async () => {
    for (const entry of state.unsaved.values()) dispatch({ type: 'resultRetried', key: entry.key, outcome: await store(entry) });
    const guard = guardId();
    const known = isWholeReadWanted || state.guardId !== guard ? [] : unchangeable(state);
    isWholeReadWanted = false;
    dispatch({ type: 'readStarted' });
    try {
      dispatch({ type: 'readDone', guardId: guard, entries: guard === null ? [] : await entries.of(guard, known) });
    } catch (error) {
      const { isStale } = state;
      dispatch({ type: 'readFailed' });
      if (state.guardId !== guard) throw error;
      if (!isStale) report(String(error));
    }
  });
  function read(): Promise<void> {
    isWholeReadWanted = true;
    return readRows();
  }

  let isReadWithLock = false;
  const sendLoop = createSendLoop({
    ...deps,
    isSending: () => state.inFlight.size > 0,
    onLockAcquired() {
      isReadWithLock = false;
      dispatch({ type: 'lockAcquired' });
    },
    async check(isHurried, ownsLock) {
      const isInMemory = state.guardId !== null && state.guardId === guardId() && !state.isStale;
      if (isInMemory && !isHurried && !state.entries.some(isWaiting)) return;
      const checked = () => ({ type: 'checked', isHurried, ownsLock: ownsLock() }) as const;
      if (!isInMemory || isHurried || hasSelection(state, checked(), context())) {
        // Directly before sending: another tab may have dismissed or sent an entry.
        await (isInMemory && isReadWithLock ? readRows() : read());
        isReadWithLock = true;
      }
      dispatch(checked());
    },
  });

  const expire = ({ guardId: owner, key }: StoredEntry) => entries.change(owner, key, (entry) => markExpired(entry, now()));

  const effects: { [Type in OutboxEffect['type']]: (effect: Extract<OutboxEffect, { type: Type }>) => unknown } = {
    show,
    read: () => reportFailure(read().then(() => dispatch({ type: 'lockConsidered' }))),
    requestLock: () => sendLoop.request(),
    joinQueue: () => sendLoop.join(),
    send: ({ entry }) => send(entry),
    abort: ({ key }) => requests.get(key)?.abort(),
    storeExpiry: ({ entry }) => reportFailure(expire(entry)),
    removeRow: ({ guardId: owner, key }) => reportFailure(entries.remove(owner, key)),
    forgetDraft: ({ guardId: owner, key }) => reportFailure(deps.forgetDraft(owner, key)),
    invalidate: ({ domain }) => deps.changed(domain),
    reportProgress: ({ key, share }) => callers.reportProgress(key, share),
    post: ({ message }) => tabs.post(message),
  };

  /** A callback of a screen that throws does not stop the outbox. */
  function run(effect: OutboxEffect): void {
    try {
      (effects[effect.type] as (effect: OutboxEffect) => unknown)(effect);
    } catch (error) {
      report(String(error));
    }
  }

  tabs.listen((message) => dispatch({ type: 'messageReceived', message }));

  return {
    read,
    /** Sending may work now: every pause ends, except a server-named one. */
    sendNow(): Promise<void> {
      dispatch({ type: 'sessionChecked' });
      return sendLoop.request(true);
    },
    /** Resolves with the result, or when the write was dismissed. Rejects if the device cannot store it. `stored` is called when the device has answered. `time`: of the act. */
    async add<In, Out>(
      endpoint: Endpoint<In, Out>,
      input: In,
      options: DurableOptions,
      stored = () => {},
      time?: ActTime | null,
    ): Promise<WriteResult<Out>> {
      const { key } = options;
      const made = newEntry(guardId(), endpoint as Endpoint, options, { now: now(), time: time ?? deps.time.actTime() });
      dispatch({ type: 'addStarted', key });
      const added = copyForStorage(input).then((copied) => entries.add({ ...made, ...copied }));
      const entry = await added.finally(stored).catch((error: unknown) => {
        dispatch({ type: 'addFailed', key });
        throw error;
      });
      const result = callers.wait({ guardId: made.guardId, read: endpoint.read, options });
      dispatch({ type: 'added', key, guardId: made.guardId, entry });
      return result as Promise<WriteResult<Out>>;
    },
    async retry(key: string): Promise<void> {
      const owner = guardId();
      if (owner === null) return;
      const isStored = await entries.change(owner, key, (entry) => resetForRetry(entry, now()));
      dispatch({ type: 'retried', key, isGone: !isStored });
    },
    /** Resolves when the row is removed. `owner`: the guard of the entry, also after their session has ended. */
    async dismiss(key: string, owner = guardId()): Promise<void> {
      if (owner === null) return;
      dispatch({ type: 'dismissStarted', key });
      let isRemoved = false;
      try {
        await entries.remove(owner, key);
        isRemoved = true;
      } finally {
        dispatch({ type: 'dismissEnded', key, isRemoved });
      }
      if (state.guardId !== guardId()) await read();
    },
  };
}
export type OutboxEngine = ReturnType<typeof createOutboxEngine>;

/** The device's clock can be wrong, so the proven time of the act counts for its age. */
function newEntry(guardId: string | null, endpoint: Endpoint, options: DurableOptions, { now, time }: { now: Date; time: ActTime | null }) {
  if (guardId === null) throw new Error('A durable write needs a guard to own it');
  const { id, method, path, auth, body, query, always, jsonRows } = endpoint;
  const { key, order = null, validUntil = null, durable, trace } = options;
  const sets = { ...(body && { body }), ...(query && { query }), ...(always && { always }), ...(jsonRows && { jsonRows }) };
  const start = { state: 'waiting' as const, tries: 0, notBefore: null, isTold: false };
  const { what, isQuiet } = durable;
  const error = time ? time.estimate - now.getTime() : 0;
  const corrected = (instant: string) => new Date(Date.parse(instant) + error).toISOString();
  return {
    ...start,
    guardId,
    key,
    call: { id, method, path, auth, ...sets },
    order,
    what,
    createdAt: corrected(now.toISOString()),
    validUntil: validUntil && corrected(validUntil),
    ...(time && { time }),
    ...(isQuiet && { isQuiet }),
    ...(trace && { trace }),
  };
}
