import type { Page, WebSocket } from '@playwright/test';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import { logOut } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';
import { openLive } from '../../support/live';

const violations = (page: Page) => page.evaluate(() => (globalThis as unknown as { __violations: string[] }).__violations);

/** Watches a page's own sockets, violations of its policy, and the time of its load. */
async function watch(page: Page) {
  const sockets: WebSocket[] = [];
  page.on('websocket', (socket) => sockets.push(socket));
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { __violations: seen });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      seen.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  return { sockets, loadedAt: () => page.evaluate(() => performance.timeOrigin) };
}

test('an open page shows a notification without a reload, in each tab, over one socket that ends with the session', async ({
  page,
  guard,
  staff,
}) => {
  const first = await watch(page);
  await logIn(page, guard);
  const socket = await openLive(page, notificationsPaths.list());
  const loadTook = await page.evaluate(() => {
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const chunk = performance.getEntriesByType('resource').find(({ name }) => /\/socket[.\w-]*\.js/.test(name));
    return { load: load?.loadEventEnd ?? 0, chunk: chunk?.startTime ?? 0 };
  });
  expect(loadTook.chunk, 'the library is asked for after the load').toBeGreaterThan(loadTook.load);
  const loadedAt = await first.loadedAt();

  await test.step('one tab', async () => {
    await staff.call(notify, { guard: guard.id, title: 'The gate code has changed', description: 'Ask the desk.' });
    await expect(page.getByRole('heading', { name: 'The gate code has changed' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'The gate code has changed: Ask the desk.' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Notifications 1 unread' }).filter({ visible: true })).toBeVisible();
    expect(await first.loadedAt()).toBe(loadedAt);
  });

  const other = await page.context().newPage();
  const second = await watch(other);
  await test.step('another tab receives it from the first one', async () => {
    const chunk = other.waitForResponse((response) => /\/live[.\w-]*\.js/.test(response.url()));
    await other.goto(notificationsPaths.list());
    await (await chunk).finished();
    await other.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)).then(() => undefined));
    await staff.call(notify, { guard: guard.id, title: 'Radio check at nine' });
    await expect(other.getByRole('heading', { name: 'Radio check at nine' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Radio check at nine' })).toBeVisible();
    for (const tab of [page, other])
      await expect(tab.getByRole('link', { name: 'Notifications 2 unread' }).filter({ visible: true })).toBeVisible();
    expect(second.sockets).toEqual([]);
    // The close of a socket that the previous page opened is not reported.
    const since = first.sockets.slice(first.sockets.indexOf(socket));
    expect(since.filter((one) => !one.isClosed())).toEqual([socket]);
    expect(await violations(other)).toEqual([]);
  });

  await test.step('a notification read in one tab is read in each, and after a reload', async () => {
    await other.getByRole('button', { name: /^Mark as read.*Radio check/ }).click();
    for (const tab of [page, other])
      await expect(tab.getByRole('link', { name: 'Notifications 1 unread' }).filter({ visible: true })).toBeVisible();
    await other.getByRole('button', { name: 'Mark all as read' }).click();
    for (const tab of [page, other])
      await expect(tab.getByRole('link', { name: 'Notifications', exact: true }).filter({ visible: true })).toBeVisible();
    await other.reload();
    await expect(other.getByRole('heading', { name: 'Radio check at nine' })).toBeVisible();
    await expect(other.getByText('Unread')).toHaveCount(0);
  });

  await test.step('opens no socket without a session', async () => {
    const closing = socket.waitForEvent('close');
    await logOut(page);
    await closing;
    await expect(other).toHaveURL(new RegExp(authPaths.login()));
    expect(await violations(page)).toEqual([]);
  });
});
