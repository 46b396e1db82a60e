import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportOf, tests } from './report';
import { attacks, isTried, sources, victims } from './table';

const root = join(__dirname, '../..');

it('tries each attack on each victim from each source, or states why it does not exist', () => {
  for (const { name, cells } of attacks)
    for (const victim of victims)
      for (const source of sources) {
        const cell = cells[victim][source];
        expect([name, victim, source, isTried(cell) ? cell.title : cell.because]).toEqual([
          name,
          victim,
          source,
          expect.stringMatching(/\w+ \w+/),
        ]);
      }
});

it.each(tests)('names a test that exists: $file, $title', ({ file, title }) => {
  expect(readFileSync(join(root, file), 'utf8')).toContain(`'${title}'`);
});

it.each([...new Set(tests.map(({ file }) => file))])('names no file with a test that does not run: %s', (file) => {
  expect(readFileSync(join(root, file), 'utf8')).not.toMatch(/\bx(it|test|describe)\b|\.(skip|only|todo|failing)\b/);
});

it('has a report of this table, in which no attack is accepted', () => {
  expect(readFileSync(join(root, 'docs/reports/attacks.md'), 'utf8')).toBe(reportOf(() => 'refused'));
});
