import { emulateNetwork } from '../browser/network';
import { runLike } from '../browser/phone';
import { screens } from '../browser/screens';
import { visitAgain } from '../browser/visit';
import type { Entry } from '../entry';
import { estimateRatio } from '../estimate';
import { measureInTurn } from '../monolithRatio';
import { median, ms } from '../numbers';

export const warmSearch: Entry = {
  id: 'warm-search',
  what: 'Search usable on a second visit: composed / monolith (the phone’s network, caches of the first visit, median)',
  on: 'phone',
  unit: '',
  atMost: 1,
  async measure(lab) {
    const browser = await lab.browser();
    const answered: Record<string, number[]> = { composed: [], monolith: [] };
    const asked = { what: 'search: second visits', rounds: lab.runs, screens: [screens.search] };
    const { composed, monolith } = await measureInTurn(lab, asked, (site) =>
      visitAgain(browser, site, 'search', {
        hasWorker: site.name === 'composed',
        async prepare(cdp, page) {
          await page.addInitScript('globalThis.__answered = performance.now();');
          await emulateNetwork(lab.phone, cdp);
          await runLike(lab.phone, cdp);
        },
        async look(page) {
          const start = await page.evaluate(() => (globalThis as unknown as { __answered: number }).__answered);
          answered[site.name]?.push(start);
        },
      }),
    );
    const [ours, theirs] = [composed.map(({ usable }) => usable), monolith.map(({ usable }) => usable)];
    const words = (name: string, times: readonly number[]) =>
      `${name} ${ms(median(times))}, until the document started ${ms(median(answered[name] ?? []))}`;
    return {
      ...estimateRatio(lab.random, ours, theirs, median),
      detail: `${words('composed', ours)}; ${words('monolith', theirs)}; both have their HTTP cache, the composed portal also its service worker`,
    };
  },
};
