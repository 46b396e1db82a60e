import { array, type InferType, number, object } from 'yup';
import { civilDate, instant } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import type { Closing } from './chat.rules';

const person = object({ _id: string().required(), firstName: string().required(), lastName: string().required() });

/** A message as every member sees it. `timeStamp` is the server's time and grows with each message of a room. */
export const messageShape = object({
  id: string().required(),
  roomId: string().required(),
  /** The guard's id, `staff` or `system`. */
  senderId: string().required(),
  senderName: string().required(),
  senderType: string().oneOf(['guard', 'staff', 'system']).required(),
  message: string().required(),
  timeStamp: instant().required(),
  /** The id that the sender's device gave the message; null if the sender is not a guard. */
  clientId: string().nullable().defined(),
});
export type Message = InferType<typeof messageShape>;

/** The progress of another member: messages up to these instants were delivered to their device, and read. */
const mark = object({
  userId: string().required(),
  delivered: instant().nullable().defined(),
  read: instant().nullable().defined(),
});
export type ReceiptMark = InferType<typeof mark>;

/** A room as one guard sees it (DATA-COMM-05 to DATA-COMM-08). */
export const roomShape = object({
  _id: string().required(),
  jobId: object({ _id: string().required(), jobTitle: string().required() }).required(),
  /** The site, and the days of the job's first and last shift. Not in the specification, and missing in replies of older releases. */
  locationName: string(),
  firstDay: civilDate().nullable(),
  lastDay: civilDate().nullable(),
  /** The first shift, and the time zone of the site. Not in the specification, and missing in replies of the previous release. */
  firstStart: instant().nullable(),
  firstEnd: instant().nullable(),
  timeZone: string().nullable(),
  /** The current members, including staff. */
  participants: array(person.required()).required(),
  lastMessage: object({ message: string().required(), timeStamp: instant().required(), senderId: string().required() })
    .nullable()
    .defined(),
  /** Counted up to 100; screens then show 99+. */
  unreadCount: number().required(),
  /** Why this guard can no longer write here; null if the room is open. */
  closed: string<Closing>().nullable().defined(),
  /** The progress of the other guards. */
  marks: array(mark.required()).required(),
});
export type Room = InferType<typeof roomShape>;

/** The reply to get_chats: at most 30 messages, oldest first. */
export const chatsShape = object({ roomId: string().required(), chats: array(messageShape.required()).required() });
export type Chats = InferType<typeof chatsShape>;

/** The reply to sendMessage, and the event for the sender's other pages. */
export const savedShape = object({ clientId: string().required(), message: messageShape.required() });
export type SavedMessage = InferType<typeof savedShape>;
