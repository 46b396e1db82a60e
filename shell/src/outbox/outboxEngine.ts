import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { WriteResult } from '@portal/mf-kit/portal';
import { copyForStorage } from './attachments';
import { createCallers, type DurableOptions } from './callers';
import { createDispatcher } from './dispatcher';
import { resetForRetry } from './entryRules';
import { createEntryView } from './entryView';
import type { OutboxDeps } from './outboxTypes';
import { createResultStore } from './resultStore';

/** Shows and sends the durable writes of this device. */
export function createOutboxEngine(parts: OutboxDeps) {
  const { entries, guardId, now, tabs } = parts;
  const pending = createCallers();
  const outcomes = createResultStore(parts);
  const projection = createEntryView({
    ...parts,
    outcomes,
    pending,
    isInFlight: (key) => relay.isInFlight(key),
    onTimer: () => look(),
  });
  const { markAdding: begin, clearAdding: settle, refresh } = projection;
  const quietly = (done: Promise<unknown>) => void done.catch((error: unknown) => parts.report(String(error)));

  const relay = createDispatcher({
    ...parts,
    refresh,
    record: outcomes.save,
    onInFlight(changed) {
      if (changed) parts.changed(changed);
      tabs.post({ sending: relay.inFlight(), ...(changed ? { changed } : {}) });
    },
    onProgress: (key, share) => projection.progressed(key, share) && tabs.post({ progress: { key, share } }),
    onLockAcquired: () => projection.inFlightElsewhere([]),
    onChecked(all) {
      for (const { key } of all) settle(key);
    },
  });
  const look = () => quietly(Promise.all([refresh(), relay.send()]));

  tabs.listen(({ sending, changed, progress, dismissed }) => {
    if (progress) return void projection.progressed(progress.key, progress.share);
    if (dismissed !== undefined) relay.stop(dismissed);
    if (sending) projection.inFlightElsewhere(sending);
    if (changed) parts.changed(changed);
    // Whoever sends may close before it has finished: the next one is in line already.
    quietly(refresh().then((all) => (all.some(({ state }) => state === 'waiting') ? relay.send() : undefined)));
  });

  async function changeEntry(guard: string | null, key: string, run: (guard: string) => Promise<void>) {
    if (guard !== null) await run(guard);
    settle(key);
    tabs.post({});
    await refresh();
    void relay.send();
  }

  return {
    /** Shows what is kept. */
    read: () => refresh().then(() => undefined),
    /** Something says that it may work now: pauses end, but for those that the server named. */
    sendNow: () => relay.send(true),
    /** Resolves when it was answered or dismissed; rejects when the device cannot keep it. `stored`: the device has it, or cannot keep it. */
    async add<In, Out>(endpoint: Endpoint<In, Out>, input: In, options: DurableOptions, stored = () => {}): Promise<WriteResult<Out>> {
      const made = newEntry(guardId(), endpoint as Endpoint, options, now().toISOString());
      begin(options.key);
      const adding = copyForStorage(input).then((kept) => entries.add({ ...made, ...kept }));
      const failed = (error: unknown) => Promise.reject(error).finally(() => settle(options.key));
      await adding.finally(stored).catch(failed);
      const result = pending.wait({ guardId: made.guardId, read: endpoint.read, options });
      tabs.post({});
      look();
      return result as Promise<WriteResult<Out>>;
    },
    retry: (key: string) =>
      changeEntry(guardId(), key, (guard) => {
        outcomes.forget(key);
        return entries.change(guard, key, (entry) => resetForRetry(entry, now()));
      }),
    /** Resolves when it is off the device. `owner`: whose it is, also after their session has ended. */
    dismiss: (key: string, owner = guardId()) =>
      changeEntry(owner, key, async (guard) => {
        outcomes.forget(key);
        await entries.remove(guard, key);
        // Now that it is gone, whoever sends it does not begin anew.
        relay.stop(key);
        tabs.post({ dismissed: key });
      }),
  };
}
export type Queue = ReturnType<typeof createOutboxEngine>;

function newEntry(guardId: string | null, endpoint: Endpoint, options: DurableOptions, createdAt: string) {
  if (guardId === null) throw new Error('A durable write needs a guard to own it');
  const { id, method, path, auth, body, query, always, jsonRows } = endpoint;
  const { key, order = null, validUntil = null, durable } = options;
  const sets = { ...(body && { body }), ...(query && { query }), ...(always && { always }), ...(jsonRows && { jsonRows }) };
  const call = { id, method, path, auth, ...sets };
  const begins = { state: 'waiting' as const, tries: 0, notBefore: null, isTold: false };
  const { what, isQuiet } = durable;
  return { ...begins, guardId, key, call, order, what, createdAt, validUntil, ...(isQuiet && { isQuiet }) };
}
