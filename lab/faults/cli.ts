// `npm run lab -- kills|upgrade|publish|sets [--rounds N] [--seed N] [--database embedded|given]`: kills the API under load, with both kinds
// of database; runs the previous release and this one together on one database; kills a publisher, and fills a disk; combines the previous, this and
// the next release of the shell and the remotes in one page. `npm run lab -- matrix`: every fault of a release, in every module at every
// moment, and the shell's faults.
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import { random } from '../../api/seed/random';
import { say as write } from '../../tools/say.mjs';
import { killRepeatedly, unmetActs } from './kill-api';
import { matrix } from './matrix/cli';
import { publishFaults } from './publish';
import type { Mode } from './server';
import { versionSets } from './sets/cli';
import { upgradeUnderLoad } from './upgrade';

const ROUNDS = 30;
/** Rounds of the publisher suite. */
const KILLS = 50;
const SUITES = ['kills', 'upgrade', 'publish', 'sets'];
const UPGRADE = { besideMs: 10_000, callers: 8, workers: 4 };

function readArguments() {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    options: { only: text, rounds: text, seed: text, database: text },
    allowPositionals: true,
  });
  const only = values.only ?? positionals[0];
  const [rounds, seed] = [Number(values.rounds ?? (only === 'publish' ? KILLS : ROUNDS)), Number(values.seed ?? randomInt(2 ** 31))];
  if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) throw new Error('--rounds and --seed are whole numbers');
  if (values.database && !['embedded', 'given'].includes(values.database)) throw new Error('--database is embedded or given');
  if (positionals.length > 1 || (only && !SUITES.includes(only))) throw new Error(`only one of ${SUITES.join(', ')}`);
  const modes: Mode[] = values.database ? [values.database as Mode] : ['embedded', 'given'];
  return { rounds, untilMet: values.rounds === undefined, seed, modes, only };
}

const say = (line: string) => write(`  ${line}`);
const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);

interface Kills {
  folder: string;
  rounds: number;
  untilMet: boolean;
  seed: number;
  modes: readonly Mode[];
}

/** Returns the number of violations. */
async function kills({ modes, ...options }: Kills): Promise<number> {
  let wrong = 0;
  for (const mode of modes) {
    process.stdout.write(`seed ${options.seed}, ${mode === 'given' ? 'DATABASE_URL' : 'the embedded database'}\n`);
    const found = await killRepeatedly({ mode, ...options, say });
    const { rounds, acknowledged, inDoubt, met, lost, doubled, defects } = found;
    const missed = unmetActs(found);
    for (const line of [...lost, ...doubled, ...defects]) say(line);
    if (missed.length > 0) say(`in flight at no kill: ${missed.join(', ')}`);
    wrong += lost.length + doubled.length + defects.length + (options.untilMet ? missed.length : 0);
    process.stdout.write(
      `${rounds} kills: of ${acknowledged} acknowledged writes ${lost.length} lost, ${doubled.length} doubled; ${sum(inDoubt)} in doubt were repeated (per round: ${inDoubt.join(', ')}), ${met.size - missed.length} of ${met.size} acts among them; ${defects.length} violated invariants\n`,
    );
  }
  return wrong;
}

/** Returns the number of violations. */
async function upgrade(folder: string): Promise<number> {
  const { answered, shifts, errors, lost, doubled } = await upgradeUnderLoad({ folder, ...UPGRADE, isShort: false, say });
  for (const line of [...errors, ...lost, ...doubled]) say(line);
  process.stdout.write(
    `upgrade and back: ${answered} calls, ${shifts} shifts worked; ${errors.length} errors, ${lost.length} lost, ${doubled.length} doubled\n`,
  );
  return errors.length + lost.length + doubled.length + (shifts === 0 ? 1 : 0);
}

/** Returns the number of violations. */
async function publish(folder: string, rounds: number, seed: number): Promise<number> {
  const dice = random(seed);
  process.stdout.write(`seed ${seed}, publishers\n`);
  const { problems } = await publishFaults(rounds, () => dice.between(0, 999) / 1_000, folder, say);
  for (const problem of problems) say(problem);
  return problems.length;
}

async function main(): Promise<number> {
  const [part, ...args] = process.argv.slice(2);
  if (part === 'matrix') return (await matrix(args)) === 0 ? 0 : 1;
  const { only, ...options } = readArguments();
  const folder = temporaryFolder('faults');
  const isAsked = (suite: string) => only === undefined || only === suite;
  try {
    let wrong = isAsked('kills') ? await kills({ folder, ...options }) : 0;
    if (isAsked('upgrade')) wrong += await upgrade(join(folder, 'upgrade'));
    if (isAsked('publish')) wrong += await publish(join(folder, 'publish'), options.rounds, options.seed);
    if (isAsked('sets')) wrong += await versionSets(say);
    return wrong === 0 ? 0 : 1;
  } finally {
    dropFolder(folder);
  }
}

try {
  process.exit(await main());
} catch (error) {
  process.stderr.write(`faults: ${(error as Error).message}\n`);
  process.exit(1);
}
