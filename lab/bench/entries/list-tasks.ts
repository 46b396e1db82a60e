import type { Page } from '@playwright/test';
import type pg from 'pg';
import { bulkJobs } from '../../../api/seed/bulk';
import { runLike } from '../browser/phone';
import { screens } from '../browser/screens';
import { markStep, measureTasks } from '../browser/tasks';
import { openPage, type Site } from '../browser/visit';
import { inDatabase } from '../database';
import type { Entry } from '../entry';
import { estimate } from '../estimate';
import type { PhoneLab } from '../lab';
import { flattenPair, measureInTurn, ratioToMonolith } from '../monolithRatio';
import { median, ms, p95, worst } from '../numbers';

const WITHIN_MS = 30_000;
/** The search counts up to 1,000 jobs, which is 100 pages in one order. So half of the changes run in each of two orders. */
const ORDERS = ['desc', 'newest'];
const CHANGES_IN_ORDER = 50;
const PAGE_CHANGES = ORDERS.length * CHANGES_IN_ORDER;
const JOBS = 1_000;
const WARM_UP = 4;
/** Garbage collection may occur in any page change: with one round it influenced the ratio more than the portals did. */
const ROUNDS = 3;

async function turnPage(page: Page, number: number): Promise<void> {
  await page.locator('main nav a', { hasText: new RegExp(`^${number}$`) }).evaluate((link: HTMLElement) => link.click());
  await page.locator('main [role="status"]', { hasText: `page ${number} of` }).waitFor({ timeout: WITHIN_MS });
  await page.waitForFunction(() => document.querySelector('main section[aria-busy="false"]') !== null, null, { timeout: WITHIN_MS });
}

/** The longest task of each page change in one order of the jobs. */
async function turnPages(page: Page, order: string): Promise<number[]> {
  await page.goto(`${screens.search.path}?sortBy=${order}`);
  await page.locator('main article').first().waitFor();
  await page.waitForLoadState('networkidle');
  // The first page changes include the compilation of the code, so they are not measured.
  for (let number = 2; number <= 1 + WARM_UP; number++) await turnPage(page, number);
  return measureTasks(page, async () => {
    for (let number = 2 + WARM_UP; number < 2 + WARM_UP + CHANGES_IN_ORDER; number++) {
      await markStep(page);
      await turnPage(page, number);
    }
  });
}

async function turnAll(lab: PhoneLab, site: Site): Promise<number[]> {
  const { context, page, cdp } = await openPage(await lab.browser(), site, true, { viewport: { width: 1280, height: 800 } });
  try {
    await runLike(lab.phone, cdp);
    const longest: number[] = [];
    for (const order of ORDERS) longest.push(...(await turnPages(page, order)));
    return longest;
  } finally {
    await context.close();
  }
}

async function withMoreJobs<T>(lab: PhoneLab, work: () => Promise<T>): Promise<T> {
  const before = await inDatabase(lab, async (database: pg.Client) => {
    const { rows } = await database.query<{ id: string }>('select id from jobs');
    await bulkJobs(database, JOBS, new Date());
    return rows.map(({ id }) => id);
  });
  try {
    return await work();
  } finally {
    // Deletes the added jobs, because the other figures are measured with the jobs of the seed only.
    await inDatabase(lab, async (database) => {
      const { rows } = await database.query<{ id: string; location_id: string }>('select id, location_id from jobs where id <> all($1)', [
        before,
      ]);
      const ids = rows.map(({ id }) => id);
      await database.query('delete from shifts where job_id = any($1)', [ids]);
      await database.query('delete from jobs where id = any($1)', [ids]);
      await database.query('delete from locations where id = any($1)', [rows.map((row) => row.location_id)]);
    });
  }
}

export const listTasks: Entry = {
  id: 'list-tasks',
  what: `Search: CPU time of the longest task during ${ROUNDS} times ${PAGE_CHANGES} page changes, each to another page`,
  on: 'phone',
  unit: 'ms',
  atMost: 50,
  measure: (lab) =>
    withMoreJobs(lab, async () => {
      const asked = { what: `${PAGE_CHANGES} pages turned`, rounds: ROUNDS, screens: [screens.search] };
      const pair = flattenPair(await measureInTurn(lab, asked, (site) => turnAll(lab, site)));
      const long = pair.composed.filter((task) => task > 50).length;
      return {
        ...estimate(lab.random, pair.composed, worst),
        detail: `longest of each change: median ${ms(median(pair.composed))}, p95 ${ms(p95(pair.composed))}, ${long} over 50 ms`,
        // One task in a hundred may be garbage collection, so the ratio compares p95 and not the maximum.
        ratio: ratioToMonolith(lab, pair, p95, 1.05),
      };
    }),
};
