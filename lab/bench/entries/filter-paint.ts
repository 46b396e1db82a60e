import type { Page } from '@playwright/test';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { runLike } from '../browser/phone';
import { screens } from '../browser/screens';
import { openPage, type Site } from '../browser/visit';
import type { Entry } from '../entry';
import type { PhoneLab } from '../lab';
import { flattenPair, measureInTurn, timesAgainstMonolith } from '../monolithRatio';
import { p95 } from '../numbers';

const WITHIN_MS = 30_000;
/** Each change uses another option, because a repeated one would be answered from the cache. */
const CHANGES_PER_RUN = 3;

interface Clock {
  took: number | null;
}

/** Opens the search as the demo guard at the phone's CPU speed and full network speed, and changes the filter several times. */
async function changeFilters(lab: PhoneLab, site: Site): Promise<number[]> {
  const { context, page, cdp } = await openPage(await lab.browser(), site, true, { viewport: { width: 1280, height: 800 } });
  try {
    await runLike(lab.phone, cdp);
    await page.goto(screens.search.path);
    await page.locator('main article').first().waitFor();
    await page.waitForLoadState('networkidle');
    const took: number[] = [];
    for (let change = 0; change < CHANGES_PER_RUN; change++) {
      await page.evaluate(timeNextChange, fullPath(searchJobs));
      await page.getByLabel('Shift', { exact: true }).selectOption({ index: 1 + change });
      took.push(await tookOf(page));
    }
    return took;
  } finally {
    await context.close();
  }
}

/** Runs in the page: measures from the next filter change until its result is painted, minus the duration of the API call. */
function timeNextChange(path: string): void {
  const clock: Clock = { took: null };
  Object.assign(globalThis, { __clock: clock });
  window.addEventListener(
    'change',
    () => {
      const begun = performance.now();
      const answer = () =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).find(
          ({ name, startTime, responseEnd }) => new URL(name).pathname === path && startTime >= begun && responseEnd > 0,
        );
      const frame = () => {
        const call = answer();
        if (!call || !document.querySelector('main section[aria-busy="false"]')) return void requestAnimationFrame(frame);
        // A message is delivered after the frame was painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          clock.took = performance.now() - begun - (call.responseEnd - call.startTime);
        };
        port2.postMessage(null);
      };
      requestAnimationFrame(frame);
    },
    { capture: true, once: true },
  );
}

const tookOf = async (page: Page) =>
  Number(
    await (
      await page.waitForFunction(() => (globalThis as unknown as { __clock: Clock }).__clock.took, null, { timeout: WITHIN_MS })
    ).jsonValue(),
  );

export const filterPaint: Entry = {
  id: 'filter-paint',
  what: 'Search: from a filter change to its painted result, minus the API call, p95',
  on: 'phone',
  unit: 'ms',
  atMost: 150,
  async measure(lab) {
    const asked = { what: 'filters changed', rounds: lab.runs, screens: [screens.search] };
    return timesAgainstMonolith(lab, flattenPair(await measureInTurn(lab, asked, (site) => changeFilters(lab, site))), p95, 1.05);
  },
};
