import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Outbox, Telemetry, WriteEntry, WriteResult } from '@portal/mf-kit/portal';
import { whenIdleAfterLoad } from '../platform/scheduling';
import { type Signal, signal } from '../platform/signal';
import type { SessionCore } from '../session/session';
import { createBroadcast } from '../tabs/broadcast';
import { createExclusiveRun } from '../tabs/exclusiveRun';
import type { DurableOptions } from './callers';
import type { Queue } from './outboxEngine';
import type { OutboxMessage, OutboxView } from './outboxTypes';
import { createUnstored } from './unstored';

export interface PageOutboxDeps {
  session: Pick<SessionCore, 'current' | 'subscribe'>;
  clock: { now(): Date; isSynchronised(): boolean };
  /** Asks the server for its time, among others. */
  check(): Promise<boolean>;
  /** The portal is known to be out of reach. */
  isLost(): boolean;
  changed(domain: string): void;
  telemetry(event: Telemetry): void;
}

export interface PageOutbox extends Outbox, OutboxView {
  /** Rejects where this device cannot keep it; resolves when it was answered or dismissed. */
  add<In, Out>(endpoint: Endpoint<In, Out>, input: In, options: DurableOptions): Promise<WriteResult<Out>>;
  /** Resolves when nothing of this order key is under way: with what waits on the device, or null. */
  firstQueued(order: string): Promise<WriteEntry | null>;
  read(): Promise<void>;
  /** Takes a write of this guard off the device, as `dismiss` does, also when their session has ended meanwhile. Resolves when it is gone. */
  remove(guardId: string, key: string): Promise<void>;
  /** Something says that sending may work now. */
  sendNow(): void;
  /** The session was confirmed: writes that were refused without a confirmation are sent again. */
  retryUnconfirmed(): void;
}

const LATEST_MS = 3_600_000;

/** Everything that is not needed to paint a screen: fetched when the page is calm, so that it is there once the network is not. */
const load = () =>
  Promise.all([
    import(/* webpackChunkName: "outbox" */ './outboxEngine'),
    import(/* webpackChunkName: "outbox" */ './entryStore'),
    import(/* webpackChunkName: "outbox" */ '@portal/forms/draftStore'),
    import(/* webpackChunkName: "outbox" */ './guardKey'),
    import(/* webpackChunkName: "outbox" */ './OutboxButton'),
  ]);

async function firstQueued(entries: Signal<readonly WriteEntry[]>, order: string): Promise<WriteEntry | null> {
  const line = entries.get().filter((entry) => entry.order === order);
  const waits = line.find(({ state }) => state === 'on device');
  if (waits || !line.some(({ state }) => state === 'sending')) return waits ?? null;
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

/** Adds a write to the queue, which `open` loads first. A page that closes before the device has stored the write sends it. */
function adding(guardId: () => string | null, open: () => Promise<Queue>): PageOutbox['add'] {
  const addUnstored = createUnstored(guardId);
  return (endpoint, input, options) => {
    const stored = addUnstored({ guardId: guardId(), endpoint: endpoint as Endpoint, input, options });
    return open()
      .then((queue) => queue.add(endpoint, input, options, stored))
      .finally(stored);
  };
}

/** A timer of which there is one. */
function createSingleTimer() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (ms: number, run: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(run, Math.min(ms, LATEST_MS));
  };
}

/** The network is back, or the guard looks at the page again. */
function onHint(run: () => void) {
  window.addEventListener('online', run);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') run();
  });
}

/** The part of the outbox that every page has: what is shown of it, and when its own code is fetched. */
export function createOutbox({ session, clock, check, isLost, changed, telemetry }: PageOutboxDeps): PageOutbox {
  const entries = signal<readonly WriteEntry[]>([]);
  const tabs = createBroadcast<OutboxMessage>('portal.outbox');
  const report = (detail: string) => telemetry({ event: 'outbox', detail });
  const reportError = (error: unknown) => report(String(error));
  const later = createSingleTimer();
  const guardId = () => session.current()?.guardId ?? null;
  let queue: Promise<Queue> | null = null;

  async function start(): Promise<Queue> {
    const [{ createOutboxEngine: createQueue }, { createEntryStore: createEntries }, { deleteSentDraft: dropSent }, { createGuardKey }] =
      await load();
    const { keyOf, attach } = createGuardKey({ session, report });
    const kept = createEntries({ keyOf, report });
    const queueHere = createQueue({
      entries: kept,
      guardId,
      now: clock.now,
      isTimeSynchronised: clock.isSynchronised,
      // A portal on the same machine is reached without a network, too.
      isOnline: () => navigator.onLine || !isLost(),
      changed,
      forgetDraft: dropSent,
      show: entries.set,
      tabs,
      runExclusive: createExclusiveRun('portal.outbox'),
      scheduleOnce: later,
      report,
    });
    const started = attach(kept, queueHere);
    await started.read();
    void started.sendNow();
    if (entries.get().length > 0 && !clock.isSynchronised()) void check();
    return started;
  }
  function open(): Promise<Queue> {
    queue ??= start();
    // Without its files the page stays as it was: the next reason to open it tries again.
    queue.catch((error: unknown) => {
      report(String(error));
      queue = null;
    });
    return queue;
  }
  const openQuietly = () => void (session.current() ? open().catch(() => undefined) : undefined);
  const act = (run: (opened: Queue) => Promise<void>) => void open().then(run).catch(reportError);
  const sendNow = () => (queue ? act((opened) => opened.sendNow()) : undefined);

  tabs.listen(openQuietly);
  session.subscribe(() => (queue ? sendNow() : openQuietly()));
  onHint(sendNow);
  whenIdleAfterLoad(openQuietly);

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
      openQuietly();
      return entries.subscribe(listener);
    },
    add: adding(guardId, open),
    remove: (guardId, key) => open().then((opened) => opened.dismiss(key, guardId)),
    retry: (key) => act((opened) => opened.retry(key)),
    dismiss: (key) => act((opened) => opened.dismiss(key)),
  };
}
