import 'fake-indexeddb/auto';

/** Resolves when the database is deleted: the page closes it first. */
const deleted = (name: string) =>
  new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    for (const event of ['success', 'error']) request.addEventListener(event, () => resolve());
  });

/** Removes what tests have kept on the device: what the next one keeps is in none of it. */
export async function emptyDevice(): Promise<void> {
  // Keys last: a draft that a form of the test still writes must find the key that it has read.
  const names = (await indexedDB.databases()).map(({ name = '' }) => name);
  for (const name of names.sort()) await deleted(name);
}

/** Every row of a store, as the device keeps it. */
export const rowsOf = (database: string, store: string) =>
  new Promise<{ key: IDBValidKey; value: unknown }[]>((resolve, reject) => {
    const opening = indexedDB.open(database);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const rows: { key: IDBValidKey; value: unknown }[] = [];
      const reading = opening.result.transaction(store).objectStore(store).openCursor();
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        const cursor = reading.result;
        if (cursor) {
          rows.push({ key: cursor.key, value: cursor.value });
          return cursor.continue();
        }
        opening.result.close();
        resolve(rows);
      };
    };
  });

/** Whether drafts of the guard have files on this device. */
export const hasFiles = async (guardId: string) =>
  (await rowsOf('portal-drafts', 'files')).some(({ key }) => (key as string[])[0] === guardId);
