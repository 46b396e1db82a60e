import { withStorageDeadline } from '@portal/device/storageDeadline';

/** What the worker and the pages keep on a device begins with this, in the browser's `caches`. */
export const CACHE_PREFIX = 'portal-';

/** The modules' files that a phone keeps. */
export const FILE_CACHE = `${CACHE_PREFIX}files`;

/**
 * Takes a file that failed out of what this phone keeps: it may be damaged there, and a browser serves it without asking anybody. `url`: as
 * it was asked for. Never rejects.
 */
export async function evictCachedFile(url: string): Promise<void> {
  try {
    await withStorageDeadline(caches.open(FILE_CACHE).then((kept) => kept.delete(url)));
  } catch {
    // A browser that keeps nothing has nothing damaged, and one that does not answer is not waited for.
  }
}
