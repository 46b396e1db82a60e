// `npm run lab -- races [--times N] [--only <endpoint id or domain>,…] [--scenes 0,3] [--minutes N --progress FILE]`: every pair of writes on
// one guard or one job, concurrently. With a file it continues where the previous run ended; with minutes it ends after them.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { everyRoute } from '../fuzz/fuzz';
import { namedBy } from '../fuzz/named';
import type { RacedPair } from './races';
import { runRaces } from './run';

const TIMES = 50;

/** The pairs that earlier runs have raced. */
const before = (file: string | undefined): RacedPair[] =>
  file && existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as RacedPair)
    : [];

function readArguments() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { times: text, only: text, scenes: text, minutes: text, progress: text } });
  const [times, minutes] = [Number(values.times ?? TIMES), Number(values.minutes ?? Number.POSITIVE_INFINITY)];
  if (!Number.isInteger(times) || times < 1) throw new Error('--times is a whole number');
  if (!(minutes > 0)) throw new Error('--minutes is a number above 0');
  return { ...values, times, forMs: minutes * 60_000 };
}

async function main(): Promise<void> {
  const values = readArguments();
  const { times, forMs, progress } = values;
  const kept = before(progress);
  const started = performance.now();
  const found = await runRaces({
    times,
    ...(values.only !== undefined && { only: namedBy(values.only, everyRoute()).map(({ endpoint }) => endpoint.id) }),
    ...(values.scenes && { scenes: values.scenes.split(',').map(Number) }),
    say: (line) => process.stdout.write(`  ${line}\n`),
    known: kept.map(({ pair }) => pair),
    note: (raced) => progress && appendFileSync(progress, `${JSON.stringify(raced)}\n`),
    forMs,
  });
  const violations = [...kept.flatMap(({ scene, pair, says }) => says.map((line) => ({ scene, pair, says: line }))), ...found.violations];
  for (const { scene, pair, says } of violations) process.stdout.write(`\n${pair} (scene ${scene})\n  ${says}\n`);
  const seconds = (performance.now() - started) / 1000;
  const rest =
    found.left > 0
      ? `; ${found.left} pairs are left, about ${Math.ceil((found.left * seconds) / Math.max(1, found.pairs) / 60)} minutes`
      : '';
  process.stdout.write(
    `\n${found.pairs + kept.length} pairs${kept.length > 0 ? `, ${kept.length} of them raced before` : ''}, ${found.races} races in ${seconds.toFixed(0)} s, ${violations.length} violations${rest}\n`,
  );
  process.exitCode = violations.length === 0 && found.left === 0 ? 0 : 1;
}

try {
  await main();
  process.exit(process.exitCode);
} catch (error) {
  process.stderr.write(`races: ${(error as Error).message}\n`);
  process.exit(1);
}
