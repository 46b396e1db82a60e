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

test('agrees with an engine that has what the table says', () => {
  expect(disagreements(rows, 'webkit', { popover: 'no', locks: 'yes' })).toEqual([]);
});

test.each([
  ['an engine that learnt it', { popover: 'yes', locks: 'yes' }, 'popover: yes, and docs/reports/engines.md says no'],
  ['a feature without a row', { popover: 'no', locks: 'yes', push: 'no' }, 'push: no, and docs/reports/engines.md has no row'],
  ['a row that nobody asks for', { popover: 'no' }, 'locks: docs/reports/engines.md has a row, and nobody asks the engines for it'],
])('names %s', (_what, found, says) => {
  expect(disagreements(rows, 'webkit', found)).toEqual([says]);
});

test('names what is missing without a word of what happens instead', () => {
  const bare = readTable(text.replace('| a | b |', '| | |'));
  expect(disagreements(bare, 'webkit', { popover: 'no', locks: 'yes' })).toEqual([
    'popover: docs/reports/engines.md does not say what happens instead, or what shows it',
  ]);
});

const rowOf = (firefox: string, instead: string, shownBy: string) => [
  { feature: 'sound', has: { webkit: 'mp4', firefox }, instead, shownBy },
];

test.each([
  ['a step that there is not', rowOf('webm', 'a', 'step "hears"'), 'sound: no step has "hears" in its name'],
  ['one of several', rowOf('webm', 'a', 'steps "records a", "hears"'), 'sound: no step has "hears" in its name'],
  ['one where nothing is missing', rowOf('mp4', '', 'step "hears"'), 'sound: no step has "hears" in its name'],
  ['words instead of a step', rowOf('webm', 'a', 'steps of the sound'), 'sound: docs/reports/engines.md names no step that shows it'],
  [
    'types that differ, and no word of it',
    rowOf('webm', '', 'step "records"'),
    'sound: docs/reports/engines.md does not say what happens instead',
  ],
])('says that %s shows nothing', (_what, differing, says) => {
  expect(unshown(differing, ['records a note'])).toEqual([says]);
});

test('is content with a step that there is, and with a reason why there is nothing to show', () => {
  expect(unshown(rowOf('webm', 'a', 'step "records"'), ['records a note'])).toEqual([]);
  expect(unshown(rowOf('webm', 'a', 'nothing to show: nobody asks'), [])).toEqual([]);
});

const folder = join(import.meta.dirname, 'steps');
const stepNames = readdirSync(folder).flatMap((file) =>
  [...readFileSync(join(folder, file), 'utf8').matchAll(/^\s*name: (['`])(.+)\1,$/gm)].map(([, , name = '']) => name),
);

test('docs/reports/engines.md names steps that there are', () => {
  const table = readFileSync(resolve(import.meta.dirname, '../../docs/reports/engines.md'), 'utf8');
  expect(stepNames.length).toBeGreaterThan(10);
  expect(unshown(readTable(table), stepNames)).toEqual([]);
});
