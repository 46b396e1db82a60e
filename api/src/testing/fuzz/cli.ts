// `npm run test:fuzz [-- --seed N] [--runs N] [--only <endpoint id>,…]`: bad input for every endpoint, made from the contracts.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startApi } from '../api';
import globalSetup from '../global-setup';
import globalTeardown from '../global-teardown';
import { everyRoute, fuzz } from './fuzz';

const RUNS = 150;

function readArguments() {
  const { values } = parseArgs({ options: { seed: { type: 'string' }, runs: { type: 'string' }, only: { type: 'string' } } });
  const seed = Number(values.seed ?? randomInt(2 ** 31));
  const runs = Number(values.runs ?? RUNS);
  if (!Number.isInteger(seed) || !Number.isInteger(runs) || runs < 0) throw new Error('--seed and --runs are whole numbers');
  const all = everyRoute();
  const ids = values.only?.split(',') ?? all.map(({ endpoint }) => endpoint.id);
  const unknown = ids.find((id) => !all.some(({ endpoint }) => endpoint.id === id));
  if (unknown) throw new Error(`there is no endpoint ${unknown}; there are ${all.map(({ endpoint }) => endpoint.id).join(', ')}`);
  return { seed, runs, chosen: all.filter(({ endpoint }) => ids.includes(endpoint.id)) };
}

async function main(): Promise<void> {
  const { seed, runs, chosen } = readArguments();
  process.stdout.write(`seed ${seed}: ${chosen.length} endpoints\n`);
  const started = performance.now();
  await globalSetup();
  try {
    const api = await startApi();
    const { calls, failures, unreached } = await fuzz(api, chosen, { seed, runs }, (id, count) =>
      process.stdout.write(`  ${id.padEnd(36)} ${count} calls\n`),
    );
    await api.stop();
    for (const { endpoint, name, says, curl } of failures)
      process.stdout.write(`\n${endpoint}: ${name}\n  ${says}\n  ${curl}\n  npm run test:fuzz -- --seed ${seed} --only ${endpoint}\n`);
    if (unreached.length > 0) process.stdout.write(`\nNo input was found that succeeds for ${unreached.join(', ')}\n`);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    process.stdout.write(`\nseed ${seed}: ${calls} calls in ${seconds} s, ${failures.length} failed\n`);
    process.exitCode = failures.length === 0 ? 0 : 1;
  } finally {
    await globalTeardown();
  }
}

try {
  await main();
  process.exit();
} catch (error) {
  process.stderr.write(`test:fuzz: ${(error as Error).message}\n`);
  process.exit(1);
}
