import type { Registry } from '@portal/mf-kit/module';
import { UserError } from '../errors';
import { loadableVersions } from '../registry/next-registry';
import { verifyCandidate, verifyPastRegistry } from '../registry/signatures';
import { type CommandContext, readRegistry } from '../registry/update-registry';
import { mapConcurrent } from '../store/concurrent';
import type { HiddenVersion, PublishedVersion } from '../store/store';
import { command } from './command';
import { wrapText } from './format';

export interface PruneOptions {
  /** The versions of this many newest revisions stay. */
  revisions: number;
  /** Versions that ran or were published within this many days stay, because pages opened then still request their files. */
  days: number;
  /** Nothing is removed. */
  isDry: boolean;
}

export interface PruneResult {
  removed: PublishedVersion[];
  kept: number;
  /** How many versions another prune has hidden and not deleted yet; it is running or was killed. */
  underWay: number;
}

const DAY_MS = 86_400_000;
/** The clocks of the machines that activate differ by less. */
const CLOCKS_MS = 5 * 60_000;
/** Versions hidden for longer belong to a prune that was killed, because no prune takes this long. */
const LEFT_MS = 3_600_000;

const key = (name: string, version: string) => `${name}@${version}`;

/** Every version that a page with this registry may load. */
const namedBy = (registry: Registry): string[] =>
  ['shell', ...Object.keys(registry.modules)].flatMap((name) => loadableVersions(registry, name).map((version) => key(name, version)));

/** Throws because the needed versions cannot be determined. */
const refuseUnreadable = (what: string, error: unknown): never => {
  throw new UserError(`nothing was removed: ${what} cannot be read (${(error as Error).message}), and what it needs is not known`);
};

async function neededByRevisions(
  { store, ops, now }: CommandContext,
  newest: Registry,
  { revisions, days }: PruneOptions,
): Promise<string[]> {
  const needed: string[] = [];
  let endedAt = now().getTime();
  for (let revision = newest.revision, left = revisions; revision > 0; revision--) {
    const text = await store.revision(revision);
    // An operator renamed this number, so the previous revision was active until the next one.
    if (text === null) continue;
    if (left-- <= 0 && endedAt < now().getTime() - days * DAY_MS) break;
    try {
      const { registry } = verifyPastRegistry(text, ops.publicKey, newest.handovers);
      needed.push(...namedBy(registry));
      endedAt = Date.parse(registry.at);
    } catch (error) {
      refuseUnreadable(`revision ${revision}`, error);
    }
  }
  return needed;
}

/** The versions of candidates that are shown, or were shown within `days`. */
async function neededByCandidates(
  { store, ops, now }: CommandContext,
  { handovers = [] }: Registry,
  { days }: Pick<PruneOptions, 'days'>,
): Promise<string[]> {
  const keys = [ops.publicKey, ...handovers.map(({ from }) => from)];
  const needed: string[] = [];
  for (const id of await store.candidates()) {
    try {
      const { registry, until } = verifyCandidate((await store.candidate(id)) ?? '', ...keys);
      if (Date.parse(until) >= now().getTime() - days * DAY_MS) needed.push(...namedBy(registry));
    } catch (error) {
      refuseUnreadable(`candidate ${id}`, error);
    }
  }
  return needed;
}

type Named = Pick<PublishedVersion, 'name' | 'version'>;

/** Returns a function that names what needs a version; null if nothing does. Throws if that cannot be determined. */
async function findUsers(context: CommandContext, options: PruneOptions): Promise<(one: Named) => string | null> {
  const { registry } = await readRegistry(context);
  if (!registry) throw new UserError('nothing is active yet, so the needed versions are unknown');
  if (Date.parse(registry.at) > context.now().getTime() + CLOCKS_MS)
    throw new UserError(
      `nothing was removed: revision ${registry.revision} is of ${registry.at}, and the clock of this machine is behind that`,
    );
  const revisions = new Set(await neededByRevisions(context, registry, options));
  const candidates = new Set(await neededByCandidates(context, registry, options));
  return ({ name, version }) => {
    if (revisions.has(key(name, version))) return `revision ${registry.revision}`;
    return candidates.has(key(name, version)) ? 'a candidate' : null;
  };
}

