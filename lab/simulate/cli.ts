// `npm run lab -- simulate [--seeds N] [--seed N] [--bug NAME]`: runs the delivery with many seeds, then looks for each planted bug.
import { parseArgs } from 'node:util';
import { say } from '../../tools/say.mjs';
import { type Bug, bugs } from './bugs';
import { findBug, firstSeed } from './search';
import { simulate } from './world';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { seeds: text, seed: text, bug: text } });
const seeds = Number(values.seeds ?? 2_000);
const bug = (values.bug ?? null) as Bug | null;
if (!Number.isInteger(seeds) || seeds < 1) throw new Error('--seeds is a whole number');
if (bug !== null && !(bug in bugs)) throw new Error(`--bug is one of ${Object.keys(bugs).join(', ')}`);

if (values.seed !== undefined) {
  const broken = await simulate(Number(values.seed), bug);
  say(broken.length === 0 ? 'every invariant holds' : broken.join('\n'));
  process.exitCode = broken.length === 0 ? 0 : 1;
} else {
  let wrong = 0;
  for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
    const broken = await simulate(seed);
    if (broken.length > 0) say(`--seed ${seed}: ${broken.join('; ')}`);
    wrong += broken.length > 0 ? 1 : 0;
  }
  let missed = 0;
  for (const name of Object.keys(bugs) as Bug[]) {
    const found = await findBug(name, seeds);
    say(found ? `${name}: --seed ${found.seed}, ${found.broken.join('; ')}` : `${name}: not found`);
    missed += found ? 0 : 1;
  }
  say(`${wrong} of ${seeds} seeds break an invariant, ${missed} of ${Object.keys(bugs).length} planted bugs are not found`);
  process.exitCode = wrong + missed === 0 ? 0 : 1;
}
