// `npm run lab -- fuzz [--seed N] [--runs N] [--values N] [--only <endpoint id or domain>,…]`: bad input for every endpoint, made from the contracts.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import globalSetup from '../global-setup';
import globalTeardown from '../global-teardown';
import { everyRoute, fuzz } from './fuzz';
import { startFuzzApi } from './fuzz-api';
import { namedBy } from './named';

const RUNS = 150;

function readArguments() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { seed: text, runs: text, values: text, only: text } });
  const seed = Number(values.seed ?? randomInt(2 ** 31));
  const runs = Number(values.runs ?? RUNS);
  if (!Number.isInteger(seed) || !Number.isInteger(runs) || runs < 0) throw new Error('--seed and --runs are whole numbers');
  const each = values.values === undefined ? {} : { values: Number(values.values) };
  return { extent: { seed, runs, ...each }, chosen: namedBy(values.only, everyRoute()) };
}

async function main(): Promise<void> {
  const { extent, chosen } = readArguments();
  const { seed } = extent;
  process.stdout.write(`seed ${seed}: ${chosen.length} endpoints\n`);
  const started = performance.now();
  await globalSetup();
  try {
    const ground = await startFuzzApi();
    const { calls, failures, unreached } = await fuzz(ground, chosen, extent, (id, count) =>
      process.stdout.write(`  ${id.padEnd(36)} ${count} calls\n`),
    );
    await ground.stop();
    for (const { endpoint, name, says, curl } of failures)
      process.stdout.write(`\n${endpoint}: ${name}\n  ${says}\n  ${curl}\n  npm run lab -- fuzz --seed ${seed} --only ${endpoint}\n`);
    if (unreached.length > 0) process.stdout.write(`\nNo input was found that succeeds for ${unreached.join(', ')}\n`);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    process.stdout.write(`\nseed ${seed}: ${calls} calls in ${seconds} s, ${failures.length} failed\n`);
    process.exitCode = failures.length + unreached.length === 0 ? 0 : 1;
  } finally {
    await globalTeardown();
  }
}

try {
  await main();
  process.exit(process.exitCode);
} catch (error) {
  process.stderr.write(`fuzz: ${(error as Error).message}\n`);
  process.exit(1);
}
