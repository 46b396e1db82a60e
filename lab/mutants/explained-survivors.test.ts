import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { domains } from './domains';
import { findUnnamed, survivorLinesIn } from './explained-survivors';
import { type FileScore, tableOf } from './score';

const survivor = (name: string, line: number) => ({ line, isReached: true, name });
const file = (path: string, survivors: FileScore['survivors']): FileScore => ({
  path,
  killed: 0,
  survived: survivors.length,
  unreached: 0,
  invalid: 0,
  late: 0,
  unmet: 0,
  survivors,
});
const EMPTY = '`\'\'` -> `""`';
const TICKS = '`` `so` `` -> `` `` ``';

it("lists the survivors that a text does not name, in the text's format", () => {
  const files = [file('a.ts', [survivor(EMPTY, 2), survivor(TICKS, 5)])];
  expect(findUnnamed(files, '')).toEqual([`a.ts: ${EMPTY}`, `a.ts: ${TICKS}`]);
  expect(findUnnamed(files, `- a.ts: ${EMPTY}: the same.\n`)).toEqual([`a.ts: ${TICKS}`]);
  expect(findUnnamed(files, `- a.ts: ${EMPTY}: the same.\n- a.ts: ${TICKS}: words.`)).toEqual([]);
});

it('counts a line for one survivor, and not for later ones with the same text', () => {
  const files = [file('a.ts', [survivor(EMPTY, 2), survivor(EMPTY, 5), survivor(EMPTY, 7)])];
  const all = [`a.ts: ${EMPTY} (3 times)`];
  expect(findUnnamed(files, `- a.ts: ${EMPTY}: why.`)).toEqual(all);
  expect(findUnnamed(files, `- a.ts: ${EMPTY} (2 times): why.`)).toEqual(all);
  expect(findUnnamed(files, `- a.ts: ${EMPTY} (3 times): why.`)).toEqual([]);
  expect(findUnnamed(files, `- a.ts: ${EMPTY} (2 times): why.\n- a.ts: ${EMPTY} (not drawn): why not.`)).toEqual([]);
});

it.each([
  ['another file', `- b/a.ts: ${EMPTY}: why.`],
  ['the beginning of a longer change', `- a.ts: ${EMPTY.slice(0, -1)} + 1\`: why.`],
  ['the count of survivors that were not written down', '- a.ts: not written down (1 time): lost.'],
  ['a sentence', `It was a.ts: ${EMPTY}: why.`],
])('does not accept %s', (_what, text) => {
  expect(findUnnamed([file('a.ts', [survivor(EMPTY, 2)])], text)).toEqual([`a.ts: ${EMPTY}`]);
});

it.each([
  ['without a reason', `- a.ts: ${EMPTY}`],
  ['of no times', `- a.ts: ${EMPTY} (0 times): why.`],
  ['without a change', "- a.ts: `''`: why."],
])('throws for a line %s', (_what, line) => {
  expect(() => survivorLinesIn(line)).toThrow('names nothing');
});

const root = resolve(import.meta.dirname, '../..');
const sections = readFileSync(join(root, 'docs/reports/mutants.md'), 'utf8')
  .split('\n## ')
  .slice(1)
  .map((text) => ({ name: text.split('\n')[0] ?? '', text }));

const ROW = /^\| (\S+\.tsx?) \| (\d+) \| (\d+) \| (\d+) \| .* \|$/;
const rowsOf = (text: string) =>
  text.split('\n').flatMap((line) => {
    const [, path, , killed, survived] = line.match(ROW) ?? [];
    return path === undefined ? [] : [{ ...file(path, []), killed: Number(killed), survived: Number(survived) }];
  });

describe.each(sections)('docs/reports/mutants.md, $name', ({ name, text }) => {
  const rows = rowsOf(text);

  it('belongs to a known domain, and its total score is at least 80 %', () => {
    expect(Object.keys(domains)).toContain(name);
    expect(Number(text.match(/^\| all \|.*\| ([\d.]+) % \|$/m)?.[1])).toBeGreaterThanOrEqual(80);
  });

  it('has a table with correct sums', () => {
    expect(rows.length).toBeGreaterThan(0);
    expect(text.split('\n').filter((line) => line.startsWith('|'))).toEqual(tableOf(rows));
  });

  it('names as many survivors of each file as its table counts', () => {
    const named: Record<string, number> = Object.fromEntries(rows.map(({ path }) => [path, 0]));
    for (const { path, times, isCounted } of survivorLinesIn(text)) named[path] = (named[path] ?? 0) + (isCounted ? times : 0);
    expect(named).toEqual(Object.fromEntries(rows.map(({ path, survived }) => [path, survived])));
  });
});
