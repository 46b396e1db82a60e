import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../../../tools/chromium.mjs';
import { freePort } from '../../../tools/dev-portal/preconditions.mjs';

/** Starts a browser in which only one tab is visible, because Playwright makes every page of a context appear visible. */
export async function openTabs(): Promise<{ context: BrowserContext; close: () => Promise<void> }> {
  const port = await freePort();
  const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumArgs, `--remote-debugging-port=${port}`] });
  const [context] = (await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true })).contexts();
  if (!context) throw new Error('the browser has no window');
  return { context, close: () => browser.close() };
}

interface Watched {
  __isFrozen?: boolean;
}

/** Freezes pages of `openTabs` behind the tab `front`, as a phone does. Returns a function that shows one again. Rejects if a page was not frozen. */
export async function hideBehind(front: Page, pages: readonly Page[], withinMs: number): Promise<(page: Page) => Promise<void>> {
  await front.bringToFront();
  const sessions = new Map(await Promise.all(pages.map(async (page) => [page, await page.context().newCDPSession(page)] as const)));
  for (const [page, cdp] of sessions) {
    await page.waitForFunction(() => document.visibilityState === 'hidden', null, { timeout: withinMs, polling: 20 });
    await page.evaluate(() => document.addEventListener('freeze', () => Object.assign(globalThis, { __isFrozen: true }), { once: true }));
    await cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
    const isFrozen = await page.evaluate(() => (globalThis as Watched).__isFrozen === true);
    if (!isFrozen) throw new Error('a hidden page was not frozen');
    await page.evaluate(() => Object.assign(globalThis, { __isFrozen: false }));
  }
  return async (page) => {
    const cdp = sessions.get(page);
    if (!cdp) throw new Error('that page was not hidden');
    await cdp.send('Page.setWebLifecycleState', { state: 'active' });
    await cdp.detach();
    await page.bringToFront();
  };
}
