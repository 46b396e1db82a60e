// `npm run test:faults [-- --rounds N] [--seed N] [--database embedded|given]`: kill -9 of the API under load, with both kinds of database.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import { killOften } from './kill';
import type { Mode } from './server';

const ROUNDS = 30;

function readArguments() {
  const { values } = parseArgs({ options: { rounds: { type: 'string' }, seed: { type: 'string' }, database: { type: 'string' } } });
  const [rounds, seed] = [Number(values.rounds ?? ROUNDS), Number(values.seed ?? randomInt(2 ** 31))];
  if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) throw new Error('--rounds and --seed are whole numbers');
  if (values.database && !['embedded', 'given'].includes(values.database)) throw new Error('--database is embedded or given');
  const modes: Mode[] = values.database ? [values.database as Mode] : ['embedded', 'given'];
  return { rounds, seed, modes };
}

const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);

async function main(): Promise<number> {
  const { rounds, seed, modes } = readArguments();
  const folder = temporaryFolder('faults');
  let wrong = 0;
  try {
    for (const mode of modes) {
      process.stdout.write(`seed ${seed}, ${mode === 'given' ? 'DATABASE_URL' : 'the embedded database'}\n`);
      const { acknowledged, inDoubt, lost, doubled, defects } = await killOften({
        mode,
        folder,
        rounds,
        seed,
        say: (line) => process.stdout.write(`  ${line}\n`),
      });
      for (const line of [...lost, ...doubled, ...defects]) process.stdout.write(`  ${line}\n`);
      wrong += lost.length + doubled.length + defects.length;
      process.stdout.write(
        `${rounds} kills: of ${acknowledged} acknowledged writes ${lost.length} lost, ${doubled.length} doubled; ${sum(inDoubt)} in doubt were told again (${inDoubt.join(', ')} a round); ${defects.length} broken rules\n`,
      );
    }
  } finally {
    dropFolder(folder);
  }
  return wrong === 0 ? 0 : 1;
}

try {
  process.exit(await main());
} catch (error) {
  process.stderr.write(`test:faults: ${(error as Error).message}\n`);
  process.exit(1);
}
