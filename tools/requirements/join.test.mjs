import { idsOf, join, readClauses, readLedger } from './join.mjs';

const ledger = readLedger(
  [
    'id\tmodule\tkind\trequirement\tsource',
    'LEAVE-01\tmf-jobs\trule\ta\tdoc',
    'LEAVE-02\tmf-jobs\trule\tb\tdoc',
    'API-GEN-01\tapi\tcall\tc\tdoc\n',
  ].join('\n'),
);
const test1 = (title, status = 'passed') => ({ file: 'a.test.ts', title, status });

test('counts per module the ids of passing tests', () => {
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

test('counts the rows of a ledger with a group in one line', () => {
  const beyond = readLedger('id\tmodule\tkind\nCOVER-01\tmf-jobs\tfield\nCOVER-02\tapi\trule\n', 'beyond');
  const { modules } = join(new Map([...ledger, ...beyond]), [{ file: 'mf-jobs/a.test.tsx', title: '[COVER-01] x', status: 'passed' }]);
  expect(modules.beyond).toEqual({ stated: 2, shown: ['COVER-01'], missing: ['COVER-02'] });
});

test.each(['failed', 'pending', 'skipped', 'todo', 'timedOut', 'interrupted'])('counts no id with a test that is %s', (status) => {
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
])('rejects %s', (_what, title, says) => {
  expect(idsOf(title).wrong).toEqual([says]);
});

describe('a text that a guard sees', () => {
  const said = readLedger('id\tmodule\tkind\nLEAVE-03\tmf-jobs\tmessage\nAPI-GEN-02\tapi\tmessage\n');
  const shownBy = (id, file) => {
    const { modules } = join(said, [{ file, title: `[${id}] x`, status: 'passed' }]);
    return Object.values(modules).some(({ shown }) => shown.includes(id));
  };

  test.each([
    ['mf-jobs/src/features/leave/LeaveModal.test.tsx', true],
    ['shared/ui/src/Pager.test.tsx', true],
    ['e2e/journeys/leave/leave.spec.ts', true],
    ['shell/src/session/logout.test.ts', true],
    ['delivery/src/host/push-worker.test.ts', true],
    ['delivery/src/host/host.test.ts', false],
    ['tools/start.test.mjs', false],
    ['shared/contracts/src/leave/leave.rules.test.ts', false],
    ['api/src/domains/leave/leave.test.ts', false],
  ])('is shown by a test in %s: %s', (file, isShown) => {
    expect(shownBy('LEAVE-03', file)).toBe(isShown);
  });

  test('any other requirement is shown by a test of any place', () => {
    expect(shownBy('API-GEN-02', 'delivery/src/host/host.test.ts')).toBe(true);
    expect(shownBy('API-GEN-02', 'api/src/http-server.test.ts')).toBe(true);
    expect(shownBy('API-GEN-02', 'shared/contracts/src/a.test.ts')).toBe(true);
  });
});

describe('a decision of several clauses', () => {
  const clauses = readClauses(['clause\twhere\tstatement', 'LEAVE-01/1\tany\ta', 'LEAVE-01/2\tserver\tb', 'LEAVE-02/1\tany\tc'].join('\n'));
  const server = (title) => ({ ...test1(title), file: 'api/src/a.test.ts' });
  const of = (...tests) => {
    const { modules, lacking, defects } = join(ledger, tests, clauses);
    return { shown: modules['mf-jobs'].shown, lacks: lacking.get('LEAVE-01'), defects };
  };

  test('is shown when each of them is shown in its place', () => {
    expect(of(test1('[LEAVE-01/1] x'), server('[LEAVE-01/2] x')).shown).toEqual(['LEAVE-01']);
    expect(of(test1('[LEAVE-01/1, LEAVE-01/2] x'))).toMatchObject({ shown: [], lacks: ['LEAVE-01/2 (server)'] });
  });

  test('is not shown by its bare id', () => {
    expect(of(server('[LEAVE-01] x'))).toMatchObject({ shown: [], lacks: ['LEAVE-01/1', 'LEAVE-01/2 (server)'] });
  });

  test('is not shown while a test of one of them fails', () => {
    expect(of(server('[LEAVE-01/1, LEAVE-01/2] x'), test1('[LEAVE-01/1] y', 'failed')).shown).toEqual([]);
  });

  test('a decision with one clause is shown by its id or its clause', () => {
    for (const title of ['[LEAVE-02] x', '[LEAVE-02/1] x']) expect(of(test1(title)).shown).toEqual(['LEAVE-02']);
  });

  test('an unknown clause is a defect', () => {
    expect(of(test1('[LEAVE-01/3] x')).defects).toEqual(['a.test.ts: the decision on LEAVE-01 has no clause 3: [LEAVE-01/3] x']);
  });
});

test('ignores other texts in brackets', () => {
  expect(idsOf('keeps [] and [a-1] and UTF-16 [%s]')).toEqual({ ids: [], wrong: [] });
});
