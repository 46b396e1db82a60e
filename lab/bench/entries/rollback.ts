import type { Page } from '@playwright/test';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { type Release, releaseOf, WITHIN_MS, waitUntilExecuting, waitUntilServed } from '../browser/release';
import { openPage } from '../browser/visit';
import type { Entry } from '../entry';
import { estimate } from '../estimate';
import type { Lab } from '../lab';
import { median, ms, p95 } from '../numbers';

export const REMOTE = 'mf-jobs';
const ROUNDS = 20;
export const desktop = { viewport: { width: 1280, height: 800 } };

/** Activates the bad version again, which the previous round rolled back. */
export const release = (lab: Lab, { module, bad }: Release) => lab.command('activate', module, bad, '--why', 'bench', '--force');
export const takeBack = (lab: Lab, { module }: Release) => lab.command('rollback', module, '--reason', 'bench');

/** Milliseconds from the command until a new page runs the previous version. */
async function timeNewPage(lab: Lab, page: Page, of: Release): Promise<number> {
  const { url } = await lab.composed();
  await release(lab, of);
  await waitUntilServed(url, of.module, of.bad, performance.now() + WITHIN_MS);
  const began = performance.now();
  const seen = async () => {
    await waitUntilServed(url, of.module, of.good, began + WITHIN_MS);
    await page.goto(jobsPaths.search(), { waitUntil: 'commit' });
    await waitUntilExecuting(page, of.module, of.good, WITHIN_MS);
    return performance.now() - began;
  };
  const [took] = await Promise.all([seen(), takeBack(lab, of)]);
  return took;
}

export const rollbackNewPages: Entry = {
  id: 'rollback-new-pages',
  what: 'From the command portal rollback to a new page that runs the previous version, p95',
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
      detail: `median ${ms(median(took))}; including the start of the command's process`,
    };
  },
};
