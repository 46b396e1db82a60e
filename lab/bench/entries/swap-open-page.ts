import type { Page } from '@playwright/test';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { waitUntilQuiet } from '../browser/network';
import { runLike } from '../browser/phone';
import { type Release, releaseOf, waitUntilExecuting } from '../browser/release';
import { openPage } from '../browser/visit';
import type { Entry } from '../entry';
import { estimate } from '../estimate';
import type { PhoneLab } from '../lab';
import { median, ms, p95 } from '../numbers';

const REMOTE = 'mf-jobs';
const ROUNDS = 20;
const WITHIN_MS = 30_000;

interface Swap {
  /** Page times in ms: the last frame with the old screen, and the paints of the new heading and rows. */
  last: number;
  heading: number | null;
  rows: number | null;
}

/** Runs in the page: observes each frame until the module's screen was replaced. */
function watchSwap([module, row]: [string, string]): void {
  const swap: Swap = { last: performance.now(), heading: null, rows: null };
  Object.assign(globalThis, { __swap: swap });
  const shown = (what: string) =>
    [...document.querySelectorAll(`main > [data-module="${module}"] ${what}`)].find((one) => one.checkVisibility());
  const before = shown('h1');
  const note = (what: 'heading' | 'rows') => {
    // A message is delivered after the frame was painted.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      swap[what] = performance.now();
    };
    port2.postMessage(null);
  };
  let isNext = false;
  const frame = () => {
    const now = shown('h1');
    if (now === before) swap.last = performance.now();
    else if (now && !isNext) {
      isNext = true;
      note('heading');
    }
    if (isNext && shown(row)) note('rows');
    else requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

interface Took {
  /** Milliseconds since the last frame of the old screen. */
  heading: number;
  rows: number;
  /** Milliseconds from the reply that named the new version to its heading. */
  told: number;
}

function read(): Took | null {
  const { last, heading, rows } = (globalThis as unknown as { __swap: Swap }).__swap;
  if (heading === null || rows === null) return null;
  const answers = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const told =
    answers.findLast(({ name, responseEnd }) => name.endsWith('/registry.json') && responseEnd <= last)?.responseEnd ?? Number.NaN;
  return { heading: heading - last, rows: rows - last, told: heading - told };
}

/** Activates a version that the page has never loaded, and returns the times. */
async function timeSwap(lab: PhoneLab, { module, good, bad }: Release): Promise<Took> {
  const { context, page, cdp } = await openPage(await lab.browser(), await lab.composed(), true);
  try {
    await page.goto(jobsPaths.search());
    await page.locator('main article').first().waitFor();
    await waitUntilExecuting(page, module, good, WITHIN_MS);
    await waitUntilQuiet(page);
    await runLike(lab.phone, cdp);
    await page.evaluate(watchSwap, [module, 'article'] as [string, string]);
    await lab.command('activate', module, bad, '--why', 'bench', '--force');
    const took = await tookOf(page);
    await waitUntilExecuting(page, module, bad, WITHIN_MS);
    return took;
  } finally {
    await context.close();
    await lab.command('rollback', module, '--reason', 'bench');
  }
}

async function tookOf(page: Page): Promise<Took> {
  const found = await page.waitForFunction(read, null, { timeout: WITHIN_MS, polling: 100 });
  return (await found.jsonValue()) as Took;
}

export const swapOpenPage: Entry = {
  id: 'swap-open-page',
  what: 'A release while a page is open: from the last frame with the old screen to the painted heading of the new version, p95',
  on: 'phone',
  unit: 'ms',
  atMost: 150,
  async measure(lab) {
    const of = await releaseOf(lab, REMOTE);
    const all: Took[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      all.push(await timeSwap(lab, of));
      lab.say(`swap ${round} of ${ROUNDS}: ${ms(all.at(-1)?.heading ?? 0)}`);
    }
    const [heading, rows, told] = (['heading', 'rows', 'told'] as const).map((what) => all.map((one) => one[what]));
    const words = (times: readonly number[] = []) => `median ${ms(median(times))}, p95 ${ms(p95(times))}`;
    return {
      ...estimate(lab.random, heading ?? [], p95),
      detail: `${words(heading)}; until its rows are shown ${words(rows)}; from the reply that names the version, including its downloads: ${words(told)}`,
      ratio: { none: 'a monolith replaces no module of an open page' },
    };
  },
};
