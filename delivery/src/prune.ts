import type { Registry } from '@portal/mf-kit/module';
import { type Desk, readRegistry } from './desk';
import { each } from './lanes';
import { Refusal } from './refusal';
import { runningOf } from './registry';
import { openCandidate, openPast } from './signing';
import type { AsideVersion, PublishedVersion } from './store';

export interface PruneOptions {
  /** The versions of this many newest revisions stay. */
  revisions: number;
  /** Versions that ran or were published within this many days stay, because pages opened then still request their files. */
  days: number;
  /** Nothing is removed. */
  isDry: boolean;
}

export interface Pruned {
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
  ['shell', ...Object.keys(registry.modules)].flatMap((name) => runningOf(registry, name).map((version) => key(name, version)));

/** Throws because the needed versions cannot be determined. */
const inDoubt = (what: string, error: unknown): never => {
  throw new Refusal(`nothing was removed: ${what} cannot be read (${(error as Error).message}), and what it needs is not known`);
};

async function neededByRevisions({ store, ops, now }: Desk, newest: Registry, { revisions, days }: PruneOptions): Promise<string[]> {
  const needed: string[] = [];
  let endedAt = now().getTime();
  for (let revision = newest.revision, left = revisions; revision > 0; revision--) {
    const text = await store.revision(revision);
    // An operator renamed this number, so the previous revision was active until the next one.
    if (text === null) continue;
    if (left-- <= 0 && endedAt < now().getTime() - days * DAY_MS) break;
    try {
      const { registry } = openPast(text, ops.publicKey, newest.handovers);
      needed.push(...namedBy(registry));
      endedAt = Date.parse(registry.at);
    } catch (error) {
      inDoubt(`revision ${revision}`, error);
    }
  }
  return needed;
}

/** The versions of candidates that are shown, or were shown within `days`. */
async function neededByCandidates(
  { store, ops, now }: Desk,
  { handovers = [] }: Registry,
  { days }: Pick<PruneOptions, 'days'>,
): Promise<string[]> {
  const keys = [ops.publicKey, ...handovers.map(({ from }) => from)];
  const needed: string[] = [];
  for (const id of await store.candidates()) {
    try {
      const { registry, until } = openCandidate((await store.candidate(id)) ?? '', ...keys);
      if (Date.parse(until) >= now().getTime() - days * DAY_MS) needed.push(...namedBy(registry));
    } catch (error) {
      inDoubt(`candidate ${id}`, error);
    }
  }
  return needed;
}

type Named = Pick<PublishedVersion, 'name' | 'version'>;

/** Returns a function that names what needs a version; null if nothing does. Throws if that cannot be determined. */
async function needs(desk: Desk, options: PruneOptions): Promise<(one: Named) => string | null> {
  const { registry } = await readRegistry(desk);
  if (!registry) throw new Refusal('nothing is active yet, so the needed versions are unknown');
  if (Date.parse(registry.at) > desk.now().getTime() + CLOCKS_MS)
    throw new Refusal(
      `nothing was removed: revision ${registry.revision} is of ${registry.at}, and the clock of this machine is behind that`,
    );
  const revisions = new Set(await neededByRevisions(desk, registry, options));
  const candidates = new Set(await neededByCandidates(desk, registry, options));
  return ({ name, version }) => {
    if (revisions.has(key(name, version))) return `revision ${registry.revision}`;
    return candidates.has(key(name, version)) ? 'a candidate' : null;
  };
}

/** Hides the versions and checks again whether they are needed. If one is, or if one cannot be hidden, all are restored. */
async function setAsideAll(desk: Desk, goes: readonly PublishedVersion[], options: PruneOptions): Promise<PublishedVersion[]> {
  const { store } = desk;
  const aside: PublishedVersion[] = [];
  try {
    await each(goes, async (one) => {
      if (await store.setAside(one.name, one.version)) aside.push(one);
    });
    const after = await needs(desk, options);
    const [needer] = aside.flatMap((one) => after(one) ?? []);
    // A concurrent change needs one of them.
    if (needer) throw new Refusal(`nothing was removed: ${needer} needs one of the versions. See \`portal status\` and repeat`);
    return goes.filter((one) => aside.includes(one));
  } catch (error) {
    await each(aside, ({ name, version }) => store.putBack(name, version)).catch((more: Error) => {
      throw new Refusal(`${(error as Error).message}; and not all were restored (${more.message}): repeat to restore them`);
    });
    throw error;
  }
}

/** Restores needed versions that another prune hid, and returns those it was killed at, to be deleted. */
async function takeOver(desk: Desk, need: (one: Named) => string | null, isDry: boolean) {
  const { store, now } = desk;
  const left: AsideVersion[] = [];
  for (const one of await store.aside()) if (need(one) === null || isDry || !(await store.putBack(one.name, one.version))) left.push(one);
  // A needed version that cannot be restored was deleted in part.
  const ended = left.filter((one) => one.since < now().getTime() - LEFT_MS && !(isDry && need(one) !== null));
  return { ended: ended.map(({ since: _since, ...one }) => one), underWay: left.length - ended.length };
}

/**
 * Deletes the files of unneeded versions: no newer revision, last good version, canary or candidate names them, and none ran or was
 * published within `days`. Their version numbers are not reused. Throws and removes nothing if that cannot be determined. Completes a prune
 * that was killed. If two run at the same time, each version is deleted once.
 */
export async function prune(desk: Desk, options: PruneOptions): Promise<Pruned> {
  const { store, now } = desk;
  const need = await needs(desk, options);
  const { ended, underWay } = await takeOver(desk, need, options.isDry);
  const all = await store.published();
  const since = now().getTime() - options.days * DAY_MS;
  const goes = all.filter((one) => need(one) === null && one.at < since);
  const pruned = { removed: [...goes, ...ended], kept: all.length - goes.length, underWay };
  if (options.isDry) return pruned;
  const removed = [...(await setAsideAll(desk, goes, options)), ...ended];
  await each(removed, ({ name, version }) => store.erase(name, version)).catch((error: Error) => {
    throw new Refusal(`the versions are hidden, but not all of their files are removed: ${error.message}. Repeat in an hour`);
  });
  return { ...pruned, removed };
}
