import { createDatabase, type DBSchema } from './database';
import { draftKey, findKey } from './keys';
import { DoesNotOpen, type SealedValue, seal, unseal } from './sealed';

export type ChatRow = 'rooms' | 'messages';

interface ChatRows extends DBSchema {
  rooms: { key: string; value: SealedValue };
}

const device = createDatabase<ChatRows>({ name: 'portal-chats', create: (database) => void database.createObjectStore('rooms') });

const idOf = (guardId: string, row: ChatRow) => `${guardId} ${row}`;
const firstId = (guardId: string) => `${guardId} `;
const lastId = (guardId: string) => `${guardId} \uffff`;

/** The last write of each row. Sealing takes time, and an earlier write must not overwrite a later one. */
const lastWrites = new Map<string, symbol>();

/** Makes the guard's key if there is none. Only this function makes one, so a reply that arrives after logout stores nothing. */
export const openChatRows = async (guardId: string): Promise<void> => void (await draftKey(guardId));

/**
 * Stores a row, sealed with the guard's key, and removes the rows of other guards. Without the key it stores nothing: before
 * `openChatRows`, after logout, and in a browser without WebCrypto. Nor does a write during which a later one of the same row began.
 */
export async function keepChatRow(guardId: string, row: ChatRow, value: unknown): Promise<void> {
  const id = idOf(guardId, row);
  const write = Symbol();
  lastWrites.set(id, write);
  const key = await findKey('drafts', guardId);
  if (!key) return;
  const sealed = await seal(key, id, value);
  if (lastWrites.get(id) !== write) return;
  await device.write((transaction) => {
    const rows = transaction.objectStore('rooms');
    const others = [IDBKeyRange.upperBound(firstId(guardId), true), IDBKeyRange.lowerBound(lastId(guardId), true)];
    return [...others.map((range) => rows.delete(range)), rows.put(sealed, id)];
  });
  if (!(await findKey('drafts', guardId))) await dropChatRows(guardId);
}

/** Returns the row as it was last stored; null if there is no row or no key. */
export async function findChatRow<Value>(guardId: string, row: ChatRow): Promise<Value | null> {
  const id = idOf(guardId, row);
  const key = await findKey('drafts', guardId);
  const sealed = key && (await device.transact('readonly', (transaction) => transaction.objectStore('rooms').get(id)));
  if (!key || !sealed) return null;
  try {
    return (await unseal(key, id, sealed)) as Value;
  } catch (error) {
    if (error instanceof DoesNotOpen) return null;
    throw error;
  }
}

/** Removes the guard's rows. Call it after `dropKeys`. */
export const dropChatRows = (guardId: string): Promise<void> =>
  device.write((transaction) => [transaction.objectStore('rooms').delete(IDBKeyRange.bound(guardId, lastId(guardId)))]);
