import type { Registry } from '@portal/mf-kit/module';
import { type Desk, readRegistry } from './desk';
import { Refusal } from './refusal';
import { runningOf } from './registry';
import { openCandidate, openPast } from './signing';
import type { PublishedVersion } from './store';

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
}

const DAY_MS = 86_400_000;
/** Clocks of the machines that activate differ by less. */
const CLOCKS_MS = 5 * 60_000;

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

async function neededByCandidates({ store, ops, now }: Desk, { handovers = [] }: Registry): Promise<string[]> {
  const keys = [ops.publicKey, ...handovers.map(({ from }) => from)];
  const needed: string[] = [];
  for (const id of await store.candidates()) {
    try {
      const { registry, until } = openCandidate((await store.candidate(id)) ?? '', ...keys);
      if (Date.parse(until) >= now().getTime()) needed.push(...namedBy(registry));
    } catch (error) {
      inDoubt(`candidate ${id}`, error);
    }
  }
  return needed;
}

/**
 * Removes the files of versions that nobody needs any more: no newer revision, no last good version, no canary, no candidate names them, and
 * none of them ran or came within so many days. Their numbers are not given again. Refuses, and removes nothing, where it cannot be sure.
 */
export async function prune(desk: Desk, options: PruneOptions): Promise<Pruned> {
  const { store, now } = desk;
  const { registry } = await readRegistry(desk);
  if (!registry) throw new Refusal('nothing is active yet: nobody can say what is needed');
  if (Date.parse(registry.at) > now().getTime() + CLOCKS_MS)
    throw new Refusal(
      `nothing was removed: revision ${registry.revision} is of ${registry.at}, and the clock of this machine is behind that`,
    );
  const needed = new Set([...(await neededByRevisions(desk, registry, options)), ...(await neededByCandidates(desk, registry))]);
  const all = await store.published();
  const since = now().getTime() - options.days * DAY_MS;
  const goes = all.filter(({ name, version, at }) => !needed.has(key(name, version)) && at < since);
  const pruned = { removed: goes, kept: all.length - goes.length };
  if (options.isDry || goes.length === 0) return pruned;
  const aside = await Promise.all(goes.map(({ name, version }) => store.setAside(name, version)));
  const after = (await readRegistry(desk)).registry;
  const named = new Set(after ? namedBy(after) : []);
  // Somebody was quicker.
  if (goes.some(({ name, version }) => named.has(key(name, version)))) {
    await Promise.all(aside.map(({ putBack }) => putBack()));
    throw new Refusal(`nothing was removed: revision ${after?.revision} needs what was to go. See \`portal status\` and repeat`);
  }
  await Promise.all(aside.map(({ erase }) => erase()));
  return pruned;
}
