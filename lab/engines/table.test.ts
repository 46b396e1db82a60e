import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { disagreements, readTable, unshown } from './table';

const text = [
  'words',
  '',
  '| what | WebKit | Firefox | instead | shown by |',
  '|---|---|---|---|---|',
  '| `popover` | no | yes | a | b |',
  '| locks | yes | yes | | |',
].join('\n');
const rows = readTable(text);

test('agrees with an engine whose values equal the table', () => {
  expect(disagreements(rows, 'webkit', { popover: 'no', locks: 'yes' })).toEqual([]);
});

test.each([
  ['an engine with a different value', { popover: 'yes', locks: 'yes' }, 'popover: yes, and docs/reports/engines.md says no'],
  ['a feature without a row', { popover: 'no', locks: 'yes', push: 'no' }, 'push: no, and docs/reports/engines.md has no row'],
  ['a row without a check', { popover: 'no' }, 'locks: docs/reports/engines.md has a row, and nobody asks the engines for it'],
])('reports %s', (_what, found, says) => {
  expect(disagreements(rows, 'webkit', found)).toEqual([says]);
});

test('reports a missing feature without a fallback in the table', () => {
  const bare = readTable(text.replace('| a | b |', '| | |'));
  expect(disagreements(bare, 'webkit', { popover: 'no', locks: 'yes' })).toEqual([
    'popover: docs/reports/engines.md does not say what happens instead, or what shows it',
  ]);
});

const rowOf = (firefox: string, instead: string, shownBy: string) => [
  { feature: 'sound', has: { webkit: 'mp4', firefox }, instead, shownBy },
];

test.each([
  ['an unknown step', rowOf('webm', 'a', 'step "hears"'), 'sound: no step has "hears" in its name'],
  ['an unknown step among several', rowOf('webm', 'a', 'steps "records a", "hears"'), 'sound: no step has "hears" in its name'],
  ['an unknown step in a row without differences', rowOf('mp4', '', 'step "hears"'), 'sound: no step has "hears" in its name'],
  ['a text without a step name', rowOf('webm', 'a', 'steps of the sound'), 'sound: docs/reports/engines.md names no step that shows it'],
  [
    'a row with differences and without a fallback',
    rowOf('webm', '', 'step "records"'),
    'sound: docs/reports/engines.md does not say what happens instead',
  ],
])('reports %s', (_what, differing, says) => {
  expect(unshown(differing, ['records a note'])).toEqual([says]);
});

test('accepts an existing step, and a reason why there is nothing to show', () => {
  expect(unshown(rowOf('webm', 'a', 'step "records"'), ['records a note'])).toEqual([]);
  expect(unshown(rowOf('webm', 'a', 'nothing to show: nobody asks'), [])).toEqual([]);
});

const folder = join(import.meta.dirname, 'steps');
const stepNames = readdirSync(folder).flatMap((file) =>
  [...readFileSync(join(folder, file), 'utf8').matchAll(/^\s*name: (['`])(.+)\1,$/gm)].map(([, , name = '']) => name),
);

test('docs/reports/engines.md names existing steps', () => {
  const table = readFileSync(resolve(import.meta.dirname, '../../docs/reports/engines.md'), 'utf8');
  expect(stepNames.length).toBeGreaterThan(10);
  expect(unshown(readTable(table), stepNames)).toEqual([]);
});
