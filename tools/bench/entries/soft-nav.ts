import type { Page } from '@playwright/test';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { regions } from '@portal/mf-kit/frame';
import { clickHere, timeClick } from '../browser/clickClock';
import { throttle } from '../browser/network';
import { openPage } from '../browser/visit';
import type { Entry } from '../entry';
import { median, ms, p95 } from '../numbers';

const WITHIN_MS = 30_000;
/** The network is quiet this long: what the pointer on a link brings is there. */
const QUIET_MS = 600;

const desktop = { viewport: { width: 1280, height: 800 } };
/** Two remotes that the page has not shown yet, and back to the first. */
const moves = [notificationsPaths.list(), guardsPaths.myProfile({ id: '' }), jobsPaths.search()];

interface Noted {
  __before?: Element | undefined;
}

/** Runs in the page: the h1 that stands there before the click. */
function noteHeading(outlet: string): void {
  const before = [...document.querySelectorAll(`#${outlet} h1`)].find((h1) => h1.checkVisibility());
  Object.assign(globalThis, { __before: before });
}

/** Runs in the page: another h1 stands there. */
function hasOtherHeading(outlet: string): boolean {
  const now = [...document.querySelectorAll(`#${outlet} h1`)].find((h1) => h1.checkVisibility());
  return now !== undefined && now !== (globalThis as Noted).__before;
}

/** Nothing was loaded for `ms`, counted from the hint: it may need a moment before it asks for anything. */
const isQuiet = ({ ms, since }: { ms: number; since: number }) => {
  const ends = performance.getEntriesByType('resource').map((entry) => (entry as PerformanceResourceTiming).responseEnd);
  return performance.now() - Math.max(since, ...ends) > ms;
};

async function move(page: Page, to: string): Promise<number> {
  const link = page.locator(`#${regions.bar} a[href^="${to}"], #${regions.side} a[href^="${to}"]`).first();
  await link.hover();
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction(isQuiet, { ms: QUIET_MS, since }, { timeout: WITHIN_MS, polling: 100 });
  await page.evaluate(noteHeading, regions.outlet);
  return timeClick(page, { isShown: hasOtherHeading, argument: regions.outlet, click: () => clickHere(page) });
}

export const softNav: Entry = {
  id: 'soft-nav',
  what: 'Click to the new h1 painted, between remotes, prefetched, CPU x4, p95',
  unit: 'ms',
  atMost: 100,
  async measure(lab) {
    const site = await lab.composed();
    const browser = await lab.browser();
    const took = new Map<string, number[]>(moves.map((to) => [to, []]));
    for (let context = 1; context <= lab.runs; context++) {
      lab.say(`moves between remotes, page ${context}`);
      const { context: opened, page, cdp } = await openPage(browser, site, true, desktop);
      try {
        await throttle(cdp, { network: false });
        await page.goto(jobsPaths.search());
        await page.locator('h1').first().waitFor();
        await page.waitForFunction(isQuiet, { ms: QUIET_MS, since: 0 }, { timeout: WITHIN_MS, polling: 100 });
        for (const to of moves) took.get(to)?.push(await move(page, to));
      } finally {
        await opened.close();
      }
    }
    const all = [...took.values()].flat();
    const each = [...took].map(([to, values]) => `to ${to} median ${ms(median(values))}, p95 ${ms(p95(values))}`);
    return { value: p95(all), detail: `${all.length} moves, median ${ms(median(all))}; ${each.join('; ')}` };
  },
};
