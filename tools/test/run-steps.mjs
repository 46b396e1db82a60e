import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dropFolder, temporaryFolder } from '../../shared/testing/src/temporaryFolder.mjs';
import { memoryFolder } from './memory-folder.mjs';

export const bin = (path) => join('node_modules', path);

/** Files of other tools: caches, and folders that Chromium and its sound library do not remove. */
const caches = /^(tsx-\d+|node-compile-cache|pulse-\w{12}|\.org\.chromium\.Chromium\.\w{6})$/;

/** Files that a step left in the run's temporary folder; files that an earlier step left are excluded. */
function leftoverFiles(temp, before) {
  const left = readdirSync(temp).filter((name) => !caches.test(name) && !before.has(name));
  for (const name of left) before.add(name);
  return left;
}

async function run({ args, env }, root, temp, stdio = 'inherit') {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env, TMPDIR: temp },
    stdio: ['ignore', stdio, stdio],
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk));
  const end = () => child.kill('SIGTERM');
  // First, because a later exit handler deletes the folder that the child uses.
  process.prependOnceListener('exit', end);
  const code = await new Promise((resolve) => child.once('close', resolve));
  process.off('exit', end);
  return { isGreen: code === 0, said: Buffer.concat(said), seconds: (performance.now() - started) / 1000 };
}

function show({ name }, { said }) {
  process.stdout.write(`\n== ${name}\n`);
  process.stdout.write(said);
}

/** Prints a failure immediately, because the other step may run for many minutes more. */
async function runParallel(step, root, temp) {
  const done = await run(step, root, temp, 'pipe');
  if (!done.isGreen) show(step, done);
  return done;
}

const itself = (_step, isGreen) => ({ passed: Number(isGreen), failed: Number(!isGreen) });

/**
 * Runs every step in order, each in node with its `args` and `env`, also after a failure. A step may have another one in `parallel`: both run in parallel, and
 * its output follows the step's output, or appears immediately if it fails. `count` returns the numbers that a step adds to the sum. Prints the
 * duration of each step and the files it left in the temporary folder, which count as failures. Returns the number of failures.
 */
export async function runSteps(root, steps, count = itself) {
  const temp = temporaryFolder('run', process.env.TMPDIR ?? memoryFolder() ?? undefined);
  const known = new Set();
  const sum = { passed: 0, failed: 0 };
  const lines = [];
  const add = (step, { isGreen, seconds }, left) => {
    const counted = count(step, isGreen);
    const failed = counted.failed + left.length;
    sum.passed += counted.passed;
    sum.failed += failed;
    lines.push(`${step.name.padEnd(10)}${seconds.toFixed(1).padStart(7)} s  ${failed === 0 ? 'passed' : `${failed} failed`}`);
  };
  for (const step of steps) {
    process.stdout.write(`\n== ${step.name}\n`);
    const parallel = step.parallel && runParallel(step.parallel, root, temp);
    const done = await run(step, root, temp);
    const doneParallel = await parallel;
    if (doneParallel) {
      if (doneParallel.isGreen) show(step.parallel, doneParallel);
      add(step.parallel, doneParallel, []);
    }
    const left = leftoverFiles(temp, known);
    if (left.length > 0) process.stdout.write(`\n${step.name} left behind in the temporary folder: ${left.join(', ')}\n`);
    add(step, done, left);
  }
  dropFolder(temp);
  process.stdout.write(`\n${lines.join('\n')}\n\n${sum.passed} passed, ${sum.failed} failed\n`);
  return sum.failed;
}
