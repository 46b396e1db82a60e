import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import { copy } from '@portal/contracts/_kernel/copy';
import { profileEarningTabs } from '@portal/contracts/earnings/earnings.endpoints';
import { type LoadedFile, loadedFiles } from './network';
import { type LargestPaint, type PageMeasurements, probe } from './probes';
import { type Screen, screens } from './screens';

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A measured portal, and a session of the demo guard in it. */
export interface Site {
  name: string;
  url: string;
  session: StorageState;
}

export interface Visit {
  lcp: LargestPaint;
  usable: number;
  /** Files requested until the screen could be used. */
  files: LoadedFile[];
}

export interface VisitOptions {
  /** Another path of the same screen. */
  path?: string;
  /** Called with the page's debugger session before the page is opened. */
  prepare?: (cdp: CDPSession, page: Page) => Promise<void>;
  /** Called with the loaded page. */
  look?: (page: Page) => Promise<void>;
}

const phone = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const WITHIN_MS = 40_000;
/** Idle time without a paint after which the largest paint is final. */
const CALM_MS = 700;
/** The probe's own search is answered after the network latency at the earliest, so paints until then belong to the first load. */
const PROBE_REPLY_MS = 150;

export async function openPage(browser: Browser, site: Site, asGuard: boolean, options: BrowserContextOptions = phone) {
  const context = await browser.newContext({
    ...options,
    baseURL: site.url,
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    ...(asGuard && { storageState: site.session }),
  });
  // tsx wraps functions in a helper, `__name`, that the page does not have.
  await context.addInitScript('globalThis.__name ??= (named) => named;');
  const page = await context.newPage();
  return { context, page, cdp: await context.newCDPSession(page) };
}

const isCalm = (ms: number) => {
  const { usable, paints } = (globalThis as unknown as { __bench: PageMeasurements }).__bench;
  return usable !== null && performance.now() - Math.max(usable, paints.at(-1)?.at ?? 0) > ms;
};

async function load(
  page: Page,
  cdp: CDPSession,
  screen: Screen,
  { prepare, look, path = screens[screen].path }: VisitOptions,
): Promise<Visit> {
  await page.addInitScript(probe, {
    screen,
    showPassword: 'Show password',
    viewMore: copy.viewMore,
    earningsTab: profileEarningTabs[1].label,
  });
  await prepare?.(cdp, page);
  await page.goto(path, { waitUntil: 'commit', timeout: WITHIN_MS });
  await page.waitForFunction(isCalm, CALM_MS, { timeout: WITHIN_MS, polling: 100 });
  const { paints, usable } = await page.evaluate(() => (globalThis as unknown as { __bench: PageMeasurements }).__bench);
  const files = await loadedFiles(page);
  await look?.(page);
  const until = usable ?? 0;
  const lcp = paints.findLast(({ at }) => screen === 'home' || at < until + PROBE_REPLY_MS);
  if (!lcp) throw new Error('nothing was painted');
  return { lcp, usable: until, files: files.filter(({ startedAt }) => startedAt <= until) };
}

/** Opens a screen in a fresh browser context with a cold cache, and waits until it can be used and was painted. Rejects after 40 s. */
export async function visit(browser: Browser, site: Site, screen: Screen, options: VisitOptions = {}): Promise<Visit> {
  const { asGuard, path } = screens[screen];
  const { context, page, cdp } = await openPage(browser, site, asGuard);
  try {
    return await load(page, cdp, screen, options);
  } catch (error) {
    throw new Error(`${site.name}, ${options.path ?? path}: ${(error as Error).message.split('\n')[0]}`);
  } finally {
    await context.close();
  }
}

/** Runs in the page: true when the service worker has cached all loaded module files. */
async function isAllKept(): Promise<boolean> {
  const files = performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.startsWith('/modules/'));
  const kept = await Promise.all(files.map(({ name }) => caches.match(name)));
  return kept.every(Boolean);
}

/** Opens a screen twice in one browser context, and measures the second visit with the caches of the first. */
export async function visitAgain(
  browser: Browser,
  site: Site,
  screen: Screen,
  options: VisitOptions & { hasWorker: boolean },
): Promise<Visit> {
  const { context, page, cdp } = await openPage(browser, site, screens[screen].asGuard);
  try {
    await load(page, cdp, screen, {});
    if (options.hasWorker) await page.waitForFunction(isAllKept, null, { timeout: WITHIN_MS, polling: 200 });
    await page.close();
    const again = await context.newPage();
    return await load(again, await context.newCDPSession(again), screen, options);
  } finally {
    await context.close();
  }
}

/** Logs the demo guard in through the screen. */
export async function logIn(
  browser: Browser,
  url: string,
  { email, password }: { email: string; password: string },
): Promise<StorageState> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto(screens.login.path);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForFunction(() => localStorage.getItem('guardId') !== null);
  const session = await context.storageState();
  await context.close();
  return session;
}

/** The same session for another local origin. */
export const sessionFor = (session: StorageState, url: string): StorageState => ({
  ...session,
  origins: session.origins.map((one) => ({ ...one, origin: url })),
});
