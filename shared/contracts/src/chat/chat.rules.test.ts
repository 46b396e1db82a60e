import { ValidationError } from 'yup';
import {
  chatLimits,
  chatMessages,
  chatRules,
  cleanMessage,
  closings,
  SYSTEM,
  staffMember,
  systemWords,
  writtenMessage,
} from './chat.rules';

const refusal = (message: unknown): string | undefined => {
  try {
    chatRules.validateSync({ message });
    return undefined;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.message;
  }
};

describe('cleanMessage and chatRules', () => {
  it.each([
    ['blanks around it', '  On my way \n', 'On my way'],
    ['line ends of any kind', 'one\r\ntwo\rthree', 'one\ntwo\nthree'],
    ['control characters', 'a\u0000b\u0007c\u009fd\te', 'abcd\te'],
    ['half a character', 'a\ud83d', 'a\ufffd'],
    ['a whole one', 'a👍', 'a👍'],
    ['HTML', '<b>now</b>', '<b>now</b>'],
  ])('returns a message with %s in displayable form', (_what, typed, cleaned) => expect(cleanMessage(typed)).toBe(cleaned));

  it.each([[undefined], [''], ['   '], ['\u200b\u2060'], ['\u0000\n'], ['\u3000']])(
    'refuses %j, because nothing in it is visible',
    (typed) => expect(refusal(typed)).toBe(chatMessages.empty),
  );

  it('allows at most 4,000 characters after cleaning', () => {
    expect(refusal(` ${'x'.repeat(4000)} `)).toBeUndefined();
    expect(refusal('x'.repeat(4001))).toBe(chatMessages.tooLong);
  });

  it('accepts a message that is too long in the call, because the server refuses it', () =>
    expect(writtenMessage().isValidSync('x'.repeat(4001))).toBe(true));
});

it.each([
  [chatMessages.empty, 'Please write a message.'],
  [chatMessages.tooLong, 'Your message is too long: a message has at most 4,000 characters.'],
  [chatMessages.notYours, 'This chat is not yours.'],
  [chatMessages.notYou, 'You can only act as yourself.'],
  [chatMessages.noSuchMessage, 'There is no such message in this chat.'],
  [chatMessages.otherText, 'This message was sent already with another text.'],
  [chatMessages.isClosed, 'This job was cancelled: no one can write in its chat.'],
  [chatMessages.noRoom, 'This job has no chat yet. It opens when the first guard is awarded the job.'],
  [chatMessages.waiting, 'New chat messages'],
  [chatMessages.waitingIn('Gate', 1), 'Gate: one new message.'],
  [chatMessages.waitingIn('Gate', 2), 'Gate: 2 new messages.'],
  [chatMessages.waitingIn('Gate', 99), 'Gate: 99 new messages.'],
  [chatMessages.waitingIn('Gate', 100), 'Gate: 100 or more new messages.'],
  [systemWords.joined('Ada Marsh'), 'Ada Marsh joined the chat.'],
  [systemWords.left('Ada Marsh'), 'Ada Marsh is no longer on this job.'],
  [systemWords.cancelled, 'This job was cancelled. The chat is closed.'],
  [systemWords.enote('Broken lock'), 'E-note: Broken lock'],
  [systemWords.sos('Ada Marsh', null), 'SOS: Ada Marsh asks for help.'],
  [systemWords.sos('Ada Marsh', '43.65, -79.38'), 'SOS: Ada Marsh asks for help. Position: 43.65, -79.38'],
  [systemWords.sosOff('Ada Marsh'), 'Ada Marsh turned the SOS off.'],
  [closings['job-cancelled'], 'This job was cancelled. You can read the chat, but no one can write in it.'],
  [closings['award-taken-back'], 'You are no longer on this job. You can read the chat up to that point, but not write in it.'],
])('%s', (text, words) => expect(text).toBe(words));

it('names staff and system as senders, and states the limits', () => {
  expect([staffMember, SYSTEM]).toEqual([{ _id: 'staff', firstName: 'Guard Portal', lastName: 'team' }, 'system']);
  expect(chatLimits).toEqual({ page: 30, message: 4000, unread: 100, rooms: 200 });
});

it('accepts only text as a message', () => {
  for (const message of [{}, [], null]) expect(refusal(message)).toBe(chatMessages.empty);
  expect(chatRules.cast({ message: ' one\r\n' })).toEqual({ message: 'one' });
});

it.each([
  [chatMessages.isClosed, 'This job was cancelled: no one can write in its chat.'],
  [chatMessages.waiting, 'New chat messages'],
  [chatMessages.waitingIn('Night watch', 1), 'Night watch: one new message.'],
  [chatMessages.waitingIn('Night watch', 2), 'Night watch: 2 new messages.'],
  [chatMessages.waitingIn('Night watch', chatLimits.unread - 1), `Night watch: ${chatLimits.unread - 1} new messages.`],
  [chatMessages.waitingIn('Night watch', chatLimits.unread), `Night watch: ${chatLimits.unread} or more new messages.`],
  [systemWords.joined('Ada'), 'Ada joined the chat.'],
  [systemWords.left('Ada'), 'Ada is no longer on this job.'],
  [systemWords.enote('Gate'), 'E-note: Gate'],
  [systemWords.sos('Ada', null), 'SOS: Ada asks for help.'],
  [systemWords.sos('Ada', '43.65, -79.38'), 'SOS: Ada asks for help. Position: 43.65, -79.38'],
  [systemWords.sosOff('Ada'), 'Ada turned the SOS off.'],
  [systemWords.silence('Ada'), 'SOS: Ada did not answer a welfare check.'],
  [systemWords.silenceOver('Ada'), 'The SOS for Ada is over.'],
])('has the text “%s”', (text, words) => expect(text).toBe(words));
