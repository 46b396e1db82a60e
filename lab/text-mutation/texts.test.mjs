import { misspell, spoil, textsOf } from './texts.mjs';

test('textsOf returns the quoted texts with their ids', () => {
  const ledger = [
    'id\tmodule\tkind\trequirement\tsource',
    "LEAVE-01\tmf-jobs\tmessage\tLeave shows 'It's blank.' or 'Try again'.\tdoc",
    "LEAVE-02\tmf-jobs\trule\tThe guard's leave shows 'Try again'.\tdoc",
    "LEAVE-03\tmf-jobs\trule\tCONFLICT: It is 'Sick' or 'Ill'.\tdoc",
  ].join('\n');
  expect(textsOf(ledger, "clause\twhere\tstatement\nLEAVE-03/1\tpage\tIt is 'Ill'.")).toEqual(
    new Map([
      ["It's blank.", ['LEAVE-01']],
      ['Try again', ['LEAVE-01', 'LEAVE-02']],
      ['Ill', ['LEAVE-03/1']],
    ]),
  );
});

test.each([
  ['Please enter valid otp', 'Please enter valid otx'],
  ['Size is more than 2 MB', 'Size is more than 2 Mx'],
  ['Before Autumn.', 'Before Autumx.'],
  ['Tax', 'Taz'],
])('misspells %s as %s', (text, as) => expect(misspell(text)).toBe(as));

test.each([
  ['a literal', "const a = 'Log out';", 'Log out', "const a = 'Log oux';"],
  ['a JSX text', '<b>\n  Log out\n</b>', 'Log out', '<b>\n  Log oux\n</b>'],
  ['an apostrophe', "'It\\'s so'", "It's so", "'It\\'s sx'"],
  ['a part of a sentence', "'Sorry: it is blank.'", 'it is blank', "'Sorry: it is blanx.'"],
])('misspells %s', (_what, source, text, as) => expect(spoil(source, text)).toBe(as));

test.each([
  ['a name in the code', 'export const Logout = 1;'],
  ['a longer label', "'Logout now'"],
])('does not change %s', (_what, source) => expect(spoil(source, 'Logout')).toBe(source));
