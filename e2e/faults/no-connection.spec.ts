import type { Page } from '@playwright/test';
import { copy } from '@portal/contracts/_kernel/copy';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { expect, logIn, test } from '../support/fixtures';
import { readFailures } from '../support/page-report';

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const line = (page: Page) => page.getByRole('status').filter({ hasText: 'needs a connection' });

test.beforeEach(async ({ page, guard, job, noise }) => {
  noise.expected.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  // With saved data, the device only has files that the guard opened.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await logIn(page, guard);
  // Only this test's job, because another test may remove its job while the page is open.
  await page.goto(jobsPaths.search({ searchBy: job.title }));
  await expect(page.getByRole('link', { name: /^View More/ })).toHaveCount(1);
});

test('keeps the page after a tap without a connection, in the same module and in another; when it returns, offers the last target and moves nothing', async ({
  page,
  context,
  job,
}) => {
  await context.setOffline(true);
  await page
    .getByRole('link', { name: /^View More/ })
    .first()
    .click();
  await expect(line(page)).toBeVisible();
  await expect(title(page, 'Search Jobs')).toBeVisible();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await expect(line(page)).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: copy.unreachable })).toBeVisible();

  await page.getByRole('link', { name: 'Notifications' }).first().click();
  await expect(line(page)).toContainText('Notification Alerts');
  await expect(title(page, 'Search Jobs')).toBeVisible();
  await expect(page).toHaveURL(jobsPaths.search({ searchBy: job.title }));
  await expect(page.getByRole('link', { name: /^View More/ }).first()).toBeEnabled();

  await context.setOffline(false);
  const open = page.getByRole('button', { name: 'Open', exact: true });
  await expect(open).toBeVisible();
  await expect(title(page, 'Search Jobs')).toBeVisible();
  await expect(page).toHaveURL(jobsPaths.search({ searchBy: job.title }));
  await open.click();
  await expect(title(page, 'Notification Alerts')).toBeVisible();
  await expect(page).toHaveURL(notificationsPaths.list());
  await expect(line(page)).toBeHidden();
  expect(await readFailures(page)).toEqual([]);
});

test('after an unnoticed loss of connection: keeps the list usable, allows going back, and opens the page when possible', async ({
  page,
  job,
}) => {
  const screens = /\/modules\/mf-jobs\/[^/]+\/(?!remoteEntry).*\.js/;
  await page.route(screens, (route) => route.abort('internetdisconnected'));
  const more = page.getByRole('link', { name: /^View More/ }).first();
  await more.click();
  await expect(line(page)).toBeVisible();
  await expect(title(page, 'Search Jobs')).toBeVisible();
  await page.goBack();
  await expect(line(page)).toBeHidden();
  await expect(page).toHaveURL(jobsPaths.search({ searchBy: job.title }));
  await expect(title(page, 'Search Jobs')).toBeVisible();

  await more.click();
  await expect(line(page)).toBeVisible();
  await page.unroute(screens);
  await expect(title(page, 'Search Jobs')).toBeHidden();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused();
  await expect(line(page)).toBeHidden();
  expect(await readFailures(page)).toEqual([]);
});

test('shows that a module needs a connection if it cannot be fetched, counts no failure, and opens it later', async ({ page }) => {
  const files = /\/modules\/mf-communication\//;
  await page.route(files, (route) => route.abort('internetdisconnected'));
  await page.getByRole('link', { name: 'Notifications' }).first().click();
  await expect(title(page, 'This page needs a connection')).toBeVisible();
  await page.goBack();
  await expect(title(page, 'Search Jobs')).toBeVisible();
  await page.goForward();
  await expect(title(page, 'This page needs a connection')).toBeVisible();
  await page.unroute(files);
  await expect(title(page, 'Notification Alerts')).toBeVisible();
  expect(await readFailures(page)).toEqual([]);
});

test('has no empty space below the notice about a lost connection: the bar of On Job follows, on a phone and on a desktop', async ({
  page,
  context,
}) => {
  await page.goto(jobsPaths.onJob());
  const bar = page.locator('header').filter({ has: title(page, 'On Job') });
  await expect(bar).toBeVisible();
  await context.setOffline(true);
  const lost = page.locator('[data-lost]');
  await expect(lost).toContainText(copy.unreachable);
  for (const width of [360, 640, 1280]) {
    await page.setViewportSize({ width, height: 500 });
    const gap = async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      const [above, below] = [await lost.boundingBox(), await bar.boundingBox()];
      return above && below && Math.round(below.y - above.y - above.height);
    };
    await expect.poll(gap, `the gap at ${width} px`).toBe(0);
  }
});
