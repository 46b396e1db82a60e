import type { Room } from '@portal/contracts/chat/chat.shapes';
import { createDatabase, type DBSchema } from '@portal/device/database';
import { draftKey, findKey } from '@portal/device/keys';
import { DoesNotOpen, type Sealed, seal, unseal } from '@portal/device/sealed';

interface KeptRooms extends DBSchema {
  rooms: { key: string; value: Sealed };
}

const device = createDatabase<KeptRooms>({ name: 'portal-chats', create: (database) => void database.createObjectStore('rooms') });

const about = (guardId: string) => `rooms ${guardId}`;

/** A room without its messages and people: phones keep nothing that people wrote to each other. */
const listed = (room: Room): Room => ({ ...room, participants: [], lastMessage: null, unreadCount: 0, marks: [] });

/**
 * Keeps the guard's rooms on this device and removes another guard's. They are sealed with the key that logout destroys. A
 * browser without WebCrypto keeps none.
 */
export async function keepRooms(guardId: string, rooms: readonly Room[]): Promise<void> {
  const key = await draftKey(guardId);
  if (!key) return;
  const sealed = await seal(key, about(guardId), rooms.map(listed));
  await device.change((transaction) => {
    const store = transaction.objectStore('rooms');
    return [store.clear(), store.put(sealed, guardId)];
  });
}

/** The rooms that were last read on this device; null when there are none. */
export async function keptRooms(guardId: string): Promise<readonly Room[] | null> {
  const key = await findKey('drafts', guardId);
  const sealed = key && (await device.within('readonly', (transaction) => transaction.objectStore('rooms').get(guardId)));
  if (!key || !sealed) return null;
  try {
    return (await unseal(key, about(guardId), sealed)) as readonly Room[];
  } catch (error) {
    if (error instanceof DoesNotOpen) return null;
    throw error;
  }
}
