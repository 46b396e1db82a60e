import { array, object } from 'yup';
import { events } from '../_kernel/event';
import { instant } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { chatsShape, messageShape, roomShape, savedShape } from './chat.shapes';

/** What the server sends to the pages of a guard (CHAT-15 to CHAT-20, CHAT-23). */
export const chatEvents = events('chat', {
  /** The answer to get_rooms, the room of the latest message first. */
  rooms: array(roomShape.required()).required(),
  /** The answer to get_chats. */
  chats: chatsShape.required(),
  /** A message of somebody else. One that is held already may come again: drop it by its id. */
  receiveMessage: messageShape.required(),
  /** The guard's own message is stored; all their pages hear it. */
  messageSave: savedShape.required(),
  /** These messages reached the device of somebody else in the room. */
  deliveredMessage: object({ roomId: string().required(), messageIds: array(string().required()).required() }).required(),
  /** The guard is in a room that they were not in. */
  new_group: roomShape.required(),
  /** Our own: somebody else has read everything up to this message. */
  readMessage: object({
    roomId: string().required(),
    userId: string().required(),
    messageId: string().required(),
    timeStamp: instant().required(),
  }).required(),
});
