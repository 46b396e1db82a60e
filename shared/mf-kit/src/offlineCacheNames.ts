import { withStorageDeadline } from '@portal/device/storageDeadline';

/** Prefix of all names in Cache Storage, for the worker and the pages. */
export const CACHE_PREFIX = 'portal-';

export const FILE_CACHE = `${CACHE_PREFIX}files`;

/** The maximum age of cached replies, pages and chats. After three days the shift that they are about has ended. */
export const CACHE_MAX_AGE_MS = 3 * 86_400_000;

/** Deletes a failed file from the cache, because the cached copy may be damaged. `url`: the requested address. Never rejects. */
export async function evictCachedFile(url: string): Promise<void> {
  try {
    await withStorageDeadline(caches.open(FILE_CACHE).then((kept) => kept.delete(url)));
  } catch {
    // A browser without a cache has no damaged file. A cache that does not answer is ignored.
  }
}
