import { withinText } from './exactness';

const MINUTE = 60_000;

it.each([
  [undefined, null],
  [null, null],
  [0, null],
  [MINUTE, null],
  [MINUTE + 1, 'within 2 minutes'],
  [15 * MINUTE, 'within 15 minutes'],
  [90 * MINUTE, 'within 90 minutes'],
  [90 * MINUTE + 1, 'within 2 hours'],
  [26 * 60 * MINUTE, 'within 26 hours'],
])('[TRUTH-03] shows a time that is exact to %s ms as %p', (ms, text) => expect(withinText(ms)).toBe(text));
