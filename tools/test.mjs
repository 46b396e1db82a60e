// `npm test`: every gate in order, each shown with its time; a step that fails does not hide the next one.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  const env = { ...process.env, PORTAL_TEMP: temp };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((end) => child.once('close', (code) => end(code === 0)));
}

/** What a step adds to the last line: its tests, or itself. A step that failed without a failed test counts as one. */
function count({ report }, isGreen) {
  const tests = (report && readResults(join(results, report))?.tests) || [];
  if (tests.length === 0) return isGreen ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const passed = tests.filter(({ status }) => status === 'passed').length;
  return { passed, failed: Math.max(tests.length - passed, isGreen ? 0 : 1) };
}

/** Whether every step took away what it had put into the temporary folder of this run. */
function isLeftClean(temp) {
  const left = readdirSync(temp);
  if (left.length > 0) process.stdout.write(`\nTests left behind in the temporary folder: ${left.join(', ')}\n`);
  rmSync(temp, { recursive: true, force: true });
  return left.length === 0;
}

async function main() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new Error(`The tests need Node 20.19 or newer; this is Node ${process.versions.node}.`);
  install(root);
  mkdirSync(results, { recursive: true });
  for (const { report } of steps) if (report) rmSync(join(results, report), { force: true });
  const temp = mkdtempSync(join(tmpdir(), 'portal-run-'));
  // A database that runs as another user must be able to walk here.
  chmodSync(temp, 0o755);
  const sum = { passed: 0, failed: 0 };
  const lines = [];
  for (const step of steps) {
    process.stdout.write(`\n== ${step.name}\n`);
    const started = performance.now();
    const isGreen = await runStep(step, temp);
    const { passed, failed } = count(step, isGreen);
    sum.passed += passed;
    sum.failed += failed;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    lines.push(`${step.name.padEnd(10)}${seconds.padStart(7)} s  ${failed === 0 ? 'passed' : `${failed} failed`}`);
  }
  if (!isLeftClean(temp)) sum.failed += 1;
  process.stdout.write(`\n${lines.join('\n')}\n\n${sum.passed} passed, ${sum.failed} failed\n`);
  return sum.failed === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error.message}\n0 passed, 1 failed\n`);
  process.exitCode = 1;
}
