import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { regions } from '@portal/mf-kit/pageLayout';
import { expect, logIn, test } from '../../support/fixtures';

test('[INSTANT-04] the press of a link requests the data of another module’s screen before the click, once', async ({ page, guard }) => {
  await logIn(page, guard);
  await page.goto(jobsPaths.search());
  await expect(page.getByRole('heading', { level: 1, name: 'Search Jobs' })).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const count = (path: string) => asked.filter((one) => one === path).length;
  const [alerts, search] = [fullPath(listNotifications), fullPath(searchJobs)];

  const link = page.locator(`#${regions.bar} a[href="${notificationsPaths.list()}"]`);
  await link.hover();
  await page.mouse.down();
  await expect.poll(() => count(alerts)).toBe(1);
  await expect(page.getByRole('heading', { level: 1, name: 'Search Jobs' })).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole('heading', { level: 1, name: 'Notification Alerts' })).toBeFocused();
  await expect(page.getByRole('main')).not.toContainText('Loading');
  expect(count(alerts)).toBe(1);

  const before = count(search);
  await page.locator(`#${regions.bar} a[href="${jobsPaths.search()}"]`).hover();
  await page.mouse.down();
  await expect.poll(() => count(search)).toBe(before + 1);
  // The guard moves away from the link: no click, no move.
  await page.mouse.move(5, 700);
  await page.mouse.up();
  await expect(page.getByRole('heading', { level: 1, name: 'Notification Alerts' })).toBeVisible();
});
