// `npm run bench [-- --only id,id] [--json FILE] [--runs N] [--seed N] [--full]`: measures every figure of the requirements. Exits with 1 if a
// target is not met. `--dry`: runs each entry once without slowdown; exits with 1 if an entry fails. `--record`: also writes each figure into
// docs/reports/figures.md; a figure that takes longer than `--minutes` (30) is recorded as such and ends the run. `--since DAY`: skips the figures
// that the report has since this day, so that a long run continues. `--phone galaxy-a24`: only figures of a page, on that phone.

import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { entries } from './entries';
import { type Entry, failedMeasurement, type Measurement, measure } from './entry';
import { figureRow, figuresText, readFigures, rowNameOf } from './figures';
import { type Lab, root } from './lab';
import { createLab } from './openLab';
import { isPhoneName, type PhoneName, phones, STANDARD } from './phones';
import { shortOf, tableOf } from './table';

const RUNS = 7;
const REPORT = join(root, 'docs/reports/figures.md');

function chosen(only: string | undefined, full: boolean): Entry[] {
  if (only === undefined) return entries.filter(({ isLong }) => full || !isLong);
  const ids = only.split(',');
  const unknown = ids.find((id) => entries.every((entry) => entry.id !== id));
  if (unknown) throw new Error(`there is no figure ${unknown}; there are ${entries.map((entry) => entry.id).join(', ')}`);
  // In the table's order: an entry that sends forms runs after the entries that measure the data it changes.
  return entries.filter(({ id }) => ids.includes(id));
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      json: { type: 'string' },
      runs: { type: 'string' },
      seed: { type: 'string' },
      full: { type: 'boolean', default: false },
      dry: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      since: { type: 'string' },
      phone: { type: 'string', default: STANDARD },
      minutes: { type: 'string', default: '30' },
    },
  });
  if (values.dry && values.json !== undefined) throw new Error('--dry has no figures that --json could write');
  const runs = Number(values.runs ?? (values.dry ? 1 : RUNS));
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs ${values.runs} is not a number of runs`);
  const seed = Number(values.seed ?? randomInt(1, 1_000_000));
  if (!Number.isInteger(seed) || seed < 0) throw new Error(`--seed ${values.seed} is not a whole number`);
  const limitMs = Number(values.minutes) * 60_000;
  if (!(limitMs > 0)) throw new Error(`--minutes ${values.minutes} is not a number of minutes`);
  if (values.since !== undefined && !/^\d{4}-\d\d-\d\d$/.test(values.since)) throw new Error(`--since ${values.since} is not a day`);
  if (values.record && (values.dry || runs < RUNS)) throw new Error(`--record takes only figures of at least ${RUNS} runs`);
  const { phone } = values;
  if (!isPhoneName(phone)) throw new Error(`there is no phone ${phone}; there are ${Object.keys(phones).join(', ')}`);
  const asked = chosen(values.only, values.full)
    .filter(({ on }) => phone === STANDARD || on === 'phone')
    .filter(({ id }) => !isRecordedSince(rowNameOf(id, phone), values.since));
  return { ...values, phone, runs, seed, limitMs, asked };
}

const recordedFigures = () => readFigures(existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : '');

const isRecordedSince = (name: string, since: string | undefined): boolean =>
  since !== undefined && (recordedFigures().get(name)?.date ?? '') >= since;

function recordFigure(one: Measurement, phone: PhoneName): void {
  const date = new Date().toISOString().slice(0, 10);
  const name = rowNameOf(one.result.id, phone);
  const figures = new Map(recordedFigures()).set(name, { date, row: figureRow(name, one, date) });
  const names = entries.flatMap(({ id }) => (Object.keys(phones) as PhoneName[]).map((each) => rowNameOf(id, each)));
  writeFileSync(REPORT, figuresText(figures, names));
}

/** Null if the entry takes longer than the limit. Its processes may still run, so no figure can follow. */
async function measureWithin(entry: Entry, lab: Lab, limitMs: number): Promise<Measurement | null> {
  const stop = new AbortController();
  const limit = pause(limitMs, null, { signal: stop.signal });
  limit.catch(() => undefined);
  try {
    return await Promise.race([measure(entry, lab), limit]);
  } finally {
    stop.abort();
  }
}

/** Reports which entries work and why others fail. The values of a dry run have no meaning. */
function tellDry(measured: readonly Measurement[]): void {
  const failed = measured.filter(({ result }) => result.value === null);
  for (const { result, detail } of failed) process.stderr.write(`${result.id} failed: ${detail}\n`);
  process.stdout.write(`${measured.length - failed.length} of ${measured.length} entries work\n`);
  if (failed.length > 0) process.exitCode = 1;
}

async function main(): Promise<void> {
  const { asked, runs, seed, json, dry, record, limitMs, phone } = readArguments();
  process.stderr.write(`Random order: --seed ${seed}\n`);
  const lab = createLab({ runs, seed, isDry: dry, model: phones[phone], say: (line) => process.stderr.write(`  ${line}\n`) });
  const interrupted = () => void lab.close().finally(() => process.exit(130));
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  const measured: Measurement[] = [];
  try {
    for (const entry of asked) {
      process.stderr.write(`${entry.id} …\n`);
      const found = await measureWithin(entry, lab, limitMs);
      const one = found ?? failedMeasurement(entry, lab.seed, `it took longer than ${limitMs / 60_000} minutes`);
      measured.push(one);
      if (record) recordFigure(one, phone);
      if (!dry) process.stderr.write(`${shortOf(one)}\n`);
      if (found) continue;
      process.stderr.write('The rest was not measured: continue with --since\n');
      break;
    }
  } finally {
    await lab.close();
  }
  if (dry) {
    tellDry(measured);
    return;
  }
  process.stdout.write(`${tableOf(measured)}\n\nSeed ${seed}\n`);
  if (runs < RUNS) process.stdout.write(`\nOnly ${runs} runs: too few for a reliable figure.\n`);
  if (json)
    writeFileSync(
      json,
      `${JSON.stringify(
        measured.map(({ result }) => result),
        null,
        2,
      )}\n`,
    );
  const unmet = measured.filter(({ result }) => !result.met).map(({ result }) => result.id);
  if (unmet.length === 0) return;
  process.stderr.write(`Not met: ${unmet.join(', ')}\n`);
  process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`bench: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
// An entry over its time limit may still run.
process.exit();
