import type { Page } from '@playwright/test';
import { type Address, findAddresses } from '../browser/addresses';
import { measureWorstFirst } from '../browser/looks';
import { describeMissed, type UseResult, useAll } from '../browser/useAll';
import type { Site } from '../browser/visit';
import { vitalsOf } from '../browser/vitals';
import type { Entry } from '../entry';
import { estimate, worstOf } from '../estimate';
import { measureInTurn, timesAgainstMonolith } from '../monolithRatio';
import { median, ms } from '../numbers';

/** Number of worst routes that are measured several times, after one measurement of each. */
const WORST = 3;
const TOLD = 8;

const cls: Entry = {
  id: 'cls',
  what: 'Cumulative layout shift of the worst route, the phone’s network, cold cache, by web-vitals (median)',
  on: 'phone',
  unit: '',
  atMost: 0.02,
  async measure(lab) {
    const site = await lab.composed();
    const look = (address: Address) => vitalsOf(lab, site, address, { network: 'slow' });
    const seen = await measureWorstFirst(lab, 'layout shift', await findAddresses(lab), { look, badness: (vitals) => vitals.cls });
    const closely = [];
    for (const { address } of seen.slice(0, WORST)) {
      const shifts: number[] = [];
      while (shifts.length < lab.runs) shifts.push((await look(address)).cls);
      closely.push(estimate(lab.random, shifts, median));
    }
    const worst = seen.slice(0, TOLD).map(({ address, found: vitals }) => `${address.path} ${vitals.cls.toFixed(3)} ${vitals.shifted}`);
    return {
      ...worstOf(closely),
      detail: `${seen.length} routes, the ${closely.length} worst ${lab.runs} times; in the first measurement: ${worst.join(', ')}`,
    };
  },
};

const inp: Entry = {
  id: 'inp',
  what: 'Interaction to next paint of the worst form or list, used by touch and keyboard, by web-vitals (median)',
  on: 'phone',
  unit: 'ms',
  atMost: 100,
  async measure(lab) {
    const pages: { path: string; used: UseResult }[] = [];
    const usedOf = async (site: Site, address: Address) => {
      const used: UseResult[] = [];
      const use = async (page: Page) => void used.push(await useAll(page));
      const vitals = await vitalsOf(lab, site, address, { network: 'fast', use });
      pages.push(...used.map((one) => ({ path: `${site.name} ${address.path}`, used: one })));
      return { vitals, controls: used.reduce((sum, { there }) => sum + there, 0) };
    };
    const look = async (address: Address) => {
      const { vitals, controls } = await usedOf(await lab.composed(), address);
      return controls > 0 ? vitals : null;
    };
    const seen = await measureWorstFirst(lab, 'input', await findAddresses(lab), { look, badness: (vitals) => vitals.inp });
    const closely = [];
    for (const { address } of seen.slice(0, WORST)) {
      const asked = { what: `input of ${address.path}`, rounds: lab.runs, screens: [address] };
      const pair = await measureInTurn(lab, asked, async (site) => (await usedOf(site, address)).vitals.inp);
      closely.push({ ...timesAgainstMonolith(lab, pair, median), path: address.path });
    }
    const { path, detail, ...figure } = worstOf(closely);
    const worst = seen.slice(0, TOLD).map(({ address, found: vitals }) => `${address.path} ${ms(vitals.inp)} ${vitals.slowest}`);
    const routes = `${seen.length} routes have forms or lists, in the first measurement: ${worst.join(', ')}`;
    return { ...figure, detail: [`${path}: ${detail}`, routes, describeMissed(pages)].filter(Boolean).join('; ') };
  },
};

export const vitals: readonly Entry[] = [cls, inp];
