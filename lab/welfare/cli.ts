// `npm run lab -- welfare [--phones N] [--silent N] [--kills N] [--seed N]`: simulated phones answer their welfare checks, some stay silent, while
// API and worker are killed in turn.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import { say as write } from '../../tools/say.mjs';
import { startProcesses } from './processes';
import { LATEST_MS, simulate } from './simulation';

const PHONES = 10_000;
const SILENT = 200;
const KILLS = 10;
/** False alarms per shift. */
const MOST = 1 / 1_000;

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { phones: text, silent: text, kills: text, seed: text } });
const [phones, silent, kills] = [Number(values.phones ?? PHONES), Number(values.silent ?? SILENT), Number(values.kills ?? KILLS)];
const seed = Number(values.seed ?? randomInt(2 ** 31));

write(`seed ${seed}: ${phones} phones, ${silent} of them silent, ${kills} kills`);
const folder = temporaryFolder('welfare');
const processes = await startProcesses(folder);
try {
  const found = await simulate(processes, { phones, silent, kills, seed, say: (line) => write(`  ${line}`) });
  for (const problem of found.problems) write(`  ${problem}`);
  const isMet = found.problems.length === 0 && found.latest <= LATEST_MS && found.falseAlarms <= phones * MOST;
  write(
    `${found.escalated} of ${silent} silent phones were escalated, at most ${(found.latest / 1000).toFixed(1)} s after their deadline; ` +
      `${found.falseAlarms} false alarms in ${phones} shifts; ${kills} kills`,
  );
  process.exitCode = isMet ? 0 : 1;
} finally {
  await processes.stop();
  dropFolder(folder);
}
