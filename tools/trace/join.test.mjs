import { idsOf, join, readLedger } from './join.mjs';

const ledger = readLedger(
  [
    'id\tmodule\tkind\trequirement\tsource',
    'LEAVE-01\tmf-jobs\trule\ta\tdoc',
    'LEAVE-02\tmf-jobs\trule\tb\tdoc',
    'API-GEN-01\tapi\tcall\tc\tdoc\n',
  ].join('\n'),
);
const test1 = (title, status = 'passed') => ({ file: 'a.test.ts', title, status });

test('counts per module what passing tests show', () => {
  const { modules, rows, defects } = join(ledger, [test1('leave [LEAVE-01, API-GEN-01] works'), test1('no id')]);
  expect(modules).toEqual({
    'mf-jobs': { stated: 2, shown: ['LEAVE-01'], missing: ['LEAVE-02'] },
    api: { stated: 1, shown: ['API-GEN-01'], missing: [] },
  });
  expect(rows.map(({ id, file }) => [id, file])).toEqual([
    ['LEAVE-01', 'a.test.ts'],
    ['API-GEN-01', 'a.test.ts'],
  ]);
  expect(defects).toEqual([]);
});

test.each(['failed', 'pending', 'skipped', 'todo', 'timedOut', 'interrupted'])('never counts an id whose test is %s', (status) => {
  const { modules, rows } = join(ledger, [test1('[LEAVE-01] in one place'), test1('[LEAVE-01] in another', status)]);
  expect(modules['mf-jobs'].shown).toEqual([]);
  expect(rows).toEqual([]);
});

test('an unknown id is a defect', () => {
  expect(join(ledger, [test1('[LEAVE-99] x')]).defects).toEqual(['a.test.ts: the ledger has no LEAVE-99: [LEAVE-99] x']);
});

test.each([
  ['five ids', '[LEAVE-01, LEAVE-02, LEAVE-03, LEAVE-04, LEAVE-05] x', '5 ids in one title, at most 4'],
  ['five ids in two groups', '[LEAVE-01, LEAVE-02, LEAVE-03] x [LEAVE-04, LEAVE-05]', '5 ids in one title, at most 4'],
  ['a range', '[LEAVE-01..05] x', '[LEAVE-01..05] does not list each id in full'],
  ['a shortened id', '[LEAVE-01, 02] x', '[LEAVE-01, 02] does not list each id in full'],
])('refuses %s', (_what, title, says) => {
  expect(idsOf(title).wrong).toEqual([says]);
});

test('leaves other brackets alone', () => {
  expect(idsOf('keeps [] and [a-1] and UTF-16 [%s]')).toEqual({ ids: [], wrong: [] });
});
