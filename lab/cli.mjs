// `npm run lab` lists the experiments with question, duration and last result. `npm run lab -- NAME …` runs one, with its own arguments.
// `npm run lab -- --record NAME` also writes the result into docs/reports/lab.md. `npm run lab -- --names` prints the names for scripts.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isInstalled } from '../shared/settings/src/installation.mjs';
import { install } from '../tools/dev-portal/preconditions.mjs';
import { say } from '../tools/say.mjs';
import { entries } from './entries.mjs';
import { lastLineOf, readResults, writtenResults } from './results.mjs';

const root = resolve(import.meta.dirname, '..');
const report = join(root, 'docs/reports/lab.md');
const INTERRUPTED = 130;

const results = () => readResults(existsSync(report) ? readFileSync(report, 'utf8') : '');

function list() {
  const known = results();
  for (const { name, question, minutes } of entries) {
    const last = known.get(name);
    const told = last ? `${last.result} on ${last.date} in ${last.minutes} min` : 'no recorded run';
    say(`${name.padEnd(13)}${String(minutes).padStart(4)} min  ${told.padEnd(36)}${question}`);
  }
}

/** Runs node; resolves with its exit code and its output. */
async function run(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let isInterrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      isInterrupted = true;
      child.kill(signal);
    });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text);
    output += text;
  });
  const status = await new Promise((end) => child.once('close', end));
  return { code: isInterrupted ? INTERRUPTED : (status ?? INTERRUPTED), output };
}

function record(name, code, output, minutes) {
  const known = results();
  const result = code === 0 ? 'passed' : 'failed';
  const date = new Date().toISOString().slice(0, 10);
  known.set(name, { result, minutes: Number(minutes.toFixed(1)), date, line: lastLineOf(output) });
  writeFileSync(
    report,
    writtenResults(
      known,
      entries.map((entry) => entry.name),
    ),
  );
}

async function main() {
  const asked = process.argv.slice(2);
  const isRecorded = asked[0] === '--record';
  const [name, ...more] = isRecorded ? asked.slice(1) : asked;
  if (name === '--names') return void say(entries.map((entry) => entry.name).join('\n'));
  if (name === undefined) return list();
  const entry = entries.find((one) => one.name === name);
  if (!entry) throw new Error(`there is no experiment ${name}: npm run lab lists them`);
  if (isRecorded && more.length > 0) throw new Error('only a complete run is recorded: leave out its arguments or --record');
  if (entry.usesLabPackages && !isInstalled(join(root, 'lab'))) {
    say('The packages of lab/ are missing or of another version.');
    install(join(root, 'lab'));
  }
  const started = performance.now();
  const { code, output } = await run([...entry.args, ...(isRecorded ? (entry.recorded ?? []) : []), ...more]);
  if (isRecorded && code !== INTERRUPTED) record(name, code, output, (performance.now() - started) / 60_000);
  process.exitCode = code;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`lab: ${error.message}\n`);
  process.exitCode = 1;
}
