import type { Job } from '@portal/contracts/jobs/jobs.shapes';
import { createDatabase, type DBSchema } from '@portal/device/database';

/**
 * What the search keeps on this device, per guard: saved searches and the last visit. In IndexedDB, which a logout leaves alone; another
 * guard's is never read.
 */
export interface SavedSearch {
  name: string;
  /** The address's query, without a page. */
  query: string;
}

export interface Kept {
  saved: SavedSearch[];
  /** When the guard was last here; null: never on this device. */
  visitAt: string | null;
  /** Jobs posted after this are new in this visit; null on the first one. */
  newSince: string | null;
}

export const MOST_SAVED = 20;
/** Whoever comes back within this is on the same visit. */
const SAME_VISIT_MS = 30 * 60_000;

const nothing: Kept = { saved: [], visitAt: null, newSince: null };

/** The guard is here now: a visit after a pause makes new what was posted since the one before. */
export function visited(kept: Kept, now: Date): Kept {
  const isSame = kept.visitAt !== null && now.getTime() - Date.parse(kept.visitAt) < SAME_VISIT_MS;
  return { ...kept, visitAt: now.toISOString(), newSince: isSame ? kept.newSince : kept.visitAt };
}

/** Saves a search; the same name takes the place of the older one. */
export const withSaved = (kept: Kept, search: SavedSearch): Kept => ({
  ...kept,
  saved: [...kept.saved.filter(({ name }) => name !== search.name), search].slice(-MOST_SAVED),
});

export const withoutSaved = (kept: Kept, gone: string): Kept => ({ ...kept, saved: kept.saved.filter(({ name }) => name !== gone) });

interface Searches extends DBSchema {
  guards: { key: string; value: Kept };
}

const device = createDatabase<Searches>({
  name: 'portal-searches',
  create: (database) => void database.createObjectStore('guards'),
});

/** Changes what is kept in one transaction and gives what is kept then. Rejects when the device keeps nothing. */
export const changeKept = (guardId: string, change: (kept: Kept) => Kept): Promise<Kept> =>
  device.transact('readwrite', async (transaction) => {
    const guards = transaction.objectStore('guards');
    const next = change({ ...nothing, ...(await guards.get(guardId)) });
    await guards.put(next, guardId);
    return next;
  });

/** Whether a job was posted since the guard's last visit; nothing is new on the first one. */
export function newSince(kept: Kept | null): (job: Pick<Job, 'postedAt'>) => boolean {
  const since = kept?.newSince ? Date.parse(kept.newSince) : Number.POSITIVE_INFINITY;
  return ({ postedAt }) => postedAt != null && Date.parse(postedAt) > since;
}
