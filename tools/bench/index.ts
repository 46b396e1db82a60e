// `npm run bench [-- --only id,id] [--json FILE] [--runs N] [--full]`: every figure that the issues ask for, measured afresh.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { entries } from './entries';
import { type Entry, type Measured, measure } from './entry';
import { createLab } from './lab';
import { tableOf } from './table';

const RUNS = 7;

function chosen(only: string | undefined, full: boolean): Entry[] {
  if (only === undefined) return entries.filter(({ isLong }) => full || !isLong);
  return only.split(',').map((id) => {
    const found = entries.find((entry) => entry.id === id);
    if (!found) throw new Error(`there is no figure ${id}; there are ${entries.map((entry) => entry.id).join(', ')}`);
    return found;
  });
}

function readArguments() {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, json: { type: 'string' }, runs: { type: 'string' }, full: { type: 'boolean', default: false } },
  });
  const runs = Number(values.runs ?? RUNS);
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs ${values.runs} is not a number of runs`);
  return { ...values, runs, asked: chosen(values.only, values.full) };
}

async function main(): Promise<void> {
  const { asked, runs, json } = readArguments();
  const lab = createLab(runs, (line) => process.stderr.write(`  ${line}\n`));
  const interrupted = () => void lab.close().finally(() => process.exit(130));
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  const measured: Measured[] = [];
  try {
    for (const entry of asked) {
      process.stderr.write(`${entry.id} …\n`);
      measured.push(await measure(entry, lab));
    }
  } finally {
    await lab.close();
  }
  process.stdout.write(`${tableOf(measured)}\n`);
  if (runs < RUNS) process.stdout.write(`\nOnly ${runs} runs: a quick look, not a figure.\n`);
  if (json)
    writeFileSync(
      json,
      `${JSON.stringify(
        measured.map(({ result }) => result),
        null,
        2,
      )}\n`,
    );
}

try {
  await main();
} catch (error) {
  process.stderr.write(`bench: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
