import type { Page, Route } from '@playwright/test';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { logOut } from '../support/chrome';
import { expect, logIn, test } from '../support/fixtures';

/** Faults of mf-jobs on the network: each changes its files on the way to the page. */
const faults: Record<string, (page: Page) => Promise<unknown>> = {
  'remoteEntry is gone (404)': (page) =>
    page.route(/\/modules\/mf-jobs\/.*remoteEntry\.js/, (route) => route.fulfill({ status: 404, body: '' })),
  'remoteEntry never answers': (page) => page.route(/\/modules\/mf-jobs\/.*remoteEntry\.js/, () => undefined),
  'a chunk was tampered with': (page) => page.route(/\/modules\/mf-jobs\/[^/]+\/(?!remoteEntry).*\.js/, tamper),
};

async function tamper(route: Route): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, body: `${await response.text()}\n;globalThis.__tampered = true;` });
}

for (const [fault, breakIt] of Object.entries(faults)) {
  test(`the rest of the portal works when mf-jobs is broken (${fault})`, async ({ page, guard, staff, noise }) => {
    noise.expected.push(/mf-jobs|mf_jobs|remoteEntry|integrity|404|Failed to load/i);
    await staff.call(notify, { guard: guard.id, title: 'Bring your licence', description: 'To the site office.' });
    await logIn(page, guard);
    await breakIt(page);

    await page.goto(jobsPaths.search(), { waitUntil: 'commit' });
    await expect(page.getByRole('navigation').first()).toBeVisible();

    await test.step('alerts', async () => {
      await page.getByRole('link', { name: 'Notifications' }).first().click();
      await expect(page).toHaveURL(notificationsPaths.list());
      await expect(page.getByRole('heading', { level: 1, name: 'Notification Alerts' })).toBeVisible();
      await expect(page.getByText('Bring your licence')).toBeVisible();
    });

    await test.step('profile', async () => {
      await page.getByRole('link', { name: 'My Jobs' }).first().click();
      await expect(page).toHaveURL(new RegExp(guardsPaths.myProfile({ id: guard.id })));
      await expect(page.getByText(guard.email).first()).toBeVisible();
    });

    await test.step('shows at most one message and never runs the tampered code', async () => {
      expect(await page.getByRole('alert').count()).toBeLessThanOrEqual(1);
      expect(await page.evaluate(() => '__tampered' in globalThis)).toBe(false);
    });

    await logOut(page);
    await page.goto(pagesPaths.home());
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

test('a broken module shows its error card, and Retry loads it without a reload', async ({ page, guard, noise }) => {
  noise.expected.push(/mf-jobs|mf_jobs|remoteEntry|404|Failed to load/i);
  await logIn(page, guard);
  let isDown = true;
  await page.route(/\/modules\/mf-jobs\/.*remoteEntry\.js/, (route) =>
    isDown ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  await page.goto(jobsPaths.search());
  const retry = page.getByRole('main').getByRole('button', { name: /retry|try again/i });
  await expect(retry).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis, { __sameDocument: true }));
  isDown = false;
  await retry.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Search Jobs' })).toBeVisible();
  expect(await page.evaluate(() => '__sameDocument' in globalThis)).toBe(true);
});
