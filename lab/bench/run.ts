// `npm run bench [-- --only id,id] [--json FILE] [--runs N] [--seed N] [--full]`: measures every figure of the requirements. Exits with 1 if a
// target is not met. `--dry`: runs each entry once without slowdown; exits with 1 if an entry fails.

import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { entries } from './entries';
import { type Entry, type Measurement, measure } from './entry';
import { createLab } from './openLab';
import { shortOf, tableOf } from './table';

const RUNS = 7;

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
    },
  });
  if (values.dry && values.json !== undefined) throw new Error('--dry has no figures that --json could write');
  const runs = Number(values.runs ?? (values.dry ? 1 : RUNS));
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs ${values.runs} is not a number of runs`);
  const seed = Number(values.seed ?? randomInt(1, 1_000_000));
  if (!Number.isInteger(seed) || seed < 0) throw new Error(`--seed ${values.seed} is not a whole number`);
  return { ...values, runs, seed, asked: chosen(values.only, values.full) };
}

/** Reports which entries work and why others fail. The values of a dry run have no meaning. */
function tellDry(measured: readonly Measurement[]): void {
  const failed = measured.filter(({ result }) => result.value === null);
  for (const { result, detail } of failed) process.stderr.write(`${result.id} failed: ${detail}\n`);
  process.stdout.write(`${measured.length - failed.length} of ${measured.length} entries work\n`);
  if (failed.length > 0) process.exitCode = 1;
}

async function main(): Promise<void> {
  const { asked, runs, seed, json, dry } = readArguments();
  process.stderr.write(`Random order: --seed ${seed}\n`);
  const lab = createLab({ runs, seed, isDry: dry, say: (line) => process.stderr.write(`  ${line}\n`) });
  const interrupted = () => void lab.close().finally(() => process.exit(130));
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  const measured: Measurement[] = [];
  try {
    for (const entry of asked) {
      process.stderr.write(`${entry.id} …\n`);
      const one = await measure(entry, lab);
      measured.push(one);
      if (!dry) process.stderr.write(`${shortOf(one)}\n`);
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
