import { call } from '@portal/api-client/call';
import { getChats, getRooms } from '@portal/contracts/chat/chat.endpoints';
import type { Message, Room } from '@portal/contracts/chat/chat.shapes';
import { findChatRow, keepChatRow, openChatRows } from '@portal/device/chatRows';
import { CACHE_MAX_AGE_MS } from './offlineCacheNames';

export interface KeptMessages {
  roomId: string;
  messages: readonly Message[];
  /** ISO instant of storing, by the clock of this device. */
  at: string;
}

/** Makes the guard's key. Call it before storing the first row. */
export const openChats = (guardId: string): Promise<void> => openChatRows(guardId);

const listed = (room: Room): Room => ({ ...room, participants: [], lastMessage: null, unreadCount: 0, marks: [] });

export const keepRooms = (guardId: string, rooms: readonly Room[]): Promise<void> => keepChatRow(guardId, 'rooms', rooms.map(listed));

/** Returns the stored rooms; null if there are none. */
export const keptRooms = (guardId: string): Promise<readonly Room[] | null> => findChatRow(guardId, 'rooms');

/** Stores the newest messages of a near shift's chat, replacing the messages of another chat. */
export const keepMessages = (guardId: string, roomId: string, messages: readonly Message[]): Promise<void> =>
  keepChatRow(guardId, 'messages', { roomId, messages, at: new Date().toISOString() } satisfies KeptMessages);

/** Returns the stored messages; null if there are none, or they are older than three days. */
export async function keptMessages(guardId: string): Promise<KeptMessages | null> {
  const kept = await findChatRow<KeptMessages>(guardId, 'messages');
  return kept && Date.now() - Date.parse(kept.at) < CACHE_MAX_AGE_MS ? kept : null;
}

export interface ReadChat {
  guardId: string;
  roomId: string;
  messages: readonly Message[];
}

/** Requests the rooms and the newest messages of a job's chat, and stores both. Null if the job has no chat. */
export async function storeChatOf(guardId: string, jobId: string): Promise<ReadChat | null> {
  await openChats(guardId);
  const { data: rooms } = await call(getRooms, { userId: guardId });
  await keepRooms(guardId, rooms);
  const room = rooms.find((one) => one.jobId._id === jobId);
  if (!room) return null;
  const { data } = await call(getChats, { userId: guardId, jobId, roomId: room._id, lastMessageTimeStamp: '' });
  await keepMessages(guardId, room._id, data.chats);
  return { guardId, roomId: room._id, messages: data.chats };
}
