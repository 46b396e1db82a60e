import { resolve } from 'node:path';
import type { ModuleName } from '@portal/mf-kit/module';
import { remotesIn } from '@portal/webpack/remotes';
import { type Address, findAddresses } from '../browser/addresses';
import { timeUsable } from '../browser/anyScreen';
import { expectSameContent } from '../browser/content';
import { measureWorstFirst } from '../browser/looks';
import type { Entry } from '../entry';
import { estimateRatio, worstOf } from '../estimate';
import type { PhoneLab } from '../lab';
import { measureInTurn } from '../monolithRatio';
import { median, ms } from '../numbers';
import { shuffle } from '../random';

/** Number of slowest routes per remote that are measured several times, after one measurement of each. */
const WORST = 2;

/** The ratio of one measurement on both sites. */
async function ratioOf(lab: PhoneLab, address: Address): Promise<number> {
  const sites = { composed: await lab.composed(), monolith: await lab.monolith() };
  // A monolith with less content would make the ratio meaningless.
  await expectSameContent(lab, sites, address);
  // Excludes the time in which the hosts read and compress a file at its first request.
  for (const site of Object.values(sites)) await timeUsable(lab, site, address, 'full');
  const took = { composed: 0, monolith: 0 };
  for (const name of shuffle(lab.random, ['composed', 'monolith'] as const))
    took[name] = await timeUsable(lab, sites[name], address, 'phone');
  return took.composed / took.monolith;
}

const usable = (remote: ModuleName): Entry => ({
  id: `usable-${remote.replace('mf-', '')}`,
  what: `The slowest screen of ${remote} until usable, with its title shown and its first control hydrated: composed / monolith (the phone’s network, cold cache, median)`,
  on: 'phone',
  unit: '',
  atMost: 1.05,
  async measure(lab) {
    const routes = (await findAddresses(lab)).filter(({ module }) => module === remote);
    const seen = await measureWorstFirst(lab, 'time until usable', routes, {
      look: (address) => ratioOf(lab, address),
      badness: (ratio) => ratio,
    });
    const closely = [];
    for (const { address } of seen.slice(0, WORST)) {
      const asked = { what: `${address.path} until usable`, rounds: lab.runs, screens: [address] };
      const { composed, monolith } = await measureInTurn(lab, asked, (site) => timeUsable(lab, site, address, 'phone'));
      const detail = `${address.path} ${ms(median(composed))}, monolith ${ms(median(monolith))}`;
      closely.push({ ...estimateRatio(lab.random, composed, monolith, median), detail });
    }
    const first = seen.map(({ address, found }) => `${address.path} ${found.toFixed(2)}`);
    return {
      ...worstOf(closely),
      detail: `${closely.map(({ detail }) => detail).join('; ')}; in the first measurement: ${first.join(', ')}`,
    };
  },
});

export const usableRemotes: readonly Entry[] = remotesIn(resolve(import.meta.dirname, '../../..')).map(usable);
