import 'fake-indexeddb/auto';

/** Removes what tests have kept on the device. */
export async function emptyDevice(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
}
