import type { Store } from '../store';
import { noTally, sumOf, type Tally } from './tally';

export const keyOf = (name: string, version: string): string => `${name}@${version}`;

/** What one host keeps in the store, for its own next start, for the other hosts and for `portal status`. */
export interface Kept {
  at: string;
  /** Whether this host takes bad releases back by itself, or why not; null once it has left. */
  healing: string | null;
  /** What it would have done, and why it did not. */
  note: string | null;
  /** By `keyOf`. */
  versions: Record<string, Tally>;
}

/** A host says so often that it is there, whether or not anything happens. */
export const SAY_MS = 60_000;
/** What it says of itself is believed for so long. One that was killed says no goodbye. */
const HEARD_MS = 3 * SAY_MS;
/** What a host counted that says nothing any more is dropped after this time. */
const DROP_MS = 7 * 24 * 60 * 60_000;

function keptIn(text: string): Kept | null {
  try {
    return JSON.parse(text) as Kept;
  } catch {
    return null;
  }
}

/** What the hosts keep, by host, without those that have been silent for a week, and `except` that one. */
export async function readKept(store: Pick<Store, 'health'>, now: number, except?: string): Promise<Map<string, Kept>> {
  const all = [...(await store.health())].flatMap(([host, text]) => {
    const kept = host === except ? null : keptIn(text);
    return kept && now - Date.parse(kept.at) < DROP_MS ? [[host, kept] as const] : [];
  });
  return new Map(all);
}

/** Takes what nobody reads any more out of the store. */
export async function dropSilent(store: Pick<Store, 'health' | 'keepHealth'>, now: number): Promise<void> {
  const read = await readKept(store, now);
  for (const host of (await store.health()).keys()) if (!read.has(host)) await store.keepHealth(host, null);
}

/** What was counted of one version by all of them. */
export const totalOf = (kept: Iterable<Kept>, key: string): Tally =>
  [...kept].reduce((sum, { versions }) => (versions[key] ? sumOf(sum, versions[key]) : sum), noTally());

/** What all hosts together know. */
export interface Health {
  /** Whether bad releases go back by themselves, as each host says it that was heard of within three minutes; `notes` are of these as well. */
  healing: string[];
  notes: string[];
  /** Module -> version -> what was counted of it. */
  modules: Record<string, Record<string, Tally>>;
}

/** What the hosts have counted, for whoever looks. */
export async function readHealth(store: Pick<Store, 'health'>, now: number): Promise<Health> {
  const kept = [...(await readKept(store, now)).values()];
  const modules: Health['modules'] = {};
  for (const key of new Set(kept.flatMap(({ versions }) => Object.keys(versions)))) {
    const at = key.indexOf('@');
    const [name, version] = [key.slice(0, at), key.slice(at + 1)];
    modules[name] = { ...modules[name], [version]: totalOf(kept, key) };
  }
  const present = kept.filter(({ at }) => now - Date.parse(at) < HEARD_MS);
  return {
    healing: [...new Set(present.flatMap(({ healing }) => healing ?? []))],
    notes: [...new Set(present.flatMap(({ note }) => note ?? []))],
    modules,
  };
}
