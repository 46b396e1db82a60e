import { object } from 'yup';
import { string } from '../_kernel/text';

/** Messages in a page and unread messages counted, characters of a message, rooms. */
export const chatLimits = { page: 30, message: 4000, unread: 100, rooms: 200 } as const;

/** Senders that are not guards: staff as one member of every room, and the portal itself. */
export const staffMember = { _id: 'staff', firstName: 'Guard Portal', lastName: 'team' } as const;
export const SYSTEM = 'system';

/** Why a guard can no longer write in a room. The room can still be read. */
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

export const systemWords = {
  joined: (name: string) => `${name} joined the chat.`,
  left: (name: string) => `${name} is no longer on this job.`,
  cancelled: 'This job was cancelled. The chat is closed.',
  enote: (title: string) => `E-note: ${title}`,
  sos: (name: string, place: string | null) => `SOS: ${name} asks for help.${place ? ` Position: ${place}` : ''}`,
  silence: (name: string) => `SOS: ${name} did not answer a welfare check.`,
  silenceOver: (name: string) => `The SOS for ${name} is over.`,
  sosOff: (name: string) => `${name} turned the SOS off.`,
};

/**
 * A message in its stored form: without control characters except line ends and tabs, without unpaired surrogates, trimmed. HTML stays,
 * because screens display text only.
 */
export const cleanMessage = (typed: string): string =>
  typed
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();

/** Whether a text has a visible character. Spaces and zero-width characters are not visible. */
const isVisible = (message: string | undefined): boolean => /[^\p{Z}\p{Cf}\p{Cc}]/u.test(message ?? '');

/** A message with visible text. The server checks the length (413), and so does the form before it sends. */
export const writtenMessage = () =>
  string()
    .typeError(chatMessages.empty)
    .transform((value) => (typeof value === 'string' ? cleanMessage(value) : value))
    .required(chatMessages.empty)
    .test('visible', chatMessages.empty, (value) => isVisible(value));

/** The text field below a room (CHAT-03, CHAT-07). */
export const chatRules = object({ message: writtenMessage().max(chatLimits.message, chatMessages.tooLong) });
