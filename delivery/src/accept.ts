import { type Desk, makeLive, type Order, type Outcome, readStored } from './desk';
import { Refusal } from './refusal';
import type { ServedRevisions } from './servedRevisions';

/**
 * Activates the set of an older revision after the restore of a backup. It gets a number above each revision that hosts have seen, so
 * hosts, open pages and service workers accept it as a newer one.
 */
export async function acceptRevision(
  desk: Desk,
  seen: Pick<ServedRevisions, 'newest'>,
  { revision, above }: { revision: number; above: number },
  order: Order,
): Promise<Outcome> {
  const { text, registry } = await readStored(desk);
  if (!registry) throw new Refusal('nothing is active yet');
  if (registry.revision !== revision) throw new Refusal(`the newest revision of the store is ${registry.revision}, not ${revision}`);
  const newest = Math.max(above, await seen.newest());
  if (newest <= revision)
    throw new Refusal(`no newer revision than ${revision} is recorded here; a host that refuses it names one: --above N`);
  const next = { ...registry, revision: newest + 1, at: desk.now().toISOString() };
  const did = { what: `accept-revision ${revision}, after revision ${newest}` };
  const made = await makeLive(desk, text, next, { by: order.by, why: order.why, did, changes: [] });
  return { ...made, changes: [] };
}
