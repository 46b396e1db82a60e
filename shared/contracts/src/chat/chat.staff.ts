import { array, boolean, type InferType, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { id, instant, optionalText, pageOf, paging } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { writtenMessage } from './chat.rules';
import { chatsShape, messageShape } from './chat.shapes';

const listedRoom = object({
  jobId: string().required(),
  roomId: string().required(),
  jobTitle: string().required(),
  guards: array(string().required()).required(),
  lastMessage: string().nullable().defined(),
  timeStamp: instant().required(),
  isClosed: boolean().required(),
});
export type ListedRoom = InferType<typeof listedRoom>;

/** For staff: the rooms of all jobs, latest message first. */
export const listChats = endpoint({
  id: 'chat.list',
  method: 'GET',
  path: '/chat/rooms',
  auth: 'staff',
  roles: ['dispatcher', 'support'],
  command: { name: 'list-chats', arguments: ['searchBy'], summary: 'lists the chats of jobs, latest message first' },
  input: object(paging()),
  output: pageOf<ListedRoom>(listedRoom),
});

/** For staff: 30 messages of a job's room, oldest first; the newest, or those before an instant. */
export const readChat = endpoint({
  id: 'chat.readOne',
  method: 'GET',
  path: '/chat/messages',
  auth: 'staff',
  roles: ['dispatcher', 'support'],
  command: { name: 'read-chat', arguments: ['jobId'], summary: "shows the newest messages of a job's chat, or the messages up to a time" },
  input: object({ jobId: id().required(), lastMessageTimeStamp: optionalText(40).concat(instant()) }),
  output: chatsShape,
});

/** For staff: writes in a job's room. 404: the job has no room. 409: the job was cancelled. 413: over 4,000 characters. */
export const writeChat = endpoint({
  id: 'chat.write',
  method: 'POST',
  path: '/chat/messages',
  auth: 'staff',
  roles: ['dispatcher', 'support'],
  command: { name: 'write-chat', arguments: ['jobId', 'message'], summary: "writes a message into a job's chat" },
  input: object({ jobId: id().required(), message: writtenMessage() }),
  output: messageShape,
});
