import type { Page } from '@playwright/test';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { regions } from '@portal/mf-kit/pageLayout';
import { demo } from '../../../api/seed/demo';
import { clickHere, timeClick } from '../browser/clickClock';
import { waitUntilQuiet } from '../browser/network';
import { runLike } from '../browser/phone';
import { traceWhile, workOfClicks } from '../browser/tasks';
import { openPage, type Site } from '../browser/visit';
import type { Entry } from '../entry';
import { estimate } from '../estimate';
import type { PhoneLab } from '../lab';
import { flattenPair, measureInTurn, ratioToMonolith } from '../monolithRatio';
import { median, ms, p95 } from '../numbers';

const desktop = { viewport: { width: 1280, height: 800 } };
/** Two remotes that the page has not shown yet, and back to the first. */
const moves = [notificationsPaths.list(), guardsPaths.myProfile({ id: '' }), jobsPaths.search()];

/**
 * The p95 of 21 moves is the second slowest, and in wall time even the p95 of 63 depends on other programs on the machine: the same builds gave
 * ratios of 0.98, 1.28 and 1.3. So the two portals are compared by CPU time.
 */
const ROUNDS_A_RUN = 3;

interface Noted {
  __before?: Element | undefined;
}

/** Runs in the page: stores the visible h1 before the click. */
function noteHeading(outlet: string): void {
  const before = [...document.querySelectorAll(`#${outlet} h1`)].find((h1) => h1.checkVisibility());
  Object.assign(globalThis, { __before: before });
}

/** Runs in the page: true when another h1 is visible. */
function hasOtherHeading(outlet: string): boolean {
  const now = [...document.querySelectorAll(`#${outlet} h1`)].find((h1) => h1.checkVisibility());
  return now !== undefined && now !== (globalThis as Noted).__before;
}

async function move(page: Page, to: string): Promise<number> {
  const link = page.locator(`#${regions.bar} a[href^="${to}"], #${regions.side} a[href^="${to}"]`).first();
  await link.hover();
  await waitUntilQuiet(page);
  await page.evaluate(noteHeading, regions.outlet);
  return timeClick(page, { isShown: hasOtherHeading, argument: regions.outlet, click: () => clickHere(page) });
}

interface Moved {
  /** Wall time from the click to the paint in milliseconds, and the CPU time of the page's thread in it. */
  took: number;
  worked: number;
}

/** Performs each move once on a fresh page, in the order of `moves`. */
async function moveAround(lab: PhoneLab, site: Site): Promise<Moved[]> {
  const { context, page, cdp } = await openPage(await lab.browser(), site, true, desktop);
  try {
    await runLike(lab.phone, cdp);
    await page.goto(jobsPaths.search());
    await page.locator('h1').first().waitFor();
    await waitUntilQuiet(page);
    const took: number[] = [];
    const trace = await traceWhile(page, async () => {
      for (const to of moves)
        took.push(
          await move(page, to).catch((error: Error) => {
            throw new Error(`${site.name}, to ${to} at ${page.url()}: ${error.message.split('\n')[0]}`);
          }),
        );
    });
    return workOfClicks(trace).map((worked, index) => ({ worked, took: took[index] ?? Number.NaN }));
  } finally {
    await context.close();
  }
}

export const softNav: Entry = {
  id: 'soft-nav',
  what: 'Navigation between prefetched remotes: from the click to the painted h1, p95; ratio to the monolith in CPU time',
  on: 'phone',
  unit: 'ms',
  atMost: 100,
  async measure(lab) {
    const shown = [jobsPaths.search(), notificationsPaths.list(), guardsPaths.myProfile({ id: demo.id })].map((path) => ({
      path,
      asGuard: true,
    }));
    const moved = await measureInTurn(lab, { what: 'moves between remotes', rounds: ROUNDS_A_RUN * lab.runs, screens: shown }, (site) =>
      moveAround(lab, site),
    );
    const { composed, monolith } = flattenPair(moved);
    const of = (what: keyof Moved) => ({ composed: composed.map((one) => one[what]), monolith: monolith.map((one) => one[what]) });
    const [took, worked] = [of('took'), of('worked')];
    const each = moves.map((to, index) => {
      const times = moved.composed.map((round) => round[index]?.took ?? Number.NaN);
      return `to ${to} median ${ms(median(times))}, p95 ${ms(p95(times))}`;
    });
    const clock = ratioToMonolith(lab, took, p95);
    const [low, high] = clock.interval.map((end) => end.toFixed(3));
    const ratio = ratioToMonolith(lab, worked, p95, 1.05);
    return {
      ...estimate(lab.random, took.composed, p95),
      detail: [
        `${took.composed.length} each, median ${ms(median(took.composed))}`,
        ...each,
        `in wall time ${clock.value.toFixed(3)} (${low} to ${high}) of the monolith: ${clock.detail}`,
        `CPU time ${ms(p95(worked.composed))}, median ${ms(median(worked.composed))}`,
      ].join('; '),
      ratio,
    };
  },
};
