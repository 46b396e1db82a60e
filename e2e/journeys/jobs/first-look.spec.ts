import type { Locator, Page } from '@playwright/test';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsMessages, whens } from '@portal/contracts/jobs/jobs.rules';
import { postJob, removeJob } from '@portal/contracts/jobs/jobs.staff';
import { regions } from '@portal/mf-kit/frame';
import { expect, logIn, test } from '../../support/fixtures';
import { siteDay } from '../../support/siteDay';
import { mark } from '../../support/unique';

const DAYS = [2, 4, 5, 9, 11];

/** Bottom edge of the part of the screen that nothing covers. */
const bottomOf = async (bar: Locator) => (await bar.boundingBox())?.y ?? 0;
const isAbove = async (page: Page, shown: Locator, bar: Locator) => {
  const box = await shown.boundingBox();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  expect(box, String(shown)).not.toBeNull();
  return box !== null && box.y >= 0 && box.y + box.height <= (await bottomOf(bar)) + 1;
};

test('a phone shows four jobs of several shifts without a scroll, and above the fold of a job when, total pay, distance and each shift', async ({
  page,
  guard,
  staff,
}) => {
  const title = `Lobby concierge ${mark()}`;
  const posted: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    const dates = DAYS.map(siteDay);
    const job = await staff.call(postJob, {
      jobTitle: title,
      dates,
      start: '09:00',
      end: '17:00',
      hourlyRate: 23.5,
      speciality: 'Access Control',
      isTest: true,
    });
    posted.push(job.jobId);
  }
  await logIn(page, guard);

  await test.step('search', async () => {
    await page.goto(jobsPaths.search({ searchBy: title }));
    const rows = page.getByRole('article');
    await expect(rows).toHaveCount(4);
    const bar = page.locator(`#${regions.tabs}`);
    for (let n = 0; n < 4; n += 1) expect(await isAbove(page, rows.nth(n), bar), `row ${n + 1}`).toBe(true);
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: jobsMessages.fitsMe })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: whens.tonight })).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: whens.tonight }).click();
    await expect(page.getByText(jobsMessages.none)).toBeVisible();
    await page.getByRole('button', { name: whens.tonight }).click();
    await expect(rows).toHaveCount(4);
  });

  await test.step('job page', async () => {
    await page
      .getByRole('link', { name: `View More: ${title}` })
      .first()
      .click();
    const summary = page.getByRole('region', { name: 'Summary' });
    const apply = page.getByRole('region', { name: 'Apply', exact: true });
    await expect(summary.getByRole('listitem')).toHaveCount(5);
    await expect(apply).toBeVisible();
    for (const shown of [
      summary.getByRole('time').first(),
      summary.getByText('$940.00'),
      summary.getByText('for 40 hours'),
      summary.getByText(/km from base/),
      summary.getByRole('listitem').last(),
    ])
      expect(await isAbove(page, shown, apply)).toBe(true);
    await expect(page.getByText(/pay ÷/)).toBeHidden();
  });

  for (const jobId of posted) await staff.call(removeJob, { jobId });
});

test("the shift of today is the first thing on the page of the guard's job", async ({ page, guard, postJobOfNow, awarded }) => {
  const job = await postJobOfNow();
  await awarded(guard, job);
  await logIn(page, guard);
  await page.goto(jobsPaths.jobDetail({ jobId: job.jobId }));
  const shifts = page.getByRole('region', { name: 'Shifts' });
  await expect(shifts.getByText(/^Today, /)).toBeVisible();
  const first = shifts.getByRole('listitem').first();
  await expect(first).toContainText('Not started');
  const bar = page.locator(`#${regions.tabs}`);
  expect(await isAbove(page, first.getByRole('button', { name: 'On Job' }), bar)).toBe(true);
});
