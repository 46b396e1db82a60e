import { call } from '@portal/api-client/call';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Outbox, Telemetry, WriteEntry, WriteResult } from '@portal/mf-kit/portal';
import { runWhenIdleAfterLoad } from '../platform/scheduling';
import type { ServerContact } from '../platform/serverClock';
import { type Signal, signal } from '../platform/signal';
import type { SessionCore } from '../session/session';
import { createBroadcast } from '../tabs/broadcast';
import { createExclusiveRun } from '../tabs/exclusiveRun';
import type { OutboxEngine } from './outboxEngine';
import type { DurableOptions, OutboxMessage, OutboxView } from './outboxTypes';
import type { TimeOfActs } from './timeRecord';

export interface PageOutboxDeps {
  session: Pick<SessionCore, 'current' | 'subscribe'>;
  clock: { now(): Date; isSynchronised(): boolean; contact: Signal<ServerContact | null> };
  /** Requests the session, and with it the server's time. */
  check(): Promise<boolean>;
  /** The portal cannot be reached. */
  isLost(): boolean;
  changed(domain: string): void;
  telemetry(event: Telemetry): void;
}

export interface PageOutbox extends Outbox, OutboxView {
  /** Resolves with the result, or when the write was dismissed. Rejects if this device cannot store it. */
  add<In, Out>(endpoint: Endpoint<In, Out>, input: In, options: DurableOptions): Promise<WriteResult<Out>>;
  /** Resolves once no entry of this order key is in flight: with the first waiting one, or null. */
  firstQueued(order: string): Promise<WriteEntry | null>;
  read(): Promise<void>;
  /** As `dismiss`, also after the session of this guard has ended. Resolves when the write is removed. */
  remove(guardId: string, key: string): Promise<void>;
  /** Sending may work now. */
  sendNow(): void;
  /** The session was confirmed: sends the writes again that were refused without a confirmation. */
  retryUnconfirmed(): void;
}

const LATEST_MS = 3_600_000;

/** Loaded when the page is idle, so that it is there without a network. */
const load = () =>
  Promise.all([
    import(/* webpackChunkName: "outbox" */ './outboxEngine'),
    import(/* webpackChunkName: "outbox" */ './entryStore'),
    import(/* webpackChunkName: "outbox" */ '@portal/forms/draftStore'),
    import(/* webpackChunkName: "outbox" */ './guardKey'),
    import(/* webpackChunkName: "outbox" */ './timeRecord'),
    import(/* webpackChunkName: "outbox" */ './OutboxButton'),
  ]);

const unsentOf = (entries: Signal<readonly WriteEntry[]>, order: string) =>
  entries.get().filter((entry) => entry.order === order && (entry.state === 'on device' || entry.state === 'sending'));

async function firstQueued(entries: Signal<readonly WriteEntry[]>, order: string): Promise<WriteEntry | null> {
  const unsent = unsentOf(entries, order);
  const waiting = unsent.find(({ state }) => state === 'on device');
  if (waiting || !unsent[0]) return waiting ?? null;
  await new Promise<void>((resolve) => {
    const stop = entries.subscribe(() => {
      stop();
      resolve();
    });
  });
  return firstQueued(entries, order);
}

const unconfirmed = (entries: readonly WriteEntry[]) =>
  entries.filter(({ state, failure }) => state === 'on device' && failure?.reason === 'confirmation');

export interface UnstoredWrite {
  guardId: string | null;
  endpoint: Endpoint;
  input: unknown;
  options: Pick<DurableOptions, 'key' | 'order'>;
  /** The bounds of its time, at the moment of sending. */
  headers(): Record<string, string>;
}

/**
 * Sends the durable writes that are not stored yet when the page closes, without waiting for the reply. Each is sent as the guard who made it. If
 * the device stored it after all, it is sent again under the same key. Pass a write to the returned function, and call the result once the
 * device has answered. `hasEarlier`: whether a stored entry of this order key may wait.
 */
