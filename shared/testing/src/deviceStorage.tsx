import 'fake-indexeddb/auto';

/** Resolves when the database is deleted. The page closes it first. */
const deleted = (name: string) =>
  new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    for (const event of ['success', 'error']) request.addEventListener(event, () => resolve());
  });

/** Deletes all data that tests have stored on the device. */
export async function emptyDevice(): Promise<void> {
  // Keys are deleted last, because a form that still writes a draft needs the key that it has read.
  const names = (await indexedDB.databases()).map(({ name = '' }) => name);
  for (const name of names.sort()) await deleted(name);
}

/** Every row of a store of a device database. */
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

/** Whether this device has stored files in drafts of the guard. */
export const hasFiles = async (guardId: string) =>
  (await rowsOf('portal-drafts', 'files')).some(({ key }) => (key as string[])[0] === guardId);
