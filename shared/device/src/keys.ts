import { createDatabase, type DBSchema } from './database';
import { canSeal, createKey } from './sealed';

/** `drafts`: random, made on this device. `outbox`: made by the server, and the same at each log-in of the guard. */
export type KeyPurpose = 'drafts' | 'outbox';

interface Keys extends DBSchema {
  keys: { key: [KeyPurpose, string]; value: CryptoKey };
}

const device = createDatabase<Keys>({ name: 'portal-keys', create: (database) => void database.createObjectStore('keys') });

/** Returns the guard's key on this device; null if there is none, or the browser has no WebCrypto. */
export async function findKey(purpose: KeyPurpose, guardId: string): Promise<CryptoKey | null> {
  if (!canSeal()) return null;
  return device.transact('readonly', async (transaction) => (await transaction.objectStore('keys').get([purpose, guardId])) ?? null);
}

export const keepKey = (purpose: KeyPurpose, guardId: string, key: CryptoKey): Promise<void> =>
  device.write((transaction) => [transaction.objectStore('keys').put(key, [purpose, guardId])]);

/** Returns the guard's key for drafts, and makes it if there is none; null if the browser has no WebCrypto. */
export async function draftKey(guardId: string): Promise<CryptoKey | null> {
  const found = await findKey('drafts', guardId);
  if (found || !canSeal()) return found;
  const made = await createKey();
  return device.transact('readwrite', async (transaction) => {
    const keys = transaction.objectStore('keys');
    // Another tab may have made one since.
    const other = await keys.get(['drafts', guardId]);
    if (!other) await keys.put(made, ['drafts', guardId]);
    return other ?? made;
  });
}

export const dropKey = (purpose: KeyPurpose, guardId: string): Promise<void> =>
  device.write((transaction) => [transaction.objectStore('keys').delete([purpose, guardId])]);

/** Destroys both keys of a guard. Drafts can never be opened again; unsent writes can after the next log-in. */
export const dropKeys = (guardId: string): Promise<void> =>
  device.write((transaction) =>
    (['drafts', 'outbox'] as const).map((purpose) => transaction.objectStore('keys').delete([purpose, guardId])),
  );
