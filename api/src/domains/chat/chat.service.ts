import { randomUUID } from 'node:crypto';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import type { getChats, readMessages, sendMessage } from '@portal/contracts/chat/chat.endpoints';
import { chatEvents } from '@portal/contracts/chat/chat.events';
import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { chatLimits, chatMessages, closings } from '@portal/contracts/chat/chat.rules';
import type { Chats, Message, Room, SavedMessage } from '@portal/contracts/chat/chat.shapes';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { fail, failValidation } from '../../platform/http/errors';
import { emitEvent, guardRoom, notifyChanged, staffRoom } from '../../platform/live/realtime';
import { readLinked } from '../notifications/notifications.service';
import { toMessage } from './chat.columns';
import * as chat from './chat.repository';
import { updateReceipts } from './receipts.repository';

/** Fails with 403 for another guard's id: only the token identifies the guard. */
export function requireSelf(guardId: string, named: string): void {
  if (named !== guardId) fail(403, chatMessages.notYou);
}

/** A guard's rooms; the room with the latest message first. */
export const rooms = (guardId: string): Promise<Room[]> => chat.roomsOf(guardId);

/** Sends the message to the others in the room and to staff, in one event. */
export function emitMessage(message: Message, others: readonly string[]): void {
  emitEvent([staffRoom, ...others.map(guardRoom)], chatEvents, 'receiveMessage', message);
}

function tellMarks(guardId: string, moved: Awaited<ReturnType<typeof updateReceipts>>): void {
  // The guard's other pages show less unread, too.
  if (moved?.hasRead) notifyChanged(guardId, 'chat');
  if (!moved || moved.others.length === 0) return;
  const { roomId, messageId, timeStamp } = moved;
  const to = moved.others.map(guardRoom);
  if (moved.delivered.length > 0) emitEvent(to, chatEvents, 'deliveredMessage', { roomId, messageIds: moved.delivered });
  if (moved.hasRead) emitEvent(to, chatEvents, 'readMessage', { roomId, userId: guardId, messageId, timeStamp });
}

/** A page of a room's messages, which are then marked as delivered to the guard's device. */
export async function chats(guardId: string, { roomId, jobId, lastMessageTimeStamp }: Input<typeof getChats>): Promise<Chats> {
  const { leftAt } = (await chat.membership(guardId, roomId, jobId)) ?? fail(403, chatMessages.notYours);
  const found = await chat.messagePage(roomId, lastMessageTimeStamp || null, leftAt);
  const [oldest, newest] = [found[0], found.at(-1)];
  // A page that is not full begins with the first message of the room.
  const since = found.length < chatLimits.page ? null : oldest?.timeStamp;
  if (newest) tellMarks(guardId, await updateReceipts(guardId, roomId, newest.id, { isRead: false, since }));
  return { roomId, chats: found };
}

/** The stored message of a `clientId`; 400 when it belongs to another text or room. */
async function findRepeated(
  { roomId, message }: Input<typeof sendMessage>,
  clientId: string,
  guardId: string,
): Promise<chat.WrittenMessage | null> {
  const stored = await chat.findRepeated(guardId, clientId);
  if (stored && (stored.roomId !== roomId || stored.message !== message)) failValidation({ clientId: chatMessages.otherText });
  return stored;
}

async function refuseWriting(guardId: string, roomId: string, jobId: string | null): Promise<never> {
  const { closed } = (await chat.membership(guardId, roomId, jobId)) ?? fail(403, chatMessages.notYours);
  return fail(403, closed ? closings[closed] : chatMessages.notYours);
}

/**
 * Stores a guard's message and emits it to the guard's other pages and to the others of the room. A repeated `clientId` replies the stored
 * message and emits it once more, because the process that stored it may have died before it emitted; receivers drop duplicates.
 */
export async function send(guardId: string, input: Input<typeof sendMessage>): Promise<SavedMessage> {
  const { roomId, jobId = null, message } = input;
  const clientId = input.clientId ?? randomUUID();
  requireSelf(guardId, input.senderId);
  if (message.length > chatLimits.message) fail(413, chatMessages.tooLong);
  const written =
    (await chat.insertByGuard({ roomId, jobId, guardId, clientId, message, now: nowText() })) ??
    (await findRepeated(input, clientId, guardId)) ??
    (await refuseWriting(guardId, roomId, jobId));
  const { others, ...stored } = written;
  const saved = { clientId, message: toMessage(stored) };
  emitEvent(guardRoom(guardId), chatEvents, 'messageSave', saved);
  emitMessage(saved.message, others);
  return saved;
}

/** Marks the room as read up to a message, and the alert about the room as read. */
const readUpTo = (guardId: string, roomId: string, messageId: string): ReturnType<typeof updateReceipts> =>
  transaction(async () => {
    const moved = await updateReceipts(guardId, roomId, messageId, { isRead: true });
    if (moved?.hasRead && moved.wasTold) await readLinked(guardId, chatPaths.rooms({ room: roomId }));
    return moved;
  });

const moveTo = async (guardId: string, { roomId, messageId }: Input<typeof readMessages>, isRead: boolean): Promise<void> => {
  if (!(await chat.membership(guardId, roomId))) fail(403, chatMessages.notYours);
  const moved = isRead ? await readUpTo(guardId, roomId, messageId) : await updateReceipts(guardId, roomId, messageId, { isRead });
  tellMarks(guardId, moved ?? failValidation({ messageId: chatMessages.noSuchMessage }));
};

/** Marks the messages up to this one as delivered. */
export async function markReceived(guardId: string, input: Input<typeof readMessages>): Promise<{ roomId: string }> {
  await moveTo(guardId, input, false);
  return { roomId: input.roomId };
}

/** Marks the messages up to this one as read. */
export async function read(guardId: string, input: Input<typeof readMessages>): Promise<{ roomId: string; unreadCount: number }> {
  await moveTo(guardId, input, true);
  return { roomId: input.roomId, unreadCount: await chat.unreadIn(guardId, input.roomId) };
}
