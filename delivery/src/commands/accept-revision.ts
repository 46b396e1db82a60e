import { UserError } from '../errors';
import { storeFolder } from '../paths';
import { openServedRevisions, type ServedRevisions } from '../registry/served-revisions';
import { type ChangeInfo, type ChangeResult, type CommandContext, readStored, writeRevision } from '../registry/update-registry';
import { changeInfo, command, reasonOption, requireReason, withWarnings } from './command';

/**
 * Activates the set of an older revision after the restore of a backup. It gets a number above each revision that hosts have seen, so
 * hosts, open pages and service workers accept it as a newer one.
 */
export async function acceptRevision(
  context: CommandContext,
  seen: ServedRevisions,
  { revision, above }: { revision: number; above: number },
  info: ChangeInfo,
): Promise<ChangeResult> {
  const { text, registry } = await readStored({ ...context, seen });
  if (!registry) throw new UserError('nothing is active yet');
  if (registry.revision !== revision) throw new UserError(`the newest revision of the store is ${registry.revision}, not ${revision}`);
  const newest = Math.max(above, await seen.newest());
  if (newest <= revision)
    throw new UserError(`no newer revision than ${revision} is recorded here; a host that refuses it names one: --above N`);
  const known = await seen.handovers();
  // The backup may be older than a rotation of the ops key. Hosts follow the key that the rotation named.
  const handovers = known.length > 0 ? { handovers: known } : {};
  const next = { ...registry, ...handovers, revision: newest + 1, at: context.now().toISOString() };
  const did = { what: `accept-revision ${revision}, after revision ${newest}` };
  const made = await writeRevision(context, text, next, { by: info.by, why: info.why, did, changes: [] });
  return { ...made, changes: [] };
}

export const acceptRevisionCommand = command({
  name: 'accept-revision',
  summary: 'Activates the set of an older revision again, after the store was restored from a backup.',
  arguments: '<revision>',
  options: { ...reasonOption, above: { value: 'revision', about: 'the newest revision that a host names' } },
  needsOpsToken: true,
  isRecovery: true,
  async run(context, [revision = ''], options) {
    const numbers = { revision: Number(revision), above: Number(options.above ?? 0) };
    if (!Number.isInteger(numbers.revision) || numbers.revision < 1) throw new UserError('accept which revision? portal accept-revision 7');
    if (!Number.isInteger(numbers.above)) throw new UserError('--above is the number of a revision');
    const info = changeInfo(options, requireReason(options));
    const seen = openServedRevisions(context.store, storeFolder(), context.ops.publicKey);
    const { registry, warnings } = await acceptRevision(context, seen, numbers, info);
    const lines = [`revision ${registry.revision} is live, with the set of revision ${revision}`];
    return { text: withWarnings(lines, warnings), data: { revision: registry.revision } };
  },
});
