import type { Store } from '../store/store';
import { type KeptEvents, keptEventsFrom } from './budget-counts';
import { addStats, emptyStats, type VersionStats } from './version-stats';

export const keyOf = (name: string, version: string): string => `${name}@${version}`;

/** The counts and the state that one host writes to the store, for itself after a restart, for the other hosts and for `portal status`. */
export interface HostHealth {
  at: string;
  /** `on`, or the reason why self-heal is off; null after the host has stopped. */
  healing: string | null;
  /** Rollbacks that the host could not do, with the reasons. */
  note: string | null;
  versions: Record<string, VersionStats>;
  /** The events of each module for its error budget. Missing in files of older hosts. */
  events?: Record<string, KeptEvents>;
}

/** A host writes at least this often, even without new counts. */
export const HEARTBEAT_MS = 60_000;
/** The state of a host counts for this time, because a killed host writes no final state. */
const STALE_AFTER_MS = 3 * HEARTBEAT_MS;
/** The counts of a host that writes no more are deleted after this time. */
const DROP_MS = 7 * 24 * 60 * 60_000;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses a JSON object; null for any other text. */
export function recordOrNull(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** Parses a file of a host, without its malformed events; null for a torn file. */
export function parseHostHealth(text: string): HostHealth | null {
  const given = recordOrNull(text) as HostHealth | null;
  if (!isRecord(given?.versions)) return null;
  const events = Object.entries(isRecord(given.events) ? given.events : {});
  return { ...given, events: Object.fromEntries(events.map(([name, kept]) => [name, keptEventsFrom(kept)])) };
}

/** The files of all hosts by host, without `except` and without hosts that have been silent for a week. */
export async function readHostHealth(store: Pick<Store, 'health'>, now: number, except?: string): Promise<Map<string, HostHealth>> {
  const all = [...(await store.health())].flatMap(([host, text]) => {
    const kept = host === except ? null : parseHostHealth(text);
    return kept && now - Date.parse(kept.at) < DROP_MS ? [[host, kept] as const] : [];
  });
  return new Map(all);
}

/** Deletes the files of hosts that have been silent for a week. */
export async function deleteStaleHosts(store: Pick<Store, 'health' | 'writeHealth'>, now: number): Promise<void> {
  const read = await readHostHealth(store, now);
  for (const host of (await store.health()).keys()) if (!read.has(host)) await store.writeHealth(host, null);
}

/** The counts of one version, summed over hosts. */
export const totalOf = (kept: Iterable<HostHealth>, key: string): VersionStats =>
  [...kept].reduce((sum, { versions }) => (versions[key] ? addStats(sum, versions[key]) : sum), emptyStats());

export interface Health {
  /** The self-heal state of each host that wrote within three minutes; `notes` come from the same hosts. */
  healing: string[];
  notes: string[];
  /** Module -> version -> its counts. */
  modules: Record<string, Record<string, VersionStats>>;
}

export async function readHealth(store: Pick<Store, 'health'>, now: number): Promise<Health> {
  const kept = [...(await readHostHealth(store, now)).values()];
  const modules: Health['modules'] = {};
  for (const key of new Set(kept.flatMap(({ versions }) => Object.keys(versions)))) {
    const at = key.indexOf('@');
    const [name, version] = [key.slice(0, at), key.slice(at + 1)];
    modules[name] = { ...modules[name], [version]: totalOf(kept, key) };
  }
  const present = kept.filter(({ at }) => now - Date.parse(at) < STALE_AFTER_MS);
  return {
    healing: [...new Set(present.flatMap(({ healing }) => healing ?? []))],
    notes: [...new Set(present.flatMap(({ note }) => note ?? []))],
    modules,
  };
}
