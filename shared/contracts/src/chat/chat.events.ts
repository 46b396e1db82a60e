import { array, object } from 'yup';
import { events } from '../_kernel/event';
import { instant } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { chatsShape, messageShape, roomShape, savedShape } from './chat.shapes';

/** The events that the server sends to the pages of a guard (CHAT-15 to CHAT-20, CHAT-23). */
export const chatEvents = events('chat', {
  /** The reply to get_rooms, latest message first. */
  rooms: array(roomShape.required()).required(),
  chats: chatsShape.required(),
  /** A message of another member. The server may repeat it; clients drop a known id. */
  receiveMessage: messageShape.required(),
  /** The guard's own message was stored. All pages of the guard receive this. */
  messageSave: savedShape.required(),
  /** These messages reached the device of another member. */
  deliveredMessage: object({ roomId: string().required(), messageIds: array(string().required()).required() }).required(),
  new_group: roomShape.required(),
  /** Not in the specification: another member has read every message up to this one. */
  readMessage: object({
    roomId: string().required(),
    userId: string().required(),
    messageId: string().required(),
    timeStamp: instant().required(),
  }).required(),
});
