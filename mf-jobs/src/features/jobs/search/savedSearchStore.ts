import type { Job } from '@portal/contracts/jobs/jobs.shapes';
import { createDatabase, type DBSchema } from '@portal/device/database';

export interface SavedSearch {
  name: string;
  /** The query of the address without a page. */
  query: string;
}

/** One row per guard. IndexedDB survives a logout, and only the row of the guard in the session is read. */
export interface StoredSearches {
  saved: SavedSearch[];
  /** Time of the last visit; null before the first visit on this device. */
  visitAt: string | null;
  /** Jobs posted later than this are new in this visit; null on the first visit. */
  newSince: string | null;
}

export const MAX_SAVED = 20;
/** A return within this time continues the same visit. */
const SAME_VISIT_MS = 30 * 60_000;

const EMPTY: StoredSearches = { saved: [], visitAt: null, newSince: null };

/** Records a visit. After a longer pause, jobs posted since the previous visit become new. */
export function recordVisit(stored: StoredSearches, now: Date): StoredSearches {
  const isSame = stored.visitAt !== null && now.getTime() - Date.parse(stored.visitAt) < SAME_VISIT_MS;
  return { ...stored, visitAt: now.toISOString(), newSince: isSame ? stored.newSince : stored.visitAt };
}

/** Saves a search; a search with the same name is replaced. */
export const withSaved = (stored: StoredSearches, search: SavedSearch): StoredSearches => ({
  ...stored,
  saved: [...stored.saved.filter(({ name }) => name !== search.name), search].slice(-MAX_SAVED),
});

export const withoutSaved = (stored: StoredSearches, removedName: string): StoredSearches => ({
  ...stored,
  saved: stored.saved.filter(({ name }) => name !== removedName),
});

interface Searches extends DBSchema {
  guards: { key: string; value: StoredSearches };
}

const device = createDatabase<Searches>({
  name: 'portal-searches',
  create: (database) => void database.createObjectStore('guards'),
});

/** Applies a change in one transaction and returns the stored value. Rejects if the device cannot store. */
export const updateSavedSearches = (guardId: string, change: (stored: StoredSearches) => StoredSearches): Promise<StoredSearches> =>
  device.transact('readwrite', async (transaction) => {
    const guards = transaction.objectStore('guards');
    const next = change({ ...EMPTY, ...(await guards.get(guardId)) });
    await guards.put(next, guardId);
    return next;
  });

/** Returns a test for jobs posted since the guard's last visit. On the first visit it is always false. */
export function newSince(stored: StoredSearches | null): (job: Pick<Job, 'postedAt'>) => boolean {
  const since = stored?.newSince ? Date.parse(stored.newSince) : Number.POSITIVE_INFINITY;
  return ({ postedAt }) => postedAt != null && Date.parse(postedAt) > since;
}
