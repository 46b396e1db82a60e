import type { BrowserContext, Page } from '@playwright/test';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { executes, type Release, releaseOf, untilServed } from '../browser/release';
import { openPage } from '../browser/visit';
import type { Entry } from '../entry';
import { estimate, exactly } from '../estimate';
import type { Lab } from '../lab';
import { median, ms, p95 } from '../numbers';

const REMOTE = 'mf-jobs';
const ROUNDS = 20;
const WAVES = 5;
const WITHIN_MS = 30_000;
/** To look at what a page runs right now. */
const STILL_MS = 1_000;
const desktop = { viewport: { width: 1280, height: 800 } };

/** The bad version is live again; it was taken back in the round before. */
const release = (lab: Lab, { module, bad }: Release) => lab.command('activate', module, bad, '--why', 'bench', '--force');
const takeBack = (lab: Lab, { module }: Release) => lab.command('rollback', module, '--reason', 'bench');

/** From the command to a new page that runs the version of before. */
async function timeNewPage(lab: Lab, page: Page, of: Release): Promise<number> {
  const { url } = await lab.composed();
  await release(lab, of);
  await untilServed(url, of.module, of.bad, performance.now() + WITHIN_MS);
  const began = performance.now();
  const seen = async () => {
    await untilServed(url, of.module, of.good, began + WITHIN_MS);
    await page.goto(jobsPaths.search(), { waitUntil: 'commit' });
    await executes(page, of.module, of.good, WITHIN_MS);
    return performance.now() - began;
  };
  const [took] = await Promise.all([seen(), takeBack(lab, of)]);
  return took;
}

const newPages: Entry = {
  id: 'rollback-new-pages',
  what: 'From the command portal rollback to a new page that runs the version of before, p95',
  on: 'machine',
  unit: 'ms',
  atMost: 2000,
  async measure(lab) {
    const of = await releaseOf(lab, REMOTE);
    const took: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const { context, page } = await openPage(await lab.browser(), await lab.composed(), true, desktop);
      took.push(await timeNewPage(lab, page, of));
      await context.close();
      lab.say(`rollback ${round}: ${ms(took.at(-1) ?? 0)}`);
    }
    return {
      ...estimate(lab.random, took, p95),
      detail: `median ${ms(median(took))}; the command is a process of its own, its start included`,
    };
  },
};

interface Opened {
  context: BrowserContext;
  pages: Page[];
  /** Without a network while the release is taken back. */
  isAway: boolean;
}

async function openAll(lab: Lab): Promise<Opened[]> {
  const opened: Opened[] = [];
  // A browser's tabs elect who listens: two each.
  for (const isAway of [false, false, false, true, true]) {
    const { context, page } = await openPage(await lab.browser(), await lab.composed(), true, desktop);
    const pages = [page, await context.newPage()];
    for (const one of pages) await one.goto(jobsPaths.search());
    opened.push({ context, pages, isAway });
  }
  return opened;
}

interface Swapped {
  /** Null: not within the time. */
  took: number | null;
  isReloaded: boolean;
}

const mark = (page: Page) => page.evaluate(() => void Object.assign(globalThis, { __sameDocument: true }));
const isSame = (page: Page) => page.evaluate(() => '__sameDocument' in globalThis);

async function swapped(page: Page, { module, good }: Release, since: number): Promise<Swapped> {
  const took = await executes(page, module, good, WITHIN_MS).then(
    () => performance.now() - since,
    () => null,
  );
  return { took, isReloaded: !(await isSame(page)) };
}

/** Pages that run the bad version, some of them without a network, when it is taken back. */
async function wave(lab: Lab, opened: readonly Opened[], of: Release): Promise<Swapped[]> {
  await release(lab, of);
  for (const page of opened.flatMap(({ pages }) => pages)) {
    await executes(page, of.module, of.bad, WITHIN_MS);
    await mark(page);
  }
  const [away, here] = [true, false].map((is) => opened.filter(({ isAway }) => isAway === is));
  for (const { context } of away ?? []) await context.setOffline(true);
  const began = performance.now();
  const left = (here ?? []).flatMap(({ pages }) => pages).map((page) => swapped(page, of, began));
  await takeBack(lab, of);
  const stayed = await Promise.all(left);
  // Who heard of it all the same was not away, and says nothing of a return.
  for (const page of (away ?? []).flatMap(({ pages }) => pages)) await executes(page, of.module, of.bad, STILL_MS);
  const back = performance.now();
  for (const { context } of away ?? []) await context.setOffline(false);
  const returned = (away ?? []).flatMap(({ pages }) => pages).map((page) => swapped(page, of, back));
  return [...stayed, ...(await Promise.all(returned))];
}

const openPages: Entry = {
  id: 'rollback-open-pages',
  what: 'Of ten open pages in five waves, four of them offline meanwhile: not off the bad version within 30 s, or reloaded',
  on: 'machine',
  unit: '%',
  atMost: 1,
  isLong: true,
  async measure(lab) {
    const of = await releaseOf(lab, REMOTE);
    const opened = await openAll(lab);
    const all: Swapped[] = [];
    try {
      for (let count = 1; count <= WAVES; count++) {
        all.push(...(await wave(lab, opened, of)));
        lab.say(`wave ${count} of ${WAVES}`);
      }
    } finally {
      for (const { context } of opened) await context.close();
    }
    const times = all.flatMap(({ took }) => took ?? []);
    const failed = all.filter(({ took, isReloaded }) => took === null || isReloaded);
    return {
      ...exactly((failed.length / all.length) * 100, all.length),
      detail: `${all.length - failed.length} of ${all.length}; after the command, or the network's return: median ${ms(median(times))}, p95 ${ms(p95(times))}`,
    };
  },
};

export const rollbacks: readonly Entry[] = [newPages, openPages];
