// `npm test`: every gate in order, each shown with its time; a step that fails does not hide the next one.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dropFolder, temporaryFolder } from '../shared/testing/src/temporaryFolder.mjs';
import { install } from './portal/preconditions.mjs';
import { readResults } from './trace/results.mjs';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const results = join(root, 'test-results');

const bin = (path) => join('node_modules', path);
const steps = [
  { name: 'lint', args: [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'types', args: [bin('typescript/bin/tsc'), '--noEmit'] },
  { name: 'fences', args: ['tools/fences.mjs'] },
  { name: 'jest', args: [bin('jest/bin/jest.js')], report: 'jest.json' },
  { name: 'journeys', args: ['tools/e2e.mjs'], report: 'playwright.json' },
  { name: 'trace', args: ['tools/trace.mjs'] },
];

function runStep({ args }, temp) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, TMPDIR: temp },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const end = () => child.kill('SIGTERM');
  // Before the folder goes that it writes in.
  process.prependOnceListener('exit', end);
  return new Promise((resolveStep) =>
    child.once('close', (code) => {
      process.off('exit', end);
      resolveStep(code === 0);
    }),
  );
}

/** What a step adds to the last line: its tests, or itself. A step that failed without a failed test counts as one. */
function count({ report }, isGreen) {
  const tests = (report && readResults(join(results, report))?.tests) || [];
  if (tests.length === 0) return isGreen ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const passed = tests.filter(({ status }) => status === 'passed').length;
  return { passed, failed: Math.max(tests.length - passed, isGreen ? 0 : 1) };
}

/** What a tool keeps for its next run, whoever runs it. */
const caches = /^(tsx-\d+|node-compile-cache)$/;

/** What a step left in the temporary folder of this run, apart from what an earlier one did. */
function leftBy(temp, before) {
  const left = readdirSync(temp).filter((name) => !caches.test(name) && !before.has(name));
  for (const name of left) before.add(name);
  return left;
}

async function main() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new Error(`The tests need Node 20.19 or newer; this is Node ${process.versions.node}.`);
  install(root);
  mkdirSync(results, { recursive: true });
  for (const { report } of steps) if (report) rmSync(join(results, report), { force: true });
  const temp = temporaryFolder('run');
  const known = new Set();
  const sum = { passed: 0, failed: 0 };
  const lines = [];
  for (const step of steps) {
    process.stdout.write(`\n== ${step.name}\n`);
    const started = performance.now();
    const isGreen = await runStep(step, temp);
    const left = leftBy(temp, known);
    if (left.length > 0) process.stdout.write(`\n${step.name} left behind in the temporary folder: ${left.join(', ')}\n`);
    const { passed, failed: broken } = count(step, isGreen);
    const failed = broken + left.length;
    sum.passed += passed;
    sum.failed += failed;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    lines.push(`${step.name.padEnd(10)}${seconds.padStart(7)} s  ${failed === 0 ? 'passed' : `${failed} failed`}`);
  }
  dropFolder(temp);
  process.stdout.write(`\n${lines.join('\n')}\n\n${sum.passed} passed, ${sum.failed} failed\n`);
  return sum.failed === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error.message}\n0 passed, 1 failed\n`);
  process.exitCode = 1;
}
