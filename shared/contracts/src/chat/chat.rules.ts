import { object } from 'yup';
import { string } from '../_kernel/text';

/** Of the chat, in messages and characters. */
export const chatLimits = { page: 30, message: 4000, unread: 100, rooms: 200 } as const;

/** Who writes beside the guards: staff as one participant of every room, and the portal itself. */
export const staffMember = { _id: 'staff', firstName: 'Guard Portal', lastName: 'team' } as const;
export const SYSTEM = 'system';

/** Why nobody, or this guard, can write in a room any more; it can still be read. */
export const closings = {
  'job-cancelled': 'This job was cancelled. You can read the chat, but no one can write in it.',
  'award-taken-back': 'You are no longer on this job. You can read the chat up to that point, but not write in it.',
} as const;
export type Closing = keyof typeof closings;

export const chatMessages = {
  empty: 'Please write a message.',
  tooLong: 'Your message is too long: a message has at most 4,000 characters.',
  notYours: 'This chat is not yours.',
  notYou: 'You can only act as yourself.',
  tryAgain: 'Please try again.',
  cannotWrite: 'You can no longer write in this chat.',
  noSuchMessage: 'There is no such message in this chat.',
  otherText: 'This message was sent already with another text.',
  isClosed: 'This job was cancelled: no one can write in its chat.',
  noRoom: 'This job has no chat yet. It opens when the first guard is awarded the job.',
  waiting: 'New chat messages',
  waitingIn: (jobTitle: string, count: number) =>
    `${jobTitle}: ${count === 1 ? 'one new message' : `${count >= chatLimits.unread ? `${chatLimits.unread} or more` : count} new messages`}.`,
};

/** What the portal itself says in a room. */
export const systemWords = {
  joined: (name: string) => `${name} joined the chat.`,
  left: (name: string) => `${name} is no longer on this job.`,
  cancelled: 'This job was cancelled. The chat is closed.',
  enote: (title: string) => `E-note: ${title}`,
  sos: (name: string, place: string | null) => `SOS: ${name} asks for help.${place ? ` Position: ${place}` : ''}`,
  sosOff: (name: string) => `${name} turned the SOS off.`,
};

/**
 * A message as it is stored: no control characters but line ends and tabs, no half characters, no blanks around it. HTML
 * stays as it is, because the screen shows text.
 */
export const cleanMessage = (typed: string): string =>
  typed
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();

/** Whether there is something to see in it: spaces and characters without a width are not. */
const isVisible = (message: string | undefined): boolean => /[^\p{Z}\p{Cf}\p{Cc}]/u.test(message ?? '');

/** A message with something in it. How long it may be is the server's to say (413), and the form's before it is sent. */
export const writtenMessage = () =>
  string()
    .typeError(chatMessages.empty)
    .transform((value) => (typeof value === 'string' ? cleanMessage(value) : value))
    .required(chatMessages.empty)
    .test('visible', chatMessages.empty, (value) => isVisible(value));

/** What is typed into the box below a room (CHAT-03, CHAT-07). */
export const chatRules = object({ message: writtenMessage().max(chatLimits.message, chatMessages.tooLong) });
