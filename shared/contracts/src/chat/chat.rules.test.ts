import { ValidationError } from 'yup';
import { chatMessages, chatRules, cleanMessage, writtenMessage } from './chat.rules';

const refusal = (message: unknown): string | undefined => {
  try {
    chatRules.validateSync({ message });
    return undefined;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.message;
  }
};

describe('a message', () => {
  it.each([
    ['blanks around it', '  On my way \n', 'On my way'],
    ['line ends of any kind', 'one\r\ntwo\rthree', 'one\ntwo\nthree'],
    ['control characters', 'a\u0000b\u0007c\u009fd\te', 'abcd\te'],
    ['half a character', 'a\ud83d', 'a\ufffd'],
    ['a whole one', 'a👍', 'a👍'],
    ['HTML', '<b>now</b>', '<b>now</b>'],
    ['what turns the direction of writing', '\u202egnp.exe', '\u202egnp.exe'],
  ])('with %s is kept as it can be shown', (_what, typed, kept) => expect(cleanMessage(typed)).toBe(kept));

  it.each([[undefined], [''], ['   '], ['\u200b\u2060'], ['\u0000\n'], ['\u3000']])('%j says nothing, and is refused', (typed) =>
    expect(refusal(typed)).toBe(chatMessages.empty),
  );

  it('has at most 4,000 characters after what is cut away', () => {
    expect(refusal(` ${'x'.repeat(4000)} `)).toBeUndefined();
    expect(refusal('x'.repeat(4001))).toBe(chatMessages.tooLong);
  });

  it('that is too long is the server’s to answer: the call itself takes it', () =>
    expect(writtenMessage().isValidSync('x'.repeat(4001))).toBe(true));
});
