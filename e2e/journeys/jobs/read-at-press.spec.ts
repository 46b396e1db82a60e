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

  const link = (to: string) => page.locator(`#${regions.bar} a[href="${to}"]`);
  const leaveLink = async () => {
    await page.mouse.move(5, 700);
    await page.mouse.up();
  };
  // The page handles presses some seconds after its load.
  const press = (to: string, path: string) =>
    expect(async () => {
      const before = count(path);
      await link(to).hover();
      await page.mouse.down();
      await expect
        .poll(() => count(path), { timeout: 1000, intervals: [20] })
        .toBe(before + 1)
        .catch(async (error) => {
          await leaveLink();
          throw error;
        });
    }).toPass();

  await press(notificationsPaths.list(), alerts);
  await page.mouse.up();
  await expect(page.getByRole('heading', { level: 1, name: 'Notification Alerts' })).toBeFocused();
  await expect(page.getByRole('main')).not.toContainText('Loading');
  expect(count(alerts)).toBe(1);

  await press(jobsPaths.search(), search);
  await leaveLink();
  await expect(page.getByRole('heading', { level: 1, name: 'Notification Alerts' })).toBeVisible();
});
