// `node --import tsx e2e/kills/cli.ts [--rounds N] [--seed N] [--kill database,host]`: kills each process of `npm start` under load, alone and in
// pairs, or those in `--kill` together. `npm test` runs one round.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import { random } from '../../api/seed/random';
import { say } from '../../tools/say.mjs';
import { killSupervised, targets } from './supervisor';

const ROUNDS = 30;

function readArguments() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { rounds: text, seed: text, kill: text } });
  const [rounds, seed] = [Number(values.rounds ?? ROUNDS), Number(values.seed ?? randomInt(2 ** 31))];
  if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) throw new Error('--rounds and --seed are whole numbers');
  const kill = values.kill?.split(',').map((name) => targets.find((target) => target === name));
  if (kill?.includes(undefined)) throw new Error(`--kill names some of ${targets.join(',')}`);
  return { rounds, seed, kill: kill?.filter((target) => target !== undefined) };
}

async function main(): Promise<number> {
  const { rounds, seed, kill } = readArguments();
  const folder = temporaryFolder('kills');
  try {
    say(`seed ${seed}, supervised processes`);
    const found = await killSupervised(folder, {
      rounds,
      ...(kill && { kills: [kill] }),
      dice: random(seed),
      say: (line) => say(`  ${line}`),
    });
    for (const problem of found.problems) say(problem);
    say(
      `${found.rounds} kills: slowest return ${(found.slowestMs / 1_000).toFixed(1)} s; of ${found.acknowledged} acknowledged writes ${found.lost} lost; ${found.refused} calls refused during outages`,
    );
    return found.problems.length === 0 ? 0 : 1;
  } finally {
    dropFolder(folder);
  }
}

try {
  process.exit(await main());
} catch (error) {
  process.stderr.write(`kills: ${(error as Error).message}\n`);
  process.exit(1);
}
