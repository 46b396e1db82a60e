import type { Page } from '@playwright/test';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { regions } from '@portal/mf-kit/frame';
import { demo } from '../../../api/seed/demo';
import { clickHere, timeClick } from '../browser/clickClock';
import { quiet } from '../browser/network';
import { runLike } from '../browser/phone';
import { openPage, type Site } from '../browser/visit';
import { flat, inTurn, timesOf } from '../control';
import type { Entry } from '../entry';
import type { PhoneLab } from '../lab';
import { median, ms, p95 } from '../numbers';

const desktop = { viewport: { width: 1280, height: 800 } };
/** Two remotes that the page has not shown yet, and back to the first. */
const moves = [notificationsPaths.list(), guardsPaths.myProfile({ id: '' }), jobsPaths.search()];

/** With one round a run the p95 of 21 moves is the second worst of them: the same builds gave 0.98 and 1.28 of the control within the hour. */
const ROUNDS_A_RUN = 3;

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

async function move(page: Page, to: string): Promise<number> {
  const link = page.locator(`#${regions.bar} a[href^="${to}"], #${regions.side} a[href^="${to}"]`).first();
  await link.hover();
  await quiet(page);
  await page.evaluate(noteHeading, regions.outlet);
  return timeClick(page, { isShown: hasOtherHeading, argument: regions.outlet, click: () => clickHere(page) });
}

/** Each move once, on a fresh page, in the order of `moves`. */
async function moveAround(lab: PhoneLab, site: Site): Promise<number[]> {
  const { context, page, cdp } = await openPage(await lab.browser(), site, true, desktop);
  try {
    await runLike(lab.phone, cdp);
    await page.goto(jobsPaths.search());
    await page.locator('h1').first().waitFor();
    await quiet(page);
    const took: number[] = [];
    for (const to of moves)
      took.push(
        await move(page, to).catch((error: Error) => {
          throw new Error(`${site.name}, to ${to} at ${page.url()}: ${error.message.split('\n')[0]}`);
        }),
      );
    return took;
  } finally {
    await context.close();
  }
}

export const softNav: Entry = {
  id: 'soft-nav',
  what: 'Click to the new h1 painted, between remotes, prefetched, p95',
  on: 'phone',
  unit: 'ms',
  atMost: 100,
  async measure(lab) {
    const shown = [jobsPaths.search(), notificationsPaths.list(), guardsPaths.myProfile({ id: demo.id })].map((path) => ({
      path,
      asGuard: true,
    }));
    const pair = await inTurn(lab, { what: 'moves between remotes', rounds: ROUNDS_A_RUN * lab.runs, screens: shown }, (site) =>
      moveAround(lab, site),
    );
    const { detail, ...figure } = timesOf(lab, flat(pair), p95, 1.05);
    const each = moves.map((to, index) => {
      const times = pair.composed.map((round) => round[index] ?? Number.NaN);
      return `to ${to} median ${ms(median(times))}, p95 ${ms(p95(times))}`;
    });
    return { ...figure, detail: [detail, ...each].join('; ') };
  },
};
