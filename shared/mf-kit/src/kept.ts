import { answered } from '@portal/device/answered';

/** What the worker and the pages keep on a device begins with this, in the browser's `caches`. */
export const KEPT = 'portal-';

/** The modules' files that a phone keeps. */
export const KEPT_FILES = `${KEPT}files`;

/**
 * Takes a file that failed out of what this phone keeps: it may be damaged there, and a browser serves it without asking anybody. `url`: as
 * it was asked for. Never rejects.
 */
export async function forgetKept(url: string): Promise<void> {
  try {
    await answered(caches.open(KEPT_FILES).then((kept) => kept.delete(url)));
  } catch {
    // A browser that keeps nothing has nothing damaged, and one that does not answer is not waited for.
  }
}
