// Runs the long tests and the journeys that `npm test` leaves out, and writes their proofs (docs/ledger/proofs.json).
// `npm run lab -- proofs FILE …` runs these files only. `npm run lab -- proofs --of-last-run` runs nothing and takes the results of a complete
// `npm test -- --full` of the same sources.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readResults } from '../tools/requirements/results.mjs';
import { treeOf } from '../tools/requirements/tree.mjs';
import { say } from '../tools/say.mjs';
import { recordProofs, unrunTests } from '../tools/test/proofs.mjs';

const root = resolve(import.meta.dirname, '..');
const isOfLastRun = process.argv.includes('--of-last-run');
const asked = process.argv.slice(2).filter((arg) => arg !== '--of-last-run');
const { jest, journeys } = unrunTests(root);
const chosen = (files) => (asked.length > 0 ? files.filter((file) => asked.includes(file)) : files);

/** Runs a command of node that writes results into a file, and returns the tests. */
function testsOf(name, args, variable) {
  const file = join(root, 'test-results', `proofs-${name}.json`);
  rmSync(file, { force: true });
  const tree = treeOf(root);
  spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, [variable]: file } });
  if (treeOf(root) !== tree) throw new Error('the sources changed during the run, so nothing is proven');
  return readResults(file)?.tests ?? [];
}

/** The results of the last complete run. @throws if the sources have changed since */
function testsOfLastRun() {
  const runs = ['jest', 'playwright'].map((name) => readResults(join(root, `test-results/${name}.json`)));
  if (runs.some((run) => run?.tree !== treeOf(root))) throw new Error('there is no complete run of these sources: npm test -- --full');
  return runs.flatMap(({ tests }) => tests);
}

const unknown = asked.filter((file) => ![...jest, ...journeys].includes(file));
if (unknown.length > 0) throw new Error(`no proof is kept for ${unknown.join(', ')}`);
const [long, specs] = [chosen(jest), chosen(journeys)];
const testsOfThisRun = () => [
  ...(long.length > 0 ? testsOf('jest', ['node_modules/jest/bin/jest.js', '--runTestsByPath', ...long], 'JEST_TRACE_FILE') : []),
  ...(specs.length > 0 ? testsOf('journeys', ['tools/e2e.mjs', ...specs], 'PLAYWRIGHT_TRACE_FILE') : []),
];
const tests = isOfLastRun ? testsOfLastRun() : testsOfThisRun();
const failed = recordProofs(root, tests);
const unrun = [...long, ...specs].filter((file) => !tests.some((test) => test.file === file));
for (const file of failed) say(`failed: ${file}`);
for (const file of unrun) say(`did not run: ${file}`);
say(`${long.length + specs.length - failed.length - unrun.length} files proven, ${failed.length + unrun.length} not`);
process.exitCode = failed.length + unrun.length > 0 ? 1 : 0;
