import type { Registry } from '@portal/mf-kit/module';
import { type Desk, readRegistry } from './desk';
import { each } from './lanes';
import { Refusal } from './refusal';
import { runningOf } from './registry';
import { openCandidate, openPast } from './signing';
import type { AsideVersion, PublishedVersion } from './store';

export interface PruneOptions {
  /** What so many of the newest revisions name stays. */
  revisions: number;
  /** What ran or was published within so many days stays: a page that was opened then still asks for its files. */
  days: number;
  /** Nothing is removed. */
  isDry: boolean;
}

export interface Pruned {
  removed: PublishedVersion[];
  /** How many versions stay. */
  kept: number;
  /** How many another prune took out of sight not long ago, and has not erased: it is at it, or was killed at it. */
  underWay: number;
}

const DAY_MS = 86_400_000;
/** Clocks of the machines that activate differ by less. */
const CLOCKS_MS = 5 * 60_000;
/** What was set aside for longer is of a prune that was killed: none takes as long. */
const LEFT_MS = 3_600_000;

const key = (name: string, version: string) => `${name}@${version}`;

/** Every version that a page with this registry may load. */
const namedBy = (registry: Registry): string[] =>
  ['shell', ...Object.keys(registry.modules)].flatMap((name) => runningOf(registry, name).map((version) => key(name, version)));

/** What nobody can be sure of is not removed. */
const inDoubt = (what: string, error: unknown): never => {
  throw new Refusal(`nothing was removed: ${what} cannot be read (${(error as Error).message}), and what it needs is not known`);
};

async function neededByRevisions({ store, ops, now }: Desk, newest: Registry, { revisions, days }: PruneOptions): Promise<string[]> {
  const needed: string[] = [];
  let endedAt = now().getTime();
  for (let revision = newest.revision, left = revisions; revision > 0; revision--) {
    const text = await store.revision(revision);
    // A number that was set aside: the one before it ran until the next.
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

/** What pages show of candidates, or showed not long ago. */
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

/** Says of a version who needs it, as of now; null: nobody. Refuses where it cannot be sure. */
async function needs(desk: Desk, options: PruneOptions): Promise<(one: Named) => string | null> {
  const { registry } = await readRegistry(desk);
  if (!registry) throw new Refusal('nothing is active yet: nobody can say what is needed');
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

/** Takes these out of sight, and looks once more whether somebody needs them by now: then, or where one stays in sight, all come back. */
async function setAsideAll(desk: Desk, goes: readonly PublishedVersion[], options: PruneOptions): Promise<PublishedVersion[]> {
  const { store } = desk;
  const aside: PublishedVersion[] = [];
  try {
    await each(goes, async (one) => {
      if (await store.setAside(one.name, one.version)) aside.push(one);
    });
    const after = await needs(desk, options);
    const [needer] = aside.flatMap((one) => after(one) ?? []);
    // Somebody was quicker.
    if (needer) throw new Refusal(`nothing was removed: ${needer} needs what was to go. See \`portal status\` and repeat`);
    return goes.filter((one) => aside.includes(one));
  } catch (error) {
    await each(aside, ({ name, version }) => store.putBack(name, version)).catch((more: Error) => {
      throw new Refusal(`${(error as Error).message}; and not all came back (${more.message}): repeat, what is needed comes back then`);
    });
    throw error;
  }
}

/** What another prune left out of sight: whatever is needed comes back, and what it was killed at is to be erased. */
async function takeOver(desk: Desk, need: (one: Named) => string | null, isDry: boolean) {
  const { store, now } = desk;
  const left: AsideVersion[] = [];
  for (const one of await store.aside()) if (need(one) === null || isDry || !(await store.putBack(one.name, one.version))) left.push(one);
  // What is needed and does not come back was erased in part.
  const ended = left.filter((one) => one.since < now().getTime() - LEFT_MS && !(isDry && need(one) !== null));
  return { ended: ended.map(({ since: _since, ...one }) => one), underWay: left.length - ended.length };
}

/**
 * Removes the files of versions that nobody needs any more: no newer revision, no last good version, no canary, no candidate names them, and
 * none of them ran or came within so many days. Their numbers are not given again. Refuses, and removes nothing, where it cannot be sure.
 * What a prune that was killed left is done to its end; beside another one each version goes once.
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
    throw new Refusal(`what was to go is out of sight, but not all of its files are removed: ${error.message}. Repeat in an hour`);
  });
  return { ...pruned, removed };
}
