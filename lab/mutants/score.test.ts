import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { domains } from './domains';
import { NOT_REACHED } from './not-reached.mjs';
import { keepJudged, keepSettled, percent, placesOfSurvivors, type Report, scoreInterval, scoreOf, tableOf, withLater } from './score';

const root = resolve(import.meta.dirname, '../..');
const source = 'const one = 1;\nconst two = (\n  one + one\n);\nsay(`so`);\n';
const at = (startLine: number, startColumn: number, endLine: number, endColumn: number) => ({
  start: { line: startLine, column: startColumn },
  end: { line: endLine, column: endColumn },
});
const reportOf = (mutants: Report['files'][string]['mutants']): Report => ({ files: { 'a.ts': { source, mutants } } });
const report = reportOf([
  { status: 'Killed', replacement: '2', location: at(1, 13, 1, 14) },
  { status: 'Timeout', replacement: '3', location: at(1, 13, 1, 14) },
  { status: 'Survived', replacement: '(\n  0\n)', location: at(2, 13, 4, 2) },
  { status: 'NoCoverage', replacement: '``', location: at(5, 5, 5, 9) },
  { status: 'RuntimeError', statusReason: NOT_REACHED, replacement: '4', location: at(1, 13, 1, 14) },
  { status: 'RuntimeError', statusReason: 'did not load', replacement: '5', location: at(1, 13, 1, 14) },
]);
report.files['gone.ts'] = { source, mutants: [{ status: 'Survived', replacement: '2', location: at(1, 13, 1, 14) }] };
const scored = scoreOf(report, ['a.ts', 'none.ts']);

it('counts the results of the mutants in the given files, and names the survivors', () => {
  expect(scored).toEqual([
    {
      path: 'a.ts',
      killed: 2,
      survived: 2,
      unreached: 1,
      invalid: 1,
      late: 1,
      unmet: 1,
      survivors: [
        { line: 2, isReached: true, name: '`( one + one )` -> `( 0 )`' },
        { line: 5, isReached: false, name: '`` `so` `` -> `` `` ``' },
      ],
    },
    { path: 'none.ts', killed: 0, survived: 0, unreached: 0, invalid: 0, late: 0, unmet: 0, survivors: [] },
  ]);
});

it('writes a row per file, and one for all', () => {
  expect(tableOf(scored)).toEqual([
    '| file | mutants | killed | survived | score |',
    '|---|---|---|---|---|',
    '| a.ts | 4 | 2 | 2 | 50 % |',
    '| none.ts | none known | | | |',
    '| all | 4 | 2 | 2 | 50 % |',
  ]);
});

it('rounds a score down', () => expect([percent(799, 201), percent(2, 1), percent(0, 3)]).toEqual([79.9, 66.6, 0]));

it.each([
  [95, 5, [88.8, 97.9]],
  [20, 0, [83.8, 100]],
  [0, 0, [0, 100]],
])('returns the confidence interval of the score for a sample with %i killed and %i survived', (killed, survived, ends) =>
  expect(scoreInterval(killed, survived)).toEqual(ends),
);

it('judged() keeps all killed and survived mutants', () => {
  const kept = keepJudged(report).files['a.ts']?.mutants ?? [];
  expect(kept.map(({ status }) => status)).toEqual(['Killed', 'Timeout', 'Survived', 'NoCoverage']);
});

it('settled() keeps mutants that a test killed, and no others', () => {
  const kept = keepSettled(report).files['a.ts']?.mutants ?? [];
  expect(kept.map(({ status, replacement }) => [status, replacement])).toEqual([['Killed', '2']]);
});

it('finds the survivors for other tests, and adopts the mutants that those kill', () => {
  expect(placesOfSurvivors(report, ['a.ts'])).toEqual(['a.ts:2:12-4:1', 'a.ts:5:4-5:8']);
  const later = reportOf([
    { status: 'Killed', replacement: '``', location: at(5, 5, 5, 9) },
    { status: 'Killed', replacement: '0', location: at(2, 13, 4, 2) },
    { status: 'Survived', replacement: '2', location: at(1, 13, 1, 14) },
  ]);
  const [both] = scoreOf(withLater(report, later), ['a.ts']);
  expect(both).toMatchObject({ killed: 3, survived: 1, unreached: 1, invalid: 1 });
  expect(both?.survivors.map(({ line }) => line)).toEqual([2]);
});

it.each(Object.entries(domains))('%s names existing files and tests, each file mutated once', (_name, parts) => {
  const mutated = parts.flatMap(({ mutate }) => mutate);
  expect(new Set(mutated).size).toBe(mutated.length);
  for (const file of [...mutated, ...parts.flatMap(({ tests }) => tests)])
    expect([file, existsSync(join(root, file))]).toEqual([file, true]);
});

it.each(Object.entries(domains))('%s includes every test with the name of a mutated file next to it', (_name, parts) => {
  const named = parts
    .flatMap(({ mutate }) => mutate)
    .flatMap((file) => {
      const own = basename(file, '.ts');
      const beside = readdirSync(join(root, dirname(file))).filter((name) => name.startsWith(`${own}.`) && /\.test\.tsx?$/.test(name));
      return beside.map((name) => `${dirname(file)}/${name}`);
    });
  expect(named.filter((test) => !parts.some(({ tests }) => tests.includes(test)))).toEqual([]);
});
