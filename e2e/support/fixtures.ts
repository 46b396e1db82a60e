import { test as base, expect, type Page } from '@playwright/test';
import type { Output } from '@portal/contracts/_kernel/endpoint';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { makeGuard, removeGuard } from '@portal/contracts/guards/guards.endpoints';
import { postJob, removeJob } from '@portal/contracts/jobs/jobs.endpoints';
import { press } from './chrome';
import { Staff } from './staff';

type TestGuard = Output<typeof makeGuard>;
type TestJob = Output<typeof postJob> & { title: string };

interface Fixtures {
  staff: Staff;
  /** An approved guard of this test's own, removed afterwards. */
  guard: TestGuard;
  /** Somebody who will register in this test; removed afterwards. */
  newcomer: { email: string; mobile: string };
  /** A job of this test's own, two days from now, removed afterwards. */
  job: TestJob;
  /** Console errors, page errors and CSP violations of the page; every test ends with none, unless it says which it expects. */
  noise: { expected: RegExp[]; heard: string[] };
}

/** Chromium's own line for a reply whose 4xx is the stated answer. */
const statedRefusal = /Failed to load resource: the server responded with a status of 4\d\d/;

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  staff: async ({}, use, info) => {
    const token = process.env.STAFF_TOKEN;
    if (!token) throw new Error('STAFF_TOKEN is not set: the journeys make their guards and jobs through /staff/v1.');
    await use(new Staff(String(info.project.use.baseURL), token));
  },
  guard: async ({ staff }, use) => {
    const guard = await staff.call(makeGuard, {});
    await use(guard);
    await staff.call(removeGuard, { guard: guard.id });
  },
  newcomer: async ({ staff }, use, info) => {
    const digits = `${info.workerIndex}${Date.now()}`.slice(-9).padStart(9, '0');
    // Under .test, which the API marks as a test's own.
    const newcomer = { email: `journey.${digits}@guards.test`, mobile: `6${digits}` };
    await use(newcomer);
    await staff.call(removeGuard, { guard: newcomer.email });
  },
  job: async ({ staff }, use, info) => {
    const title = `Night watch ${info.testId.slice(-6)} ${Date.now().toString(36)}`;
    const job = await staff.call(postJob, {
      jobTitle: title,
      dates: [daysFromNow(2), daysFromNow(3)],
      start: '22:00',
      end: '06:00',
      hourlyRate: 31,
      isTest: true,
    });
    await use({ ...job, title });
    await staff.call(removeJob, { jobId: job.jobId });
  },
  noise: [
    async ({ page }, use) => {
      const noise = { expected: [statedRefusal], heard: [] as string[] };
      page.on('console', (message) => {
        if (message.type() === 'error') noise.heard.push(message.text());
      });
      page.on('pageerror', (error) => noise.heard.push(String(error)));
      await use(noise);
      expect(
        noise.heard.filter((line) => !noise.expected.some((pattern) => pattern.test(line))),
        'console errors and CSP violations',
      ).toEqual([]);
    },
    { auto: true },
  ],
});

test.afterEach(async ({ page }, info) => {
  if (info.status === info.expectedStatus) return;
  const running = await page
    .evaluate(() => JSON.stringify((globalThis as { __portal?: unknown }).__portal ?? null))
    .catch(() => 'page is gone');
  await info.attach('executing versions', { body: running, contentType: 'application/json' });
});

export { expect };

/** Logs in through the screen, as a guard does. */
export async function logIn(page: Page, guard: { email: string; password: string }): Promise<void> {
  await page.goto(authPaths.login());
  await page.getByLabel('Email').fill(guard.email);
  await page.getByLabel('Password', { exact: true }).fill(guard.password);
  await press(page.getByRole('button', { name: 'Log in', exact: true }));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).not.toHaveURL(/\/guard\/login/);
}
