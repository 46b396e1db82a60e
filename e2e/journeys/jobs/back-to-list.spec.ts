import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { regions } from '@portal/mf-kit/pageLayout';
import { expect, logIn, test } from '../../support/fixtures';

test('on the way back from another module a list has its previous scroll position, and its heading has the focus', async ({
  page,
  guard,
}) => {
  await logIn(page, guard);
  await page.goto(jobsPaths.search({ fitsMe: 0 }));
  // The region comes from the device's storage, and the browser's scroll anchoring corrects its height.
  await expect(page.getByRole('region', { name: jobsMessages.savedSearches })).toBeVisible();
  const links = page.getByRole('link', { name: /^View More/ });
  await links.nth(9).scrollIntoViewIfNeeded();
  await expect(links.nth(9)).toBeInViewport();
  const scrolled = () => page.evaluate(() => window.scrollY);
  const top = await scrolled();
  expect(top).toBeGreaterThan(200);

  // A locator's click would scroll to elements that it considers covered.
  const link = await page.locator(`#${regions.bar} a[href="${notificationsPaths.list()}"]`).boundingBox();
  if (!link) throw new Error('the bar has no link to the notifications');
  await page.mouse.click(link.x + link.width / 2, link.y + link.height / 2);
  await expect(page.getByRole('heading', { level: 1, name: 'Notification Alerts' })).toBeFocused();
  await expect.poll(scrolled).toBe(0);

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Search Jobs' })).toBeFocused();
  await expect(links.nth(9)).toBeInViewport();
  await expect.poll(scrolled).toBe(top);
});
