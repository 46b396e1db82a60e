// `npm test`: runs every check in order and prints its duration, also after a failed step. Instead of the long tests and the journeys that are
// not essential, it counts their recorded proofs, which `npm run lab -- proofs` renews. `npm test -- --full` runs everything.
// `npm test -- --changed [--since REF] [--list]` runs the part that the changes since REF can break; by default since the branch left main.
// Before the install, only Node's own modules may be imported.
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { assertNode, install } from '../dev-portal/preconditions.mjs';
import { readResults } from '../requirements/results.mjs';
import { bin, runSteps } from './run-steps.mjs';

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const results = join(root, 'test-results');
const { values: options } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    since: { type: 'string', default: 'main' },
    list: { type: 'boolean' },
  },
});

const stepsOf = (specs) => [
  { name: 'lint', args: [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'types', args: [bin('typescript/bin/tsc'), '--noEmit'], parallel: { name: 'fences', args: ['tools/lint/architecture.mjs'] } },
  {
    name: 'jest',
    // Pages and databases create many short-lived objects. A larger young generation reduces garbage collection, a twelfth of the run's work.
    args: ['--max-semi-space-size=64', bin('jest/bin/jest.js'), '--config', 'tools/test/jest/suites.config.mjs'],
    report: 'jest.json',
    // The journeys need the build. Many tests wait for a database or a timer, so a core is free for it.
    parallel: { name: 'build', args: ['tools/build.mjs'] },
  },
  // Kills a child of each supervisor: the API restarts the database, `npm start` the host.
  {
    name: 'kill',
    args: ['--import', 'tsx', 'e2e/kills/cli.ts', '--rounds', '1', '--kill', 'database,host', '--seed', '1'],
  },
  {
    name: 'journeys',
    args: ['tools/e2e.mjs', ...specs],
    report: 'playwright.json',
    env: { PLAYWRIGHT_TRACE_FILE: join(results, 'playwright.json') },
  },
  { name: 'trace', args: ['tools/requirements/coverage.mjs'] },
];

/** Numbers that a step adds to the last line: its tests, or one for itself. A step that failed without a failed test counts as one failure. */
function count({ report }, isGreen) {
  const tests = (report && readResults(join(results, report))?.tests) || [];
  if (tests.length === 0) return isGreen ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const passed = tests.filter(({ status }) => status === 'passed').length;
  return { passed, failed: Math.max(tests.length - passed, isGreen ? 0 : 1) };
}

async function main() {
  assertNode(root);
  install(root);
  if (options.changed) return (await import('./changed.mjs')).testChanges(root, options);
  const { provenFiles, specsToRun, unrunTests } = await import('./proofs.mjs');
  const { writeSuites } = await import('./jest/suites.mjs');
  writeSuites(root, unrunTests(root).jest, options.full ? [] : provenFiles(root).jest);
  const steps = stepsOf(options.full ? [] : specsToRun(root));
  mkdirSync(results, { recursive: true });
  for (const { report } of steps) if (report) rmSync(join(results, report), { force: true });
  return (await runSteps(root, steps, count)) === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error.message}\n0 passed, 1 failed\n`);
  process.exitCode = 1;
}
