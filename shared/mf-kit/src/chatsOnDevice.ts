import { call } from '@portal/api-client/call';
import { getChats, getRooms } from '@portal/contracts/chat/chat.endpoints';
import type { Message, Room } from '@portal/contracts/chat/chat.shapes';
import { findChatRow, keepChatRow, openChatRows } from '@portal/device/chatRows';

/** As long as kept replies: the shift of the messages is over by then. */
const MAX_AGE_MS = 3 * 86_400_000;

/** The newest messages of one chat, as the device has them. */
export interface KeptMessages {
  roomId: string;
  messages: readonly Message[];
  /** When they were stored, by the device's clock. */
  at: string;
}

/** Before the first row: makes the guard's key. */
export const openChats = (guardId: string): Promise<void> => openChatRows(guardId);

/** A room without its messages, people and counts. */
const listed = (room: Room): Room => ({ ...room, participants: [], lastMessage: null, unreadCount: 0, marks: [] });

/** Stores the guard's rooms on this device. */
export const keepRooms = (guardId: string, rooms: readonly Room[]): Promise<void> => keepChatRow(guardId, 'rooms', rooms.map(listed));

/** The rooms that were last read on this device; null when there are none. */
export const keptRooms = (guardId: string): Promise<readonly Room[] | null> => findChatRow(guardId, 'rooms');

/** Stores the newest messages of the chat of a near shift, in the place of another chat's. */
export const keepMessages = (guardId: string, roomId: string, messages: readonly Message[]): Promise<void> =>
  keepChatRow(guardId, 'messages', { roomId, messages, at: new Date().toISOString() } satisfies KeptMessages);

/** The messages that were last stored on this device; null when there are none, or only old ones. */
export async function keptMessages(guardId: string): Promise<KeptMessages | null> {
  const kept = await findChatRow<KeptMessages>(guardId, 'messages');
  return kept && Date.now() - Date.parse(kept.at) < MAX_AGE_MS ? kept : null;
}

export interface ReadChat {
  guardId: string;
  roomId: string;
  messages: readonly Message[];
}

/** Reads the rooms and the newest messages of a job's chat, and stores both on this device. Null: the job has no chat. */
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
