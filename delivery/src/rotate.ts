import { assertSigns, type Desk, decide, makeLive, type Order, readRegistry } from './desk';
import { Overtaken, Refusal } from './refusal';
import { dropNext, handOver, type KeyName, keyFor, makeNext, takeNext, waitingKeys } from './signing';

export interface Rotated {
  key: KeyName;
  publicKey: string;
  revision: number;
  warnings: string[];
}

/**
 * Replaces a key, in one revision. For the ops key, the new key signs the revision, and both keys sign the handover; then hosts and pages
 * accept nothing signed with the old key. For the timestamp key of the host, the revision lists only the new one.
 */
export const rotate = (desk: Desk, data: string, key: KeyName, order: Order): Promise<Rotated> =>
  decide(desk, [], async (text, running) => {
    if (!running) throw new Refusal('nothing is active yet: a first key needs no change');
    const revision = Math.max(running.revision, (await desk.store.newest()).used) + 1;
    const base = { ...running, revision, at: desk.now().toISOString() };
    // Throws if another process has replaced the key first.
    assertSigns(desk.ops, base);
    const next = makeNext(data, key);
    const isOps = key === 'ops';
    const changed = isOps
      ? { ...base, handovers: [...(running.handovers ?? []), handOver(desk.ops, next, revision)] }
      : { ...base, timestampKeys: [next.publicKey] };
    const line = { by: order.by, why: order.why, did: { what: `rotate-key ${key}, now ${next.publicKey}` }, changes: [] };
    const live = makeLive({ store: desk.store, ops: isOps ? next : desk.ops }, text, changed, line);
    const made = await live.catch((error: unknown) => {
      // Other errors may occur after the revision was written. Then the key must stay, because only it can sign the next revision.
      if (error instanceof Overtaken) dropNext(data, key, next);
      throw error;
    });
    takeNext(data, key, next);
    return { key, publicKey: next.publicKey, revision: made.registry.revision, warnings: made.warnings };
  });

/**
 * Finishes a key replacement that was killed after its revision was written; otherwise the next revision would be signed with the old key.
 */
export async function finishRotation(desk: Pick<Desk, 'store' | 'ops'>, data: string): Promise<void> {
  const waiting = (['ops', 'timestamp'] as const).flatMap((name) => waitingKeys(data, name).map((key) => ({ name, key })));
  if (waiting.length === 0) return;
  const { registry } = await readRegistry(desk);
  if (!registry) return;
  const { revision, handovers = [], timestampKeys = [] } = registry;
  const counts = { ops: [keyFor(revision, desk.ops.publicKey, handovers)], timestamp: timestampKeys };
  for (const { name, key } of waiting) if (counts[name].includes(key.publicKey)) takeNext(data, name, key);
}
