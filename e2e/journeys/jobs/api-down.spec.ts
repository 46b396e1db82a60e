import { copy } from '@portal/contracts/_kernel/copy';
import { BASE } from '@portal/contracts/_kernel/endpoint';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { expect, logIn, test } from '../../support/fixtures';

test('the portal works without the API, keeps typed text, and continues when the API is back', async ({ page, guard, job, noise }) => {
  noise.expected.push(/net::ERR_FAILED|Failed to load resource/);
  await logIn(page, guard);
  await page.goto(jobsPaths.search());
  await expect(page.getByRole('link', { name: /^View More/ }).first()).toBeVisible();

  const isApiCall = (url: URL) => url.pathname.startsWith(`${BASE}/`);
  await page.route(isApiCall, (route) => route.abort());
  await page.getByRole('searchbox').fill(job.title);
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: copy.unreachable })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue(job.title);

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Search Jobs' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue(job.title);
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();

  await page.unroute(isApiCall);
  // The page may notice it before the button is pressed.
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1000 });
    await expect(page.getByRole('heading', { name: job.title })).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(page.getByRole('status').filter({ hasText: copy.unreachable })).toBeHidden();
});
