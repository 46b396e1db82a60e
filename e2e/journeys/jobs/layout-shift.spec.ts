import type { Locator, Page } from '@playwright/test';
import { session } from '@portal/contracts/auth/auth.endpoints';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { jobDetail, myJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { arrive, currentShift, startJob } from '@portal/contracts/shifts/shifts.endpoints';
import { callAs } from '../../support/api';
import { expect, logIn, type TestGuard, test } from '../../support/fixtures';
import type { TestJob } from '../../support/jobs';
import { layoutShiftsOf, recordShifts, sumOf } from '../../support/layoutShift';

/** The goal of the bench entry `cls`. */
const GOAL = 0.02;
/** Longer than all other replies of a page take. */
const HELD_MS = 1000;

interface Look {
  at: string;
  /** The parts that arrive last. */
  last: (page: Page) => Locator[];
}

const looks = (guard: TestGuard, { jobId, title }: TestJob): Look[] => [
  {
    at: jobsPaths.onJob(),
    last: (page) => [page.getByRole('region', { name: 'The job' }).getByText(title), page.getByRole('tab', { name: onJobLabels.notes })],
  },
  {
    at: jobsPaths.allJobs(),
    last: (page) => [page.getByText(`You are on shift: ${title}`), page.getByRole('rowheader', { name: title })],
  },
  {
    at: guardsPaths.myProfile({ id: guard.id }),
    last: (page) => [
      page.getByRole('region', { name: 'Your shift' }),
      page.getByRole('heading', { name: 'Latest jobs' }),
      page.getByRole('heading', { name: 'At a glance' }),
    ],
  },
  { at: jobsPaths.jobDetail({ jobId }), last: (page) => [page.getByText(/^Today, /), page.getByRole('button', { name: 'On Job' })] },
];

/** Each group of replies arrives after all others once. */
const orders: [what: string, held: readonly { path: string }[]][] = [
  ['the time', [session]],
  ['the current shift', [currentShift]],
  ['the list of jobs', [myJobs, jobDetail]],
];

/** Holds each reply of these endpoints. */
const hold = (page: Page, held: readonly { path: string }[]) =>
  page.route(
    ({ pathname }) => held.some(({ path }) => pathname.endsWith(path)),
    async (route) => {
      await new Promise((resolve) => setTimeout(resolve, HELD_MS));
      await route.continue().catch(() => undefined);
    },
  );

for (const [what, held] of orders)
  test(`nothing moves on On Job, All Jobs, My Profile and Job Detail when ${what} arrives last`, async ({
    page,
    guard,
    postJobOfNow,
    awarded,
    baseURL,
  }) => {
    const job = await postJobOfNow();
    await awarded(guard, job);
    // Outside the page, so that no message about sent writes appears in it.
    const shift = { jobId: job.jobId, shiftId: job.shiftIds[0] ?? '', at: new Date().toISOString() };
    for (const step of [arrive, startJob]) await callAs(String(baseURL), guard, step, shift);
    await logIn(page, guard);
    await recordShifts(page);
    await hold(page, held);
    for (const { at, last } of looks(guard, job)) {
      await page.goto(at);
      for (const part of last(page)) await expect(part).toBeVisible();
      await page.waitForLoadState('networkidle');
      const shifts = await layoutShiftsOf(page);
      expect(sumOf(shifts), `${at}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(GOAL);
    }
  });
