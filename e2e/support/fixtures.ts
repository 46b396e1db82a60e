import { type Browser, type BrowserContext, test as base, expect, type Page, type TestInfo } from '@playwright/test';
import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { toWire } from '@portal/contracts/_kernel/wire';
import { login, session } from '@portal/contracts/auth/auth.endpoints';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { device } from '@portal/contracts/auth/auth.rules';
import { makeGuard, removeGuard } from '@portal/contracts/guards/guards.endpoints';
import { removeJob } from '@portal/contracts/jobs/jobs.staff';
import { BASIC } from './api';
import { expectCandidate } from './candidate';
import { press } from './chrome';
import { awardTo, postNights, postOnlyShift, postShiftOfNow, type TestJob } from './jobs';
import { refused } from './noise';
import { Staff } from './staff';
import { freshMobile, mark } from './unique';

export type TestGuard = Output<typeof makeGuard>;
type Step = NonNullable<Input<typeof makeGuard>['step']>;

interface Fixtures {
  staff: Staff;
  /** An approved guard of this test's own, removed afterwards. */
  guard: TestGuard;
  /** Makes guards who stop at this step, removed afterwards. */
  guardAt: (step: Step) => Promise<TestGuard>;
  /** Somebody who will register in this test; removed afterwards. */
  newcomer: { email: string; mobile: string };
  /** A job of this test's own, two days from now, removed afterwards. */
  job: TestJob;
  /** Posts a job with a shift that has just begun and one tomorrow; removed afterwards. */
  postJobOfNow: () => Promise<TestJob>;
  /** Posts a job of one shift, which begins within the next minutes; removed afterwards. */
  postJobOfOneShift: () => Promise<TestJob>;
  /** The guard applies for the job and is awarded all its shifts; the page need not be open. */
  awarded: (guard: TestGuard, job: TestJob) => Promise<void>;
  noise: Noise;
  /** What runs in the page, attached when the test failed; in a run against a candidate that is what ran. */
  running: undefined;
}

/** Console errors, uncaught errors and CSP violations of every page and context of the test, each with its address: a test ends with none but those it names. */
class Noise {
  /** Lines that this test says it will cause. */
  readonly expected: RegExp[] = [];
  readonly heard: string[] = [];
  private isOver = false;

  constructor(private readonly browser: Browser) {
    // A look at the session may be under way when it ends. One that fails without an end leads to the login, which no test overlooks.
    this.refusal(401, session);
  }

  watch = (context: BrowserContext) => {
    context.on('console', (message) => {
      if (message.type() === 'error') this.hear(`${message.text()} ${message.location().url}`);
    });
    context.on('weberror', (error) => this.hear(String(error.error())));
  };

  /** This test makes the server refuse this call: Chromium says so in the console. */
  refusal(status: number, endpoint: { path: string }): void {
    this.expected.push(refused(status, endpoint));
  }

  /** From here on what is made for the test is taken away, which its open pages may notice. */
  end(): void {
    this.isOver = true;
  }

  /** The test is done, and what was made for it is taken away. */
  async over(): Promise<void> {
    this.end();
    await leaveRequests(this.browser);
  }

  private hear(line: string): void {
    if (!this.isOver) this.heard.push(line);
  }
}

/**
 * Leaves the requests of every open page to themselves. A handler of the test's that is at work would find its page closed, or a reply that says
 * the guard is gone, and fail a test that is done.
 */
async function leaveRequests(browser: Browser): Promise<void> {
  const contexts = browser.contexts();
  // What was kept from the network must not go out now.
  await Promise.all(contexts.map((context) => context.setOffline(true).catch(() => undefined)));
  const all = contexts.flatMap((context) => [context, ...context.pages()]);
  // One that closes meanwhile has no requests.
  await Promise.all(all.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => undefined)));
}

/**
 * File dialogs of every page are the test's from the page's start. Playwright takes them only while somebody listens, and tells Chromium so
 * without waiting: one that a test began to wait for just before the key was pressed was often cancelled instead.
 */
function keepFileDialogs(context: BrowserContext): void {
  const keep = (page: Page) => page.on('filechooser', () => undefined);
  context.pages().forEach(keep);
  context.on('page', keep);
}

