// `npm run test:races [-- --times N] [--only <endpoint id or domain>,…] [--scenes 0,3]`: every pair of writes on one guard or one job, at once.
import { parseArgs } from 'node:util';
import { everyRoute } from '../fuzz/fuzz';
import { namedBy } from '../fuzz/named';
import { runRaces } from './run';

const TIMES = 50;

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { times: text, only: text, scenes: text } });
  const times = Number(values.times ?? TIMES);
  if (!Number.isInteger(times) || times < 1) throw new Error('--times is a whole number');
  const started = performance.now();
  const found = await runRaces({
    times,
    only: namedBy(values.only, everyRoute()).map(({ endpoint }) => endpoint.id),
    ...(values.scenes && { scenes: values.scenes.split(',').map(Number) }),
    say: (line) => process.stdout.write(`  ${line}\n`),
  });
  for (const { scene, pair, says } of found.violations) process.stdout.write(`\n${pair} (scene ${scene})\n  ${says}\n`);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stdout.write(`\n${found.pairs} pairs, ${found.races} races in ${seconds} s, ${found.violations.length} violations\n`);
  process.exitCode = found.violations.length === 0 ? 0 : 1;
}

try {
  await main();
  process.exit(process.exitCode);
} catch (error) {
  process.stderr.write(`test:races: ${(error as Error).message}\n`);
  process.exit(1);
}
