import type { Page } from '@playwright/test';
import { copy } from '@portal/contracts/_kernel/copy';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { expect, logIn, test } from '../support/fixtures';
import { failures } from '../support/page-report';

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const line = (page: Page) => page.getByRole('status').filter({ hasText: 'needs a connection' });

test.beforeEach(async ({ page, guard, job, noise }) => {
  noise.expected.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  // What a guard who saves data has in hand is only what they opened.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await logIn(page, guard);
  // The test's own job alone: the job of another test may be removed while its page is open.
  await page.goto(jobsPaths.search({ searchBy: job.title }));
  await expect(page.getByRole('link', { name: /^View More/ })).toHaveCount(1);
});

test('without a signal a tap leaves what is on the page, in the same module and in another; a regained signal offers the last one and moves nothing', async ({
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
  expect(await failures(page)).toEqual([]);
});

test('a line that drops unnoticed: the list stays usable, going back is going back, and the page comes when it can', async ({
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
  expect(await failures(page)).toEqual([]);
});

test('a module that cannot be fetched says that it needs a connection, counts against nobody, and opens by itself', async ({ page }) => {
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
  expect(await failures(page)).toEqual([]);
});

test('the line about a lost connection has no empty space below it: the bar of On Job follows, on a phone and on a desktop', async ({
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
