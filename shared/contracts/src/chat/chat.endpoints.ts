import { array, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { id, instant } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { chatMessages, writtenMessage } from './chat.rules';
import { chatsShape, roomShape, savedShape } from './chat.shapes';

/** The first call of a page on a new connection (CHAT-09). 403: the id does not match the token. */
export const initChat = endpoint({
  id: 'chat.init',
  method: 'EVENT',
  path: 'init',
  auth: 'approved',
  input: object({ userId: id().required(), userName: string().trim().max(200).defined() }),
  output: object({ userId: string().required() }),
  knowsRepeats: true,
});

/** The guard's rooms, latest message first. The server also sends them as the event `rooms` to the calling page. */
export const getRooms = endpoint({
  id: 'chat.rooms',
  method: 'EVENT',
  path: 'get_rooms',
  auth: 'approved',
  input: object({ userId: id().required() }),
  output: array(roomShape.required()).required(),
  knowsRepeats: true,
});

/** An instant or empty text. An empty stamp, null and a number become empty text. */
const stampOrNewest = () =>
  string()
    .transform((value: unknown, original: unknown) => (original === null || typeof original === 'number' ? '' : value))
    .default('')
    .test('stamp', 'Not an instant', (value) => value === '' || instant().isValidSync(value));

/**
 * Replies with the 30 newest messages of a room at or before `lastMessageTimeStamp`, oldest first, and marks them as delivered. Without an
 * instant it replies with the newest 30. The server also sends them as the event `chats` to the calling page. 403: the room is not the
 * guard's.
 */
export const getChats = endpoint({
  id: 'chat.chats',
  method: 'EVENT',
  path: 'get_chats',
  auth: 'approved',
  input: object({
    userId: id().required(),
    jobId: id().required(),
    roomId: id().required(),
    lastMessageTimeStamp: stampOrNewest(),
  }),
  output: chatsShape,
  knowsRepeats: true,
});

/**
 * Stores a message once per `clientId`; without one, every call stores it. A page that started without a connection knows only the room and
 * omits the job. 403: the room is not the guard's, or is closed. 413: over 4,000 characters. 400: the `clientId` belongs to another text.
 */
export const sendMessage = endpoint({
  id: 'chat.send',
  method: 'EVENT',
  path: 'sendMessage',
  auth: 'approved',
  input: object({
    roomId: id().required(),
    jobId: id(),
    senderId: id().required(),
    message: writtenMessage(),
    senderType: string().oneOf(['guard'], 'A guard sends as a guard').required(),
    clientId: id(),
  }),
  output: savedShape,
  silent: { otherwise: chatMessages.tryAgain, reasons: { 403: chatMessages.cannotWrite, 413: chatMessages.tooLong } }, // CHAT-22
  knowsRepeats: true,
});

const upTo = () => object({ roomId: id().required(), messageId: id().required() });

/** Not in the specification. Marks every message up to this one as read. The other members receive `readMessage`. */
export const readMessages = endpoint({
  id: 'chat.read',
  method: 'EVENT',
  path: 'read',
  auth: 'approved',
  input: upTo(),
  output: object({ roomId: string().required(), unreadCount: number().required() }),
  knowsRepeats: true,
});

/** Not in the specification. Marks messages up to this one as delivered to the device. The others receive `deliveredMessage`. */
export const receivedMessages = endpoint({
  id: 'chat.received',
  method: 'EVENT',
  path: 'received',
  auth: 'approved',
  input: upTo(),
  output: object({ roomId: string().required() }),
  knowsRepeats: true,
});
