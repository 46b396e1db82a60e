import { array, type InferType, number, object } from 'yup';
import { civilDate, instant } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import type { Closing } from './chat.rules';

const person = object({ _id: string().required(), firstName: string().required(), lastName: string().required() });

/** A message as everybody in the room sees it. `timeStamp` is the server's, and grows within a room from message to message. */
export const messageShape = object({
  id: string().required(),
  roomId: string().required(),
  /** The guard's id; `staff` and `system` else. */
  senderId: string().required(),
  senderName: string().required(),
  senderType: string().oneOf(['guard', 'staff', 'system']).required(),
  message: string().required(),
  timeStamp: instant().required(),
  /** What the sender's device called it; null where no guard wrote it. */
  clientId: string().nullable().defined(),
});
export type Message = InferType<typeof messageShape>;

/** How far another guard of the room has come: everything up to these stamps reached their device, and was read by them. */
const mark = object({
  userId: string().required(),
  delivered: instant().nullable().defined(),
  read: instant().nullable().defined(),
});
export type Mark = InferType<typeof mark>;

/** A room as one guard sees it (DATA-COMM-05 to DATA-COMM-08). */
export const roomShape = object({
  _id: string().required(),
  jobId: object({ _id: string().required(), jobTitle: string().required() }).required(),
  /** The site, and the days of the job's first and last shift. Our own: a release before this one does not send them. */
  locationName: string(),
  firstDay: civilDate().nullable(),
  lastDay: civilDate().nullable(),
  /** The first shift, and the time zone of the site. Our own: an API of the release before does not send them. */
  firstStart: instant().nullable(),
  firstEnd: instant().nullable(),
  timeZone: string().nullable(),
  /** Who is in it now, staff among them. */
  participants: array(person.required()).required(),
  lastMessage: object({ message: string().required(), timeStamp: instant().required(), senderId: string().required() })
    .nullable()
    .defined(),
  /** Counted up to 100: show 99+. */
  unreadCount: number().required(),
  /** Null: open. Else why this guard cannot write here any more. */
  closed: string<Closing>().nullable().defined(),
  /** Of the other guards. */
  marks: array(mark.required()).required(),
});
export type Room = InferType<typeof roomShape>;

/** The answer to get_chats: at most 30 messages, the oldest first. */
export const chatsShape = object({ roomId: string().required(), chats: array(messageShape.required()).required() });
export type Chats = InferType<typeof chatsShape>;

/** The answer to sendMessage, and what the sender's other pages hear. */
export const savedShape = object({ clientId: string().required(), message: messageShape.required() });
export type Saved = InferType<typeof savedShape>;
