import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { press } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';

test('[SHELL-41/1, SHELL-41/2] My Jobs leads to the jobs section of the profile, My Profile to its top, also from one to the other', async ({
  page,
  guard,
}) => {
  await logIn(page, guard);
  // So low that the jobs begin below the fold.
  await page.setViewportSize({ width: 1280, height: 420 });
  await page.goto(guardsPaths.myProfile({ id: guard.id }));
  const jobs = page.getByRole('region', { name: 'My jobs' });
  await expect(jobs).toBeVisible();
  const top = () => page.evaluate(() => window.scrollY);
  const myJobs = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Jobs' }).filter({ visible: true });

  await press(myJobs);
  await expect(jobs).toBeFocused();
  await expect(jobs).toBeInViewport();
  await expect.poll(top).toBeGreaterThan(0);

  await press(page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'My Profile' }));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect.poll(top).toBe(0);

  await page.goBack();
  await expect.poll(top).toBeGreaterThan(0);
  await page.goForward();
  await expect.poll(top).toBe(0);
});
