import type { Page } from '@playwright/test';
import { expect, logIn, test } from '../../support/fixtures';
import { launchChromium } from '../../support/launch';
import { isClosedToApproved, pageNotFound, pathFor, readsWithUnknownId, routesOf } from '../../support/routes';

// Playwright switches the cache off.
test.use({ launchOptions: { ...launchChromium(), ignoreDefaultArgs: ['--disable-back-forward-cache'] } });
test.setTimeout(300_000);

/** Opens a picture, and returns to the page by Back. Returns why the browser loaded the page again; null if it restored the page. */
async function leaveAndReturn(page: Page): Promise<string[] | null> {
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const path = new URL(page.url()).pathname;
  await page.goto('/favicon.svg');
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(() => new URL(page.url()).pathname).toBe(path);
  return page.evaluate(() => {
    if ('isSamePage' in window) return null;
    const [entry] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
      notRestoredReasons?: { reasons?: { reason: string }[] } | null;
    })[];
    return entry?.notRestoredReasons?.reasons?.map(({ reason }) => reason) ?? [];
  });
}

test('[INSTANT-03] the browser restores each page when a guard goes back to it', async ({ page, request, guard, noise }) => {
  noise.expected.push(pageNotFound, /WebSocket .* Page entered Back-Forward Cache/);
  for (const endpoint of readsWithUnknownId) noise.refusal(404, endpoint);
  const routes = (await routesOf(request)).filter((route) => !route.notFound && !isClosedToApproved(route));
  const visit = async (pattern: string) => {
    await page.goto(pathFor(pattern, guard.id));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const reasons = await leaveAndReturn(page);
    // A reason of the browser itself, such as a slow machine.
    const isBrowsersOwn = reasons?.join() === 'masked';
    expect.soft(isBrowsersOwn ? await leaveAndReturn(page) : reasons, pattern).toBeNull();
  };
  for (const { pattern } of routes.filter(({ access }) => access === 'public' || access === 'visitor')) await visit(pattern);
  await logIn(page, guard);
  const closed = routes.filter(({ access }) => access !== 'public' && access !== 'visitor');
  expect(closed.length).toBeGreaterThan(25);
  for (const { pattern } of closed) await visit(pattern);
});
