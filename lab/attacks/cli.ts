// `npm run lab -- attacks`: runs the test of each attack and writes docs/reports/attacks.md.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import { reportOf, tests } from './report';
import { isTried } from './table';

const root = resolve(import.meta.dirname, '../..');

interface Result {
  testResults: { name: string; assertionResults: { title: string; status: string }[] }[];
}

/** Runs the files of the tests. */
function runTests(): Result {
  const folder = temporaryFolder('attacks');
  const file = join(folder, 'results.json');
  const files = [...new Set(tests.map((one) => one.file))];
  const jest = [join(root, 'node_modules/jest/bin/jest.js'), '--json', '--outputFile', file, ...files];
  spawnSync(process.execPath, jest, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const results = JSON.parse(readFileSync(file, 'utf8')) as Result;
  dropFolder(folder);
  return results;
}

/** Whether a title belongs to a test. The source of a title may have a placeholder. */
const isTitleOf = (title: string, source: string): boolean => {
  const parts = source.split(/%[si]/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`).test(title);
};

const { testResults } = runTests();
const passed = tests.filter(({ file, title }) => {
  const own = testResults.find(({ name }) => name === join(root, file))?.assertionResults ?? [];
  const found = own.filter((one) => isTitleOf(one.title, title));
  return found.length > 0 && found.every(({ status }) => status === 'passed');
});
const report = reportOf((cell) =>
  isTried(cell) && passed.some(({ file, title }) => file === cell.file && title === cell.title) ? 'refused' : 'accepted',
);
writeFileSync(join(root, 'docs/reports/attacks.md'), report);
process.stdout.write(`${tests.length - passed.length} of ${tests.length} tests of attacks failed\n`);
process.exitCode = passed.length === tests.length ? 0 : 1;
