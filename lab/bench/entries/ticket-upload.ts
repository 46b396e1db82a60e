import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import { MOST_IMAGES } from '@portal/contracts/tickets/tickets.rules';
import sharp from 'sharp';
import { runLike } from '../browser/phone';
import { openPage, type Site } from '../browser/visit';
import type { Entry } from '../entry';
import { estimate } from '../estimate';
import type { Lab, Pair, PhoneLab } from '../lab';
import { measureInTurn, timesAgainstMonolith } from '../monolithRatio';
import { worst } from '../numbers';

const WITHIN_MS = 240_000;
const LOOK_MS = 250;
const MB = 1_048_576;
/** A phone's photo: 12 megapixels, with noise so that it has 3 MB. */
const SIZE = { width: 4000, height: 3000 };
const NOISE = { type: 'gaussian', mean: 128, sigma: 28 } as const;

interface Upload {
  longest: number;
  long: number;
  seconds: number;
  bytesOfOne: number;
  /** Peak memory growth of all browser processes. */
  grownMb: number;
  sentMb: number;
}

interface Notes {
  longest: number;
  long: number;
}

/** Runs in the page: records every task over 50 ms from now on. */
function noteTasks(): void {
  const notes: Notes = { longest: 0, long: 0 };
  Object.assign(globalThis, { __tasks: notes });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      notes.long += 1;
      notes.longest = Math.max(notes.longest, duration);
    }
  }).observe({ type: 'longtask' });
}

/** Resident memory of all browser processes in megabytes. */
async function residentMb(browser: Browser): Promise<number> {
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  await cdp.detach();
  const kilobytes = processInfo.map(({ id }) => {
    try {
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0; // it has ended
    }
  });
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}

const isReady = (count: number) =>
  document.querySelectorAll('main button[aria-label^="Remove "]').length === count &&
  document.querySelectorAll('main button[aria-label^="Preparing "]').length === 0;

/** Peak memory in megabytes while `work` runs. */
async function peakWhile(browser: Browser, work: Promise<unknown>): Promise<number> {
  let peak = 0;
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    peak = Math.max(peak, await residentMb(browser));
    await Promise.race([over, new Promise((next) => setTimeout(next, LOOK_MS))]);
  }
  await over;
  return peak;
}

async function choose(page: Page, files: string[]): Promise<void> {
  await page.locator('main input[type=file][multiple]').setInputFiles(files);
  await page.waitForFunction(isReady, files.length, { timeout: WITHIN_MS, polling: 100 });
}

interface Photos {
  files: string[];
  bytesOfOne: number;
}

async function takePhotos(lab: Lab): Promise<Photos> {
  const picture = await sharp({ create: { ...SIZE, channels: 3, background: '#456', noise: NOISE } })
    .jpeg({ quality: 70 })
    .toBuffer();
  const files = Array.from({ length: MOST_IMAGES }, (_, at) => join(lab.folder, `photo-${at}.jpg`));
  for (const file of files) await writeFile(file, picture);
  return { files, bytesOfOne: picture.length };
}

async function upload(lab: PhoneLab, site: Site, { files, bytesOfOne }: Photos): Promise<Upload> {
  const browser = await lab.browser();
  const { context, page, cdp } = await openPage(browser, site, true);
  try {
    await runLike(lab.phone, cdp);
    await page.goto(ticketsPaths.report());
    await page.locator('main input[type=file][multiple]').waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    // Excludes one-time costs, such as the first canvas and worker.
    await choose(page, files.slice(0, 1));
    await page.locator('main button[aria-label^="Remove "]').click();
    const before = await residentMb(browser);
    await page.evaluate(noteTasks);
    const begun = performance.now();
    const peak = await peakWhile(browser, choose(page, files));
    const seconds = (performance.now() - begun) / 1000;
    const { longest, long } = await page.evaluate(() => (globalThis as unknown as { __tasks: Notes }).__tasks);
    const words = await page.locator('main li p + div').allTextContents();
    const sentMb = words.reduce((sum, text) => sum + (Number.parseFloat(text) / (text.includes('kB') ? 1000 : 1) || 0), 0);
    return { longest, long, seconds, bytesOfOne, grownMb: peak - before, sentMb };
  } finally {
    await context.close();
  }
}

/** At most this many runs, because one takes long. */
const UPLOADS_AT_MOST = 3;

const measured = new Map<string, Promise<Pair<Upload>>>();
/** Both figures use the same uploads. */
function uploads(lab: PhoneLab): Promise<Pair<Upload>> {
  const asked = {
    what: `${MOST_IMAGES} pictures are chosen`,
    rounds: Math.min(UPLOADS_AT_MOST, lab.runs),
    screens: [{ path: ticketsPaths.report(), asGuard: true }],
  };
  const known =
    measured.get(lab.folder) ?? takePhotos(lab).then((photos) => measureInTurn(lab, asked, (site) => upload(lab, site, photos)));
  measured.set(lab.folder, known);
  return known;
}

const tasks: Entry = {
  id: 'ticket-upload',
  what: 'Report Issue: the longest task while 69 pictures of 3 MB are prepared (0: none over 50 ms)',
  on: 'phone',
  unit: 'ms',
  atMost: 50,
  async measure(lab) {
    const { composed, monolith } = await uploads(lab);
    const longest = (all: Upload[]) => all.map((one) => one.longest);
    const { detail, ...figure } = timesAgainstMonolith(lab, { composed: longest(composed), monolith: longest(monolith) }, worst);
    const each = composed.map(({ long, seconds }) => `${seconds.toFixed(1)} s with ${long} tasks over 50 ms`);
    const { bytesOfOne = 0, sentMb = 0 } = composed[0] ?? {};
    return {
      ...figure,
      detail: `${MOST_IMAGES} of ${(bytesOfOne / MB).toFixed(1)} MB in ${each.join(', ')}, ${sentMb.toFixed(1)} MB to send; ${detail}`,
    };
  },
};

const memory: Entry = {
  id: 'ticket-upload-memory',
  what: 'The same: peak memory growth of the browser (decoded, the pictures would have 3,300 MB)',
  on: 'phone',
  unit: 'MB',
  atMost: 600,
  async measure(lab) {
    const { composed } = await uploads(lab);
    const grown = composed.map(({ grownMb }) => grownMb);
    return { ...estimate(lab.random, grown, worst), detail: 'resident memory of all processes of the browser' };
  },
};

export const ticketUpload: readonly Entry[] = [tasks, memory];
