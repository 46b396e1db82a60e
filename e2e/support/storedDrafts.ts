import type { Page } from '@playwright/test';

/** The number of drafts on the device, or of their files. A draft is stored shortly after the input, when it has been encrypted. */
export const countStored = (page: Page, store: 'drafts' | 'files'): Promise<number> =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('portal-drafts');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction(name).objectStore(name).count();
          counting.onerror = () => reject(counting.error);
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
    store,
  );
