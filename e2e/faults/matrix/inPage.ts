import type { Browser, BrowserContext, Page } from '@playwright/test';
import { fronts, type GuardLogin, pathOf } from './fronts';
import { createSession } from './matrix-guard';
import { observePage, type PageObservations } from './page-observations';
import type { IsolatedHost } from './test-host';

/** Maximum wait for any event. The limits below are compared with the measured times. */
export const LOOK_MS = 20_000;
const DESK = { viewport: { width: 1280, height: 800 }, locale: 'en-CA', timezoneId: 'America/Toronto' };

export interface MatrixWorld {
  browser: Browser;
  stand: IsolatedHost;
  guard: GuardLogin;
  limits: MatrixLimits;
}

export interface MatrixLimits {
  /** Limit from the error or the deadline until the last good version is shown. */
  recoveryMs: number;
  /** Limit from the tap until each other module shows its heading and data. */
  worksMs: number;
  /** Limit for a blank page between two screens. */
  blankMs: number;
}

/** Limits for an otherwise idle machine. */
export const LIMITS: MatrixLimits = { recoveryMs: 2000, worksMs: 5000, blankMs: 300 };

export interface PageReport {
  event: string;
  module?: string;
  version?: string;
  detail?: string;
  at: string;
}
interface PortalOfPage {
  revision: number;
  shell: string;
  executing: Record<string, string>;
  reports: PageReport[];
}
type InPage = { __portal?: PortalOfPage; __seen: PageObservations };

/** Opens a page that observes itself, logged in as the guard unless `isLoggedIn` is false; closes it after `use`. */
export async function withPage<T>(
  { browser, stand, guard }: MatrixWorld,
  fault: string,
  use: (page: Page, context: BrowserContext) => Promise<T>,
  isLoggedIn = true,
) {
  const session = isLoggedIn ? { storageState: await createSession(stand.url, guard) } : {};
  const context = await browser.newContext({ ...DESK, baseURL: stand.url, ...session });
  try {
    // tsx wraps functions in a helper, `__name`, that the page does not have.
    await context.addInitScript('globalThis.__name ??= (named) => named;');
    await context.addInitScript(observePage, fault);
    const page = await context.newPage();
    page.setDefaultTimeout(LOOK_MS);
    // Requests may be open when the page closes. Their late replies must not fail the run.
    return await use(page, context).finally(() => page.unrouteAll({ behavior: 'ignoreErrors' }));
  } finally {
    await context.close();
  }
}

export const readObservations = (page: Page): Promise<PageObservations> => page.evaluate(() => (globalThis as unknown as InPage).__seen);
export const reportsOf = (page: Page): Promise<PageReport[]> =>
  page.evaluate(() => [...((globalThis as unknown as InPage).__portal?.reports ?? [])]);
export const runningVersion = (page: Page, module: string): Promise<string | undefined> =>
  page.evaluate((name) => (globalThis as unknown as InPage).__portal?.executing[name], module);

export const revisionOf = (page: Page): Promise<number | undefined> =>
  page.evaluate(() => (globalThis as unknown as InPage).__portal?.revision);

/** Resolves when the page has applied that revision or a later one. */
export async function waitForRevision(page: Page, revision: number): Promise<void> {
  const isIt = (wanted: number) => ((globalThis as unknown as InPage).__portal?.revision ?? 0) >= wanted;
  await page.waitForFunction(isIt, revision, { polling: 20 }).catch(() => {
    throw new Error(`the page does not apply revision ${revision}`);
  });
}

/** Resolves when the page runs that version of the module. */
export async function waitUntilRunning(page: Page, module: string, version: string, timeout = LOOK_MS): Promise<void> {
  const isIt = ([name = '', wanted]: string[]) => (globalThis as unknown as InPage).__portal?.executing[name] === wanted;
  await page.waitForFunction(isIt, [module, version], { timeout, polling: 20 }).catch(() => {
    throw new Error(`the page does not run ${module} ${version} after ${timeout} ms`);
  });
}

/** Resolves when the page runs that version of the shell and shows its first screen. */
export async function waitForShell(page: Page, version: string, timeout: number): Promise<void> {
  const isIt = (wanted: string) =>
    (globalThis as unknown as InPage).__portal?.shell === wanted && document.documentElement.dataset.shell === 'ready';
  await page.waitForFunction(isIt, version, { timeout, polling: 20 }).catch(() => {
    throw new Error(`shell ${version} is not ready after ${timeout} ms`);
  });
}

/** Resolves with the first report of one of these events; with `version`, only a report about that version. */
export async function waitForReport(page: Page, events: string[], version: string | null, timeout: number): Promise<PageReport> {
  const find = ([names, wanted]: [string[], string | null]) =>
    (globalThis as unknown as InPage).__portal?.reports.find(
      (one) => names.includes(one.event) && (wanted === null || one.version === wanted),
    );
  const found = await page.waitForFunction(find, [events, version] as [string[], string | null], { timeout, polling: 20 }).catch(() => {
    throw new Error(`no report about ${version ?? 'the registry'} after ${timeout} ms`);
  });
  return (await found.jsonValue()) as PageReport;
}

const FAILED = /not responding|not working right now|needs a connection|did not start/;

/** Resolves when the module's screen shows its heading and data from the API. */
export async function waitForScreen(page: Page, module: string, guard: GuardLogin, since = performance.now()): Promise<void> {
  const front = fronts[module as keyof typeof fronts];
  if (!front) throw new Error(`${module} has no screen to test`);
  const left = () => Math.max(1, LOOK_MS - (performance.now() - since));
  const inIt = page.locator(`main > [data-module="${module}"]`);
  await inIt.locator('h1').first().waitFor({ timeout: left() });
  const heading = (await inIt.locator('h1').first().textContent()) ?? '';
  if (FAILED.test(heading)) throw new Error(`${module} shows: ${heading}`);
  await front.read(page, guard).first().waitFor({ timeout: left() });
}

/** Follows a link to a path, as a guard's tap does. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    const link = Object.assign(document.createElement('a'), { href: to });
    document.body.append(link);
    link.click();
    link.remove();
  }, path);

/** Navigates to the module's screen by a link. Returns the milliseconds until its content is shown. */
export async function goTo(page: Page, module: string, guard: GuardLogin): Promise<number> {
  const since = performance.now();
  await follow(page, pathOf(module, guard));
  await waitForScreen(page, module, guard, since).catch((error: Error) => {
    throw new Error(`${module} is not shown within ${LOOK_MS} ms: ${error.message.split('\n')[0]}`);
  });
  return performance.now() - since;
}

/** Checks that no document of the tab was blank for longer than the limit. */
export async function checkNeverBlank(page: Page, limits: MatrixLimits, wrong: string[]): Promise<void> {
  const { blankMs } = await readObservations(page);
  if (blankMs > limits.blankMs) wrong.push(`blank for ${Math.round(blankMs)} ms`);
}

/** Visits these modules, each within its limit. Checks that at most one message was shown at a time and that no tampered code ran. */
export async function visitModules({ guard, limits }: MatrixWorld, page: Page, names: readonly string[], wrong: string[]): Promise<void> {
  for (const name of names)
    try {
      const ms = await goTo(page, name, guard);
      if (ms > limits.worksMs) wrong.push(`${name} was shown after ${Math.round(ms)} ms`);
    } catch (error) {
      wrong.push((error as Error).message.split('\n')[0] ?? '');
    }
  const { messages } = await readObservations(page);
  if (messages > 1) wrong.push(`${messages} messages at the same time`);
  if (await page.evaluate(() => '__tampered' in globalThis)) wrong.push('tampered code ran');
}
