import { disagreements, readTable } from './table';

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
  ['an engine that learnt it', { popover: 'yes', locks: 'yes' }, 'popover: yes, and docs/engines.md says no'],
  ['a feature without a row', { popover: 'no', locks: 'yes', push: 'no' }, 'push: no, and docs/engines.md has no row'],
  ['a row that nobody asks for', { popover: 'no' }, 'locks: docs/engines.md has a row, and nobody asks the engines for it'],
])('names %s', (_what, found, says) => {
  expect(disagreements(rows, 'webkit', found)).toEqual([says]);
});

test('names what is missing without a word of what happens instead', () => {
  const bare = readTable(text.replace('| a | b |', '| | |'));
  expect(disagreements(bare, 'webkit', { popover: 'no', locks: 'yes' })).toEqual([
    'popover: docs/engines.md does not say what happens instead, or what shows it',
  ]);
});
