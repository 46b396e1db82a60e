// `npm run lab -- simulate [--seeds N] [--from N] [--seed N] [--bug NAME]`: runs the delivery with many seeds, then looks for each planted bug.
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { say } from '../../tools/say.mjs';
import { type Bug, bugs } from './bugs';
import { FIRST_SEED } from './search';
import { runAll, type Task } from './seed-pool';

/** Each planted bug is found within fewer seeds. */
const BUG_SEEDS = 400;
const MINUTE = 60_000;

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { seeds: text, from: text, seed: text, bug: text } });
function wholeNumber(name: 'seeds' | 'from' | 'seed', standard: number): number {
  const value = Number(values[name] ?? standard);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} is a whole number above 0`);
  return value;
}
const [seeds, from, seed] = [wholeNumber('seeds', 2_000), wholeNumber('from', FIRST_SEED), wholeNumber('seed', FIRST_SEED)];
const bug = (values.bug ?? null) as Bug | null;
if (bug !== null && !(bug in bugs)) throw new Error(`--bug is one of ${Object.keys(bugs).join(', ')}`);

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
say(`commit ${git('rev-parse', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' with changes'}`);

async function runSeed(): Promise<boolean> {
  let isSound = true;
  await runAll([{ kind: 'run', seed, seeds: 1, bug }], ({ broken }) => {
    isSound = broken.length === 0;
    say(isSound ? 'every invariant holds' : broken.join('\n'));
  });
  return isSound;
}

async function runSeeds(): Promise<number> {
  const tasks = Array.from({ length: Math.max(0, seeds - from + 1) }, (_, at): Task => ({ kind: 'run', seed: from + at, seeds: 1, bug }));
  let wrong = 0;
  const isDone = new Set<number>();
  /** All seeds before this one have run, so `--from` continues with it. */
  let first = from;
  const began = Date.now();
  const progress = setInterval(() => {
    const minutes = ((Date.now() - began) / MINUTE).toFixed(0);
    say(`${isDone.size} of ${tasks.length} seeds in ${minutes} min, ${wrong} break an invariant; to continue: --from ${first}`);
  }, MINUTE);
  try {
    await runAll(tasks, ({ broken }, place) => {
      isDone.add(from + place);
      while (isDone.has(first)) first += 1;
      if (broken.length === 0) return;
      wrong += 1;
      say(`--seed ${from + place}: ${broken.join('; ')}`);
    });
  } finally {
    clearInterval(progress);
  }
  return wrong;
}

async function findBugs(): Promise<number> {
  const names = Object.keys(bugs) as Bug[];
  const lines: string[] = [];
  let missed = 0;
  const tasks = names.map((name): Task => ({ kind: 'find', seed: FIRST_SEED, seeds: BUG_SEEDS, bug: name }));
  await runAll(tasks, ({ seed: found, broken }, place) => {
    lines[place] = found === null ? `${names[place]}: not found` : `--seed ${found} --bug ${names[place]}: ${broken.join('; ')}`;
    missed += found === null ? 1 : 0;
  });
  say(lines.join('\n'));
  return missed;
}

if (values.seed !== undefined) process.exitCode = (await runSeed()) ? 0 : 1;
else {
  const wrong = await runSeeds();
  const missed = await findBugs();
  say(`${wrong} of ${seeds - from + 1} seeds break an invariant, ${missed} of ${Object.keys(bugs).length} planted bugs are not found`);
  process.exitCode = wrong + missed === 0 ? 0 : 1;
}