export function createUnstored(guardId: () => string | null, hasEarlier: (order: string) => boolean = () => true) {
  const unstored = new Set<UnstoredWrite>();
  let isClosing = false;
  function send(write: UnstoredWrite) {
    const { guardId: owner, endpoint, input, options, headers } = write;
    const { key, order } = options;
    // A write of an order key never overtakes an earlier one.
    const isFirst = order === undefined || (!hasEarlier(order) && [...unstored].find((one) => one.options.order === order) === write);
    if (isFirst && owner === guardId())
      call(endpoint, input, { idempotencyKey: key, keepalive: true, headers: headers() }).catch(() => undefined);
  }
  const onPage = ({ type }: Event) => {
    isClosing = type === 'pagehide';
    if (isClosing) unstored.forEach(send);
  };
  // Before the listeners of screens, which may write when the page closes.
  for (const event of ['pagehide', 'pageshow']) window.addEventListener(event, onPage, true);

  return (write: UnstoredWrite): (() => void) => {
    unstored.add(write);
    if (isClosing) send(write);
    return () => void unstored.delete(write);
  };
}

function createSingleTimer() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (ms: number, run: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(run, Math.min(ms, LATEST_MS));
  };
}

function onHint(run: () => void) {
  window.addEventListener('online', run);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') run();
  });
}

/** The part of the outbox in the first load: the displayed entries, and the reasons to load its other code. */
export function createOutbox({ session, clock, check, isLost, changed, telemetry }: PageOutboxDeps): PageOutbox {
  const entries = signal<readonly WriteEntry[]>([]);
  const tabs = createBroadcast<OutboxMessage>('portal.outbox');
  const report = (detail: string) => telemetry({ event: 'outbox', detail });
  const reportError = (error: unknown) => report(String(error));
  const later = createSingleTimer();
  const guardId = () => session.current()?.guardId ?? null;
  let queue: Promise<OutboxEngine> | null = null;
  let time: TimeOfActs | undefined;
  let isRead = false;
  const addUnstored = createUnstored(guardId, (order) => !isRead || unsentOf(entries, order).length > 0);

  async function start(): Promise<OutboxEngine> {
    const [{ createOutboxEngine }, { createEntryStore }, { deleteSentDraft }, { createGuardKey }, { startTimeRecord }] = await load();
    const { keyOf, attach } = createGuardKey({ session, report });
    const store = createEntryStore({ keyOf, report });
    time ??= startTimeRecord({ clock, guardId, onJump: () => void check().then(sendNow) });
    const engine = createOutboxEngine({
      entries: store,
      guardId,
      now: clock.now,
      time,
      isTimeSynchronised: clock.isSynchronised,
      // A portal on the same machine is reached without a network.
      isOnline: () => navigator.onLine || !isLost(),
      changed,
      forgetDraft: deleteSentDraft,
      show: entries.set,
      tabs,
      runExclusive: createExclusiveRun('portal.outbox'),
      scheduleOnce: later,
      report,
    });
    const started = attach(store, engine);
    await started.read();
    isRead = true;
    void started.sendNow();
    if (entries.get().length > 0 && !clock.isSynchronised()) void check();
    return started;
  }
  function open(): Promise<OutboxEngine> {
    queue ??= start();
    // The next reason to open the outbox loads it again.
    queue.catch((error: unknown) => {
      report(String(error));
      queue = null;
    });
    return queue;
  }
  const tryOpen = () => void (session.current() ? open().catch(() => undefined) : undefined);
  const act = (run: (opened: OutboxEngine) => Promise<void>) => void open().then(run).catch(reportError);
  const sendNow = () => (queue ? act((opened) => opened.sendNow()) : undefined);

  tabs.listen(tryOpen);
  session.subscribe(() => (queue ? sendNow() : tryOpen()));
  onHint(sendNow);
  runWhenIdleAfterLoad(tryOpen);

  return {
    entries,
    sendNow,
    retryUnconfirmed() {
      for (const { key } of unconfirmed(entries.get())) act((opened) => opened.retry(key));
    },
    firstQueued: (order) => firstQueued(entries, order),
    read: () =>
      open()
        .then((opened) => opened.read())
        .catch(() => undefined),
    current: entries.get,
    subscribe(listener) {
      tryOpen();
      return entries.subscribe(listener);
    },
    add(endpoint, input, options) {
      const acted = time?.actTime();
      const headers = () => ({ ...options.trace, ...(acted && time?.headerOf(acted)) });
      const stored = addUnstored({ guardId: guardId(), endpoint: endpoint as Endpoint, input, options, headers });
      return open()
        .then((opened) => opened.add(endpoint, input, options, stored, acted))
        .finally(stored);
    },
    remove: (guardId, key) => open().then((opened) => opened.dismiss(key, guardId)),
    retry: (key) => act((opened) => opened.retry(key)),
    dismiss: (key) => act((opened) => opened.dismiss(key)),
  };
}
