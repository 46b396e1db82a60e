import 'fake-indexeddb/auto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Storage and encryption that has begun and not ended. */
const underWay = new Set<Promise<unknown>>();

function track<Result>(work: Promise<Result>): Promise<Result> {
  const end = () => void underWay.delete(work);
  underWay.add(work);
  work.then(end, end);
  return work;
}

const firstOf = (target: EventTarget, events: string[]) =>
  new Promise<void>((resolve) => {
    for (const event of events) target.addEventListener(event, () => resolve());
  });

function trackStorage(): void {
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...given) {
    const request = open.apply(this, given);
    void track(firstOf(request, ['success', 'error']));
    return request;
  };
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...given) {
    const begun = transaction.apply(this, given);
    void track(firstOf(begun, ['complete', 'abort']));
    return begun;
  };
}

/** All test files of a process share WebCrypto, so each wraps the original method. */
function trackEncryption(): void {
  const original = Object.getPrototypeOf(crypto.subtle) as SubtleCrypto;
  for (const name of ['generateKey', 'importKey', 'encrypt', 'decrypt'] as const) {
    const method = original[name] as (...given: unknown[]) => Promise<unknown>;
    const value = (...given: unknown[]) => track(method.apply(crypto.subtle, given));
    Object.defineProperty(crypto.subtle, name, { value, configurable: true, writable: true });
  }
}

trackStorage();
trackEncryption();

/** A removed screen may still store a reply. The next step of such work begins within the turn in which a step ends. */
async function waitForStorage(): Promise<void> {
  while (underWay.size > 0) {
    await Promise.allSettled(underWay);
    await nextTurn();
  }
}

/** Resolves when the database is deleted. The page closes it first. */
const deleted = (name: string) =>
  new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    for (const event of ['success', 'error']) request.addEventListener(event, () => resolve());
  });

/** Deletes all data that a test has stored on the device, after the work that the test left behind. */
export async function emptyDevice(): Promise<void> {
  await waitForStorage();
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
