import { ValidationError } from 'yup';
import { reportRules } from './postings.rules';

const check = (report: Record<string, unknown>): unknown => {
  try {
    return reportRules.validateSync(report, { abortEarly: false, stripUnknown: true });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map((one) => [one.path, one.message]).reverse());
  }
};

it('reads the reason as a number, and trims the details', () =>
  expect(check({ reason: '3', words: ' $15, not $26 ' })).toEqual({ reason: 3, words: '$15, not $26' }));

it.each([
  ['no reason', { words: 'x' }, { reason: 'Please choose a reason' }],
  ['an unknown reason', { reason: 7 }, { reason: 'Unknown choice' }],
  ['text for a reason', { reason: 'pay' }, { reason: 'Please choose a reason' }],
  ['"Something else" without details', { reason: 6, words: ' ' }, { words: 'Please say what is wrong' }],
  ['details without end', { reason: 1, words: 'x'.repeat(2001) }, { words: 'At most 2000 characters' }],
  ['text for a picture', { reason: 1, picture: 'a.png' }, { picture: expect.stringContaining('not a picture') }],
])('refuses %s', (_what, report, errors) => expect(check(report)).toEqual(errors));

it('accepts a report without details and picture', () => expect(check({ reason: 1, words: '', picture: '' })).toEqual({ reason: 1 }));
