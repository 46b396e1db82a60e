import 'fake-indexeddb/auto';

/** Gone, or as soon as who has it open closes it. */
const deleted = (name: string) =>
  new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    for (const event of ['success', 'error', 'blocked']) request.addEventListener(event, () => resolve());
  });

/** Removes what tests have kept on the device: what the next one keeps is in none of it. */
export async function emptyDevice(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) await deleted(name);
}
