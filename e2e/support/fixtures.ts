import { type Browser, type BrowserContext, test as base, expect, type Page, type TestInfo } from '@playwright/test';
import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { toWire } from '@portal/contracts/_kernel/wire';
import { login, session } from '@portal/contracts/auth/auth.endpoints';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { device } from '@portal/contracts/auth/auth.rules';
import { makeGuard, removeGuard } from '@portal/contracts/guards/guards.staff';
import { removeJob } from '@portal/contracts/jobs/jobs.staff';
import { BASIC } from './api';
import { expectCandidate } from './candidate';
import { press } from './chrome';
import { awardTo, postNights, postOnlyShift, postShiftOfNow, type TestJob } from './jobs';
import { refusalPattern } from './noise';
import { Staff } from './staff';
import { freshMobile, randomMark } from './unique';

export type TestGuard = Output<typeof makeGuard>;
type Step = NonNullable<Input<typeof makeGuard>['step']>;

interface Fixtures {
  staff: Staff;
  /** An approved guard for this test, removed afterwards. */
  guard: TestGuard;
  /** Creates guards who stop at this step, removed afterwards. */
  guardAt: (step: Step) => Promise<TestGuard>;
  /** Contacts of a visitor who registers in this test; removed afterwards. */
  newcomer: { email: string; mobile: string };
  /** A job for this test, two days from now, removed afterwards. */
  job: TestJob;
  /** Posts a job with a shift that has just begun and one tomorrow; removed afterwards. */
  postJobOfNow: () => Promise<TestJob>;
  /** Posts a job of one shift, which begins within the next minutes; removed afterwards. */
  postJobOfOneShift: () => Promise<TestJob>;
  /** The guard applies for the job and is awarded all its shifts, outside of the page. */
  awarded: (guard: TestGuard, job: TestJob) => Promise<void>;
  noise: Noise;
  /** The versions in the page, attached if the test failed, and checked in a run against a candidate. */
  running: undefined;
}

/**
 * Console errors, uncaught errors and CSP violations of every page of the test, with their addresses. A test fails on each that it does not
 * expect.
 */
class Noise {
  readonly expected: RegExp[] = [];
  readonly heard: string[] = [];
  private isOver = false;

  constructor(private readonly browser: Browser) {
    // A session check may be in flight when the session ends. A failed check in an open session leads to the login, which every test
    // notices.
    this.refusal(401, session);
  }

  watch = (context: BrowserContext) => {
    context.on('console', (message) => {
      if (message.type() === 'error') this.hear(`${message.text()} ${message.location().url}`);
    });
    context.on('weberror', (error) => this.hear(String(error.error())));
  };

  /** Expects the console message for a refusal of this endpoint. */
  refusal(status: number, endpoint: { path: string }): void {
    this.expected.push(refusalPattern(status, endpoint));
  }

  /** Ignores everything from now on, because the data of the test is removed and open pages may notice it. */
  end(): void {
    this.isOver = true;
  }

  async over(): Promise<void> {
    this.end();
    await leaveRequests(this.browser);
  }

  private hear(line: string): void {
    if (!this.isOver) this.heard.push(line);
  }
}

/**
 * Removes the test's request handlers from every open page. A running handler could find its page closed, or a reply without the guard, and
 * fail a test that has ended.
 */
async function leaveRequests(browser: Browser): Promise<void> {
  const contexts = browser.contexts();
  // Requests that the test blocked must not be sent now.
  await Promise.all(contexts.map((context) => context.setOffline(true).catch(() => undefined)));
  const all = contexts.flatMap((context) => [context, ...context.pages()]);
  // A page that closes has no requests.
  await Promise.all(all.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => undefined)));
}

/**
 * Intercepts file dialogs of every page from its start. Playwright intercepts them only with a listener, and enables it in Chromium so
 * asynchronously. A listener added just before the key press often came too late, and the dialog was cancelled.
 */
function interceptFileDialogs(context: BrowserContext): void {
  const intercept = (page: Page) => page.on('filechooser', () => undefined);
  context.pages().forEach(intercept);
  context.on('page', intercept);
}

async function posting(
  post: typeof postShiftOfNow,
  { staff, noise, info }: Pick<Fixtures, 'staff' | 'noise'> & { info: TestInfo },
  use: (post: () => Promise<TestJob>) => Promise<void>,
): Promise<void> {
  const posted: TestJob[] = [];
  await use(async () => {
    const job = await post(staff, `Gate watch ${info.project.name} ${randomMark()}`);
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
    const guards: TestGuard[] = [];
    await use(async (step) => {
      const guard = await staff.call(makeGuard, { step });
      guards.push(guard);
      return guard;
    });
    await noise.over();
    for (const { id } of guards) await staff.call(removeGuard, { guard: id });
  },
  newcomer: async ({ staff, noise }, use) => {
    const mobile = freshMobile();
    // The API treats addresses under .test as test data.
    const newcomer = { email: `journey.${mobile}@guards.test`, mobile };
    await use(newcomer);
    await noise.over();
    await staff.call(removeGuard, { guard: newcomer.email });
  },
  job: async ({ staff, noise }, use, info) => {
    const title = `Night watch ${info.testId.slice(-6)} ${randomMark()}`;
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
        interceptFileDialogs(context);
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

export async function logInByScreen(page: Page, guard: { email: string; password: string }): Promise<void> {
  await page.goto(authPaths.login());
  await page.getByLabel('Email').fill(guard.email);
  await page.getByLabel('Password', { exact: true }).fill(guard.password);
  await press(page.getByRole('button', { name: 'Log in', exact: true }));
  await isIn(page);
}

/**
 * Gives this browser a session of the guard, stored as the login screen stores it, and opens the portal. This saves the time of that
 * screen. Tests about logging in, or about a browser without storage, use the screen.
 */
export async function logIn(page: Page, guard: { email: string; password: string }): Promise<void> {
  // The smallest file of the portal's origin, so that this browser logs in.
  await page.goto('/robots.txt');
  const { url, body } = toWire(login, { email: guard.email, password: guard.password, ...device, deviceToken: 'web' });
  const status = await page.evaluate(
    async ([path, authorization, input]) => {
      const headers = { authorization, 'content-type': 'application/json' };
      const response = await fetch(path, { method: 'POST', headers, body: input });
      if (!response.ok) return response.status;
      const { guard, tokens } = ((await response.json()) as { data: Output<typeof login> }).data;
      const { token } = tokens.refresh;
      const stored = {
        token,
        session: JSON.stringify({ token, guardId: guard.id }),
        guardId: guard.id,
        guardInfo: JSON.stringify(guard),
        profileImage: guard.profileImage ?? '',
        employment: JSON.stringify(guard.employmentDetails),
      };
      for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
      // biome-ignore lint/suspicious/noDocumentCookie: as the portal stores it
      for (const [name, value] of Object.entries({ token, guardId: guard.id })) document.cookie = `${name}=${value}; path=/; SameSite=Lax`;
      return response.status;
    },
    [url, `Basic ${BASIC}`, JSON.stringify(body)] as const,
  );
  expect(status, `${guard.email} logs in`).toBe(200);
  await page.goto(authPaths.login());
  await isIn(page);
}