/** Gives a test a way to post jobs, and removes them afterwards. */
async function posting(
  post: typeof postShiftOfNow,
  { staff, noise, info }: Pick<Fixtures, 'staff' | 'noise'> & { info: TestInfo },
  use: (post: () => Promise<TestJob>) => Promise<void>,
): Promise<void> {
  const posted: TestJob[] = [];
  await use(async () => {
    const job = await post(staff, `Gate watch ${info.project.name} ${mark()}`);
    posted.push(job);
    return job;
  });
  await noise.over();
  for (const { jobId } of posted) await staff.call(removeJob, { jobId });
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  staff: async ({}, use, info) => {
    const token = process.env.STAFF_TOKEN;
    if (!token) throw new Error('STAFF_TOKEN is not set: the journeys make their guards and jobs through /staff/v1.');
    await use(new Staff(String(info.project.use.baseURL), token));
  },
  guard: async ({ staff, noise }, use) => {
    const guard = await staff.call(makeGuard, {});
    await use(guard);
    await noise.over();
    await staff.call(removeGuard, { guard: guard.id });
  },
  guardAt: async ({ staff, noise }, use) => {
    const made: TestGuard[] = [];
    await use(async (step) => {
      const guard = await staff.call(makeGuard, { step });
      made.push(guard);
      return guard;
    });
    await noise.over();
    for (const { id } of made) await staff.call(removeGuard, { guard: id });
  },
  newcomer: async ({ staff, noise }, use) => {
    const mobile = freshMobile();
    // Under .test, which the API marks as a test's own.
    const newcomer = { email: `journey.${mobile}@guards.test`, mobile };
    await use(newcomer);
    await noise.over();
    await staff.call(removeGuard, { guard: newcomer.email });
  },
  job: async ({ staff, noise }, use, info) => {
    const title = `Night watch ${info.testId.slice(-6)} ${mark()}`;
    const job = await postNights(staff, title);
    await use(job);
    await noise.over();
    await staff.call(removeJob, { jobId: job.jobId });
  },
  postJobOfNow: ({ staff, noise }, use, info) => posting(postShiftOfNow, { staff, noise, info }, use),
  postJobOfOneShift: ({ staff, noise }, use, info) => posting(postOnlyShift, { staff, noise, info }, use),
  awarded: async ({ staff, baseURL }, use) => {
    await use((guard, job) => awardTo(String(baseURL), staff, guard, job));
  },
  noise: [
    async ({ browser }, use) => {
      const noise = new Noise(browser);
      const begin = (context: BrowserContext) => {
        noise.watch(context);
        keepFileDialogs(context);
      };
      browser.contexts().forEach(begin);
      browser.on('context', begin);
      await use(noise);
      browser.off('context', begin);
      const unexpected = noise.heard.filter((line) => !noise.expected.some((pattern) => pattern.test(line)));
      expect(unexpected, 'console errors and CSP violations').toEqual([]);
    },
    { auto: true },
  ],
  running: [
    async ({ page, browser, noise }, use, info) => {
      await use(undefined);
      await noise.over();
      if (info.status === info.expectedStatus) return expectCandidate(browser);
      const running = await page
        .evaluate(() => JSON.stringify((globalThis as { __portal?: unknown }).__portal ?? null))
        .catch(() => 'page is gone');
      await info.attach('executing versions', { body: running, contentType: 'application/json' });
    },
    { auto: true },
  ],
});

export { expect };

async function isIn(page: Page): Promise<void> {
  await expect(page).not.toHaveURL(/\/guard\/login/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Logs in through the screen, as a guard does. */
export async function logInByScreen(page: Page, guard: { email: string; password: string }): Promise<void> {
  await page.goto(authPaths.login());
  await page.getByLabel('Email').fill(guard.email);
  await page.getByLabel('Password', { exact: true }).fill(guard.password);
  await press(page.getByRole('button', { name: 'Log in', exact: true }));
  await isIn(page);
}

/**
 * Gives this browser a session of the guard's as the login screen leaves one, and opens the portal with it: every journey would load and fill in
 * that screen. What is about logging in, or about a browser that keeps nothing, does so.
 */
export async function logIn(page: Page, guard: { email: string; password: string }): Promise<void> {
  // The least that is of the portal's origin, so that it is this browser that logs in.
  await page.goto('/robots.txt');
  const { url, body } = toWire(login, { email: guard.email, password: guard.password, ...device, deviceToken: 'web' });
  const status = await page.evaluate(
    async ([path, authorization, asked]) => {
      const headers = { authorization, 'content-type': 'application/json' };
      const response = await fetch(path, { method: 'POST', headers, body: asked });
      if (!response.ok) return response.status;
      const { guard, tokens } = ((await response.json()) as { data: Output<typeof login> }).data;
      const { token } = tokens.refresh;
      const kept = {
        token,
        session: JSON.stringify({ token, guardId: guard.id }),
        guardId: guard.id,
        guardInfo: JSON.stringify(guard),
        profileImage: guard.profileImage ?? '',
        employment: JSON.stringify(guard.employmentDetails),
      };
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
      // biome-ignore lint/suspicious/noDocumentCookie: as the portal keeps it
      for (const [name, value] of Object.entries({ token, guardId: guard.id })) document.cookie = `${name}=${value}; path=/; SameSite=Lax`;
      return response.status;
    },
    [url, `Basic ${BASIC}`, JSON.stringify(body)] as const,
  );
  expect(status, `${guard.email} logs in`).toBe(200);
  await page.goto(authPaths.login());
  await isIn(page);
}
