import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { WriteResult } from '@portal/mf-kit/portal';
import { createOutcomes } from './outcomes';
import type { QueueParts } from './parts';
import { createPending, type DurableOptions } from './pending';
import { createProjection } from './projection';
import { createRelay } from './relay';
import { renewed } from './retryPolicy';

/** Shows and sends the durable writes of this device. */
export function createQueue(parts: QueueParts) {
  const { entries, guardId, now, tabs } = parts;
  const pending = createPending();
  const outcomes = createOutcomes(parts);
  const projection = createProjection({
    ...parts,
    outcomes,
    pending,
    isInFlight: (key) => relay.isInFlight(key),
    onMoment: () => void relay.send(),
  });
  const { fresh, refresh } = projection;
  const quietly = (done: Promise<unknown>) => void done.catch((error: unknown) => parts.report(String(error)));

  const relay = createRelay({
    ...parts,
    refresh,
    record: outcomes.record,
    onInFlight(changed) {
      if (changed) parts.changed(changed);
      tabs.post({ sending: relay.inFlight(), ...(changed ? { changed } : {}) });
    },
    onTurn: () => projection.sentElsewhere([]),
    onScheduled(all) {
      for (const { key } of all) fresh.delete(key);
    },
  });
  const tell = () => tabs.post({});

  tabs.listen(({ sending, changed }) => {
    if (sending) projection.sentElsewhere(sending);
    if (changed) parts.changed(changed);
    // Whoever sends may close before it has finished: the next one is in line already.
    quietly(refresh().then((all) => (all.some(({ state }) => state === 'waiting') ? relay.send() : undefined)));
  });

  async function of(key: string, run: (guard: string) => Promise<void>) {
    const guard = guardId();
    if (guard !== null) await run(guard);
    fresh.delete(key);
    tell();
    await refresh();
    await relay.send();
  }

  return {
    /** Shows what is kept. */
    read: () => refresh().then(() => undefined),
    /** Something says that it may work now: pauses end, but for those that the server named. */
    hurry: () => relay.send(true),
    /** Resolves when it was answered or dismissed; rejects when the device cannot keep it. */
    async add<In, Out>(endpoint: Endpoint<In, Out>, input: In, options: DurableOptions): Promise<WriteResult<Out>> {
      const { key } = options;
      fresh.add(key);
      try {
        await entries.add(newEntry(guardId(), endpoint as Endpoint, input, options, now().toISOString()));
      } catch (error) {
        fresh.delete(key);
        throw error;
      }
      const result = pending.wait(endpoint.read, options);
      tell();
      quietly(refresh());
      quietly(relay.send());
      return result as Promise<WriteResult<Out>>;
    },
    retry: (key: string) =>
      of(key, (guard) => {
        outcomes.forget(key);
        return entries.change(guard, key, (entry) => renewed(entry, now()));
      }),
    dismiss: (key: string) =>
      of(key, (guard) => {
        outcomes.forget(key);
        return entries.remove(guard, key);
      }),
  };
}
export type Queue = ReturnType<typeof createQueue>;

function newEntry(guardId: string | null, endpoint: Endpoint, input: unknown, options: DurableOptions, createdAt: string) {
  if (guardId === null) throw new Error('A durable write needs a guard to own it');
  const { id, method, path, auth, body, query, always } = endpoint;
  const { key, order = null, validUntil = null, durable } = options;
  const call = { id, method, path, auth, ...(body && { body }), ...(query && { query }), ...(always && { always }) };
  const begins = { state: 'waiting' as const, tries: 0, notBefore: null, isTold: false };
  return { ...begins, guardId, key, call, input, order, what: durable.what, createdAt, validUntil };
}
