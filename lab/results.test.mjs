import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entries } from './entries.mjs';
import { lastLineOf, readResults, writtenResults } from './results.mjs';

const root = join(__dirname, '..');
const passed = { result: 'passed', minutes: 1.5, date: '2026-11-30', line: '10 kills, 0 lost' };

it('reads the results that it wrote, in the order of the names', () => {
  const text = writtenResults(new Map([...[['b', passed]], ['a', { ...passed, result: 'failed' }]]), ['a', 'b', 'c']);
  expect([...readResults(text)]).toEqual([
    ['a', { ...passed, result: 'failed' }],
    ['b', passed],
  ]);
});

it('takes the last line of an output', () => expect(lastLineOf('first\n12 | 13 passed\n\n')).toBe('12 / 13 passed'));

it.each(entries.map(({ name, args }) => [name, args]))('%s names existing files', (_name, args) => {
  expect(args.filter((arg) => arg.includes('/') && !existsSync(join(root, arg)))).toEqual([]);
});

it('the README has each experiment with its question and duration', () => {
  const readme = readFileSync(join(root, 'lab/README.md'), 'utf8');
  expect(entries.filter(({ name, question, minutes }) => !readme.includes(`| \`${name}\` | ${question} | ${minutes} |`))).toEqual([]);
});
