import { copy } from '@portal/contracts/_kernel/copy';
import { BASE } from '@portal/contracts/_kernel/endpoint';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { expect, logIn, test } from '../../support/fixtures';

test('without the API the portal stands, keeps what was typed, and goes on when it is back', async ({ page, guard, job, noise }) => {
  noise.expected.push(/net::ERR_FAILED|Failed to load resource/);
  await logIn(page, guard);
  await page.goto(jobsPaths.search());
  await expect(page.getByRole('link', { name: /^View More/ }).first()).toBeVisible();

  const everyCall = (url: URL) => url.pathname.startsWith(`${BASE}/`);
  await page.route(everyCall, (route) => route.abort());
  await page.getByRole('searchbox').fill(job.title);
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: copy.unreachable })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue(job.title);

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Search Jobs' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue(job.title);
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();

  await page.unroute(everyCall);
  // The page may notice by itself before the button is reached.
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1000 });
    await expect(page.getByRole('heading', { name: job.title })).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(page.getByRole('status').filter({ hasText: copy.unreachable })).toBeHidden();
});
