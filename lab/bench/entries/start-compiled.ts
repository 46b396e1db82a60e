import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openCompiled } from '../../../tools/bundle/compiledProcesses';
import type { Entry } from '../entry';
import { estimate, worstOf } from '../estimate';
import { worst } from '../numbers';

const inSeconds = (values: readonly number[]) => values.map((ms) => (ms / 1000).toFixed(2)).join(', ');

export const startCompiled: Entry = {
  id: 'start-compiled',
  what: 'A compiled process from its start to its first successful reply (API: /readyz with a migrated database; host: a page), slowest',
  on: 'machine',
  unit: 's',
  atMost: 2,
  async measure(lab) {
    const folder = join(lab.folder, 'start-compiled');
    mkdirSync(folder);
    const { startApi, startHost, stop } = await openCompiled(folder);
    const taken: { api: number[]; host: number[] } = { api: [], host: [] };
    try {
      for (let round = 0; round < lab.runs; round++)
        for (const [name, start] of [['api', startApi] as const, ['host', startHost] as const]) {
          const { child, ms } = await start();
          await child.stop();
          taken[name].push(ms);
        }
    } finally {
      await stop();
    }
    const seconds = Object.values(taken).map((ms) => ms.map((one) => one / 1000));
    return {
      ...worstOf(seconds.map((values) => estimate(lab.random, values, worst))),
      detail: `API ${inSeconds(taken.api)} s; host ${inSeconds(taken.host)} s; node ${process.version}, polled every 100 ms`,
    };
  },
};