/** Hides the versions and checks again whether they are needed. If one is, or if one cannot be hidden, all are restored. */
async function hideAll(context: CommandContext, goes: readonly PublishedVersion[], options: PruneOptions): Promise<PublishedVersion[]> {
  const { store } = context;
  const aside: PublishedVersion[] = [];
  try {
    await mapConcurrent(goes, async (one) => {
      if (await store.hide(one.name, one.version)) aside.push(one);
    });
    const after = await findUsers(context, options);
    const [needer] = aside.flatMap((one) => after(one) ?? []);
    // A concurrent change needs one of them.
    if (needer) throw new UserError(`nothing was removed: ${needer} needs one of the versions. See \`portal status\` and repeat`);
    return goes.filter((one) => aside.includes(one));
  } catch (error) {
    await mapConcurrent(aside, ({ name, version }) => store.unhide(name, version)).catch((more: Error) => {
      throw new UserError(`${(error as Error).message}; and not all were restored (${more.message}): repeat to restore them`);
    });
    throw error;
  }
}

/** Restores needed versions that another prune hid, and returns those it was killed at, to be deleted. */
async function finishInterruptedPrune(context: CommandContext, need: (one: Named) => string | null, isDry: boolean) {
  const { store, now } = context;
  const left: HiddenVersion[] = [];
  for (const one of await store.listHidden())
    if (need(one) === null || isDry || !(await store.unhide(one.name, one.version))) left.push(one);
  // A needed version that cannot be restored was deleted in part.
  const ended = left.filter((one) => one.since < now().getTime() - LEFT_MS && !(isDry && need(one) !== null));
  return { ended: ended.map(({ since: _since, ...one }) => one), underWay: left.length - ended.length };
}

/**
 * Deletes the files of unneeded versions: no newer revision, last good version, canary or candidate names them, and none ran or was
 * published within `days`. Their version numbers are not reused. Throws and removes nothing if that cannot be determined. Completes a prune
 * that was killed. If two run at the same time, each version is deleted once.
 */
export async function prune(context: CommandContext, options: PruneOptions): Promise<PruneResult> {
  const { store, now } = context;
  const need = await findUsers(context, options);
  const { ended, underWay } = await finishInterruptedPrune(context, need, options.isDry);
  const all = await store.published();
  const since = now().getTime() - options.days * DAY_MS;
  const goes = all.filter((one) => need(one) === null && one.at < since);
  const pruned = { removed: [...goes, ...ended], kept: all.length - goes.length, underWay };
  if (options.isDry) return pruned;
  const removed = [...(await hideAll(context, goes, options)), ...ended];
  await mapConcurrent(removed, ({ name, version }) => store.deleteVersion(name, version)).catch((error: Error) => {
    throw new UserError(`the versions are hidden, but not all of their files are removed: ${error.message}. Repeat in an hour`);
  });
  return { ...pruned, removed };
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

function prunedText({ removed, kept, underWay }: PruneResult, isDry: boolean): string {
  const others = underWay === 0 ? [] : [`${underWay} are being removed by another prune; if that one was killed, repeat in an hour`];
  if (removed.length === 0)
    return [`nothing to remove: all ${kept} versions are needed, or came or ran not long ago`, ...others].join('\n');
  const bytes = removed.reduce((sum, one) => sum + one.bytes, 0);
  const said = `${isDry ? 'would remove' : 'removed'} ${removed.length} versions, ${megabytes(bytes)}; ${kept} stay`;
  const each = removed.map(({ name, version, at, bytes: own }) =>
    wrapText(`  ${name} ${version}, of ${new Date(at).toISOString().slice(0, 10)}, ${megabytes(own)}`, 4),
  );
  return [said, ...each, ...others].join('\n');
}

function atLeastOne(option: string, given: string): number {
  const number = Number(given);
  if (!Number.isInteger(number) || number < 1) throw new UserError(`${option} is a whole number, 1 or more`);
  return number;
}

export const pruneCommand = command({
  name: 'prune',
  summary: 'Removes the files of versions that no page can need any more.',
  options: {
    'dry-run': { about: 'removes nothing' },
    keep: { value: 'n', about: 'the versions of this many newest revisions stay (20)' },
    days: { value: 'n', about: 'versions that ran within this many days stay (30)' },
  },
  needsOpsToken: true,
  async run(context, _names, { keep = '20', days = '30', 'dry-run': isDry = false }) {
    const pruned = await prune(context, { revisions: atLeastOne('--keep', keep), days: atLeastOne('--days', days), isDry });
    return { text: prunedText(pruned, isDry), data: { ...pruned, dryRun: isDry } };
  },
});
