import type { Page } from '@playwright/test';
import { expect, logIn, test } from '../../support/fixtures';
import { launchChromium } from '../../support/launch';
import { isClosedToApproved, pageNotFound, pathFor, readsWithUnknownId, routesOf } from '../../support/routes';

// Playwright switches the cache off.
test.use({ launchOptions: { ...launchChromium(), ignoreDefaultArgs: ['--disable-back-forward-cache'] } });
test.setTimeout(300_000);

interface Restored {
  isRestored: boolean;
  reasons: string[];
}

/** Leaves the page for a picture, goes back, and reads whether the browser restored the page or loaded it again. */
async function leaveAndReturn(page: Page): Promise<Restored> {
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const path = new URL(page.url()).pathname;
  await page.goto('/favicon.svg');
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(() => new URL(page.url()).pathname).toBe(path);
  return page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
      notRestoredReasons?: { reasons?: { reason: string }[] } | null;
    })[];
    return { isRestored: 'isSamePage' in window, reasons: entry?.notRestoredReasons?.reasons?.map(({ reason }) => reason) ?? [] };
  });
}

test('[INSTANT-03] the browser restores each page when a guard goes back to it', async ({ page, request, guard, noise }) => {
  noise.expected.push(pageNotFound, /WebSocket .* Page entered Back-Forward Cache/);
  for (const endpoint of readsWithUnknownId) noise.refusal(404, endpoint);
  const routes = (await routesOf(request)).filter((route) => !route.notFound && !isClosedToApproved(route));
  const visit = async (pattern: string) => {
    await page.goto(pathFor(pattern, guard.id));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const first = await leaveAndReturn(page);
    // A reason of the browser itself, such as a slow machine.
    const isBrowsersOwn = first.reasons.join() === 'masked';
    expect.soft(isBrowsersOwn ? await leaveAndReturn(page) : first, pattern).toEqual({ isRestored: true, reasons: [] });
  };
  for (const { pattern } of routes.filter(({ access }) => access === 'public' || access === 'visitor')) await visit(pattern);
  await logIn(page, guard);
  const closed = routes.filter(({ access }) => access !== 'public' && access !== 'visitor');
  expect(closed.length).toBeGreaterThan(25);
  for (const { pattern } of closed) await visit(pattern);
});
