import type { Page } from '@playwright/test';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { throttle } from '../browser/network';
import { screens } from '../browser/screens';
import { openPage } from '../browser/visit';
import type { Entry } from '../entry';
import type { Lab } from '../lab';
import { median, ms, p95 } from '../numbers';

const WITHIN_MS = 30_000;
/** Each another choice: what was asked a moment ago is not asked again. */
const CHANGES_PER_RUN = 3;
const PAGE_CHANGES = 100;
const WARM_UP_CHANGES = 4;

interface Clock {
  took: number | null;
}

/** Opens the search as the demo guard on a slow processor, with a network that is not slowed, and lets `work` use it. */
async function onSearch<T>(lab: Lab, work: (page: Page) => Promise<T>): Promise<T> {
  const { context, page, cdp } = await openPage(await lab.browser(), await lab.composed(), true, {
    viewport: { width: 1280, height: 800 },
  });
  try {
    await throttle(cdp, { network: false });
    await page.goto(screens.search.path);
    await page.locator('main article').first().waitFor();
    await page.waitForLoadState('networkidle');
    return await work(page);
  } finally {
    await context.close();
  }
}

/** Runs in the page: from the next change of a filter to the frame after which its result stands painted, less the call's own time. */
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
        if (!call || document.querySelector('main section[aria-busy="true"]')) return void requestAnimationFrame(frame);
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

const filterPaint: Entry = {
  id: 'filter-paint',
  what: 'Search: change of a filter to its result painted, less the call itself, CPU x4, p95',
  unit: 'ms',
  atMost: 150,
  async measure(lab) {
    const took: number[] = [];
    for (let run = 1; run <= lab.runs; run++) {
      lab.say(`filters changed, page ${run}`);
      await onSearch(lab, async (page) => {
        for (let change = 0; change < CHANGES_PER_RUN; change++) {
          await page.evaluate(timeNextChange, fullPath(searchJobs));
          await page.getByLabel('Shift', { exact: true }).selectOption({ index: 1 + change });
          took.push(await tookOf(page));
        }
      });
    }
    return { value: p95(took), detail: `${took.length} changes, median ${ms(median(took))}, worst ${ms(Math.max(...took))}` };
  },
};

interface Tasks {
  longest: number;
  long: number;
}

/** Runs in the page: notes every task of more than 50 ms from here on. */
function noteTasks(): void {
  const tasks: Tasks = { longest: 0, long: 0 };
  Object.assign(globalThis, { __tasks: tasks });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      tasks.long += 1;
      tasks.longest = Math.max(tasks.longest, duration);
    }
  }).observe({ type: 'longtask' });
}

async function turnPage(page: Page, number: number): Promise<void> {
  await page.locator('main nav a', { hasText: new RegExp(`^${number}$`) }).evaluate((link: HTMLElement) => link.click());
  await page.locator('main [role="status"]', { hasText: `page ${number} of` }).waitFor({ timeout: WITHIN_MS });
  await page.waitForFunction(() => document.querySelector('main section[aria-busy="false"]') !== null, null, { timeout: WITHIN_MS });
}

const listTasks: Entry = {
  id: 'list-tasks',
  what: 'Search: the longest task during 100 page changes, CPU x4 (0: none over 50 ms)',
  unit: 'ms',
  atMost: 50,
  async measure(lab) {
    return onSearch(lab, async (page) => {
      for (let turn = 0; turn < WARM_UP_CHANGES; turn++) await turnPage(page, turn % 2 === 0 ? 2 : 1);
      await page.evaluate(noteTasks);
      for (let turn = 0; turn < PAGE_CHANGES; turn++) {
        if (turn % 20 === 0) lab.say(`page change ${turn}`);
        // 2, 3, 4, 3, 2, 1: always a link that the pager shows
        await turnPage(page, [2, 3, 4, 3, 2, 1][turn % 6] ?? 1);
      }
      const { longest, long } = await page.evaluate(() => (globalThis as unknown as { __tasks: Tasks }).__tasks);
      return { value: longest, detail: `${PAGE_CHANGES} page changes, ${long} tasks over 50 ms` };
    });
  },
};

export const searchPaint: readonly Entry[] = [filterPaint, listTasks];
