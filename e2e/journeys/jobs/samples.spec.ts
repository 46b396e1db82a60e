import { copy } from '@portal/contracts/_kernel/copy';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { earningsSample } from '@portal/contracts/earnings/earnings.copy';
import { earningsPaths } from '@portal/contracts/earnings/earnings.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobSample, taskSample } from '@portal/contracts/jobs/jobs.samples';
import { ratingSample } from '@portal/contracts/ratings/ratings.rules';
import { openMenu, press } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';

for (const [id, path] of [
  ['JOBPAGE2-04', jobsPaths.jobPageSample()],
  ['JOBDETAIL2-04', jobsPaths.jobDetailSample()],
] as const) {
  test(`[${id}] ${path} without a token shows a warning and goes to login`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByText(copy.sessionMissing)).toBeVisible();
    await expect(page).toHaveURL(authPaths.login());
  });
}

const samples = [
  ['/jobPage2', jobSample.jobTitle, '/jobPage'],
  ['/jobDetail2', jobSample.jobTitle, '/jobDetail'],
  ['/taskReview', taskSample.title, '/onJob'],
  ['/myEarning', earningsSample.title, '/withdraw'],
  ['/myRating', ratingSample.title, '/jobRating'],
] as const;

test('[ROUTE-61/2, ROUTE-61/4] the five samples are registered, require a session, and have a Sample banner and a link to the live screen', async ({
  page,
  guard,
}) => {
  for (const [path] of samples) {
    await page.goto(path);
    await expect(page).toHaveURL(authPaths.login());
  }
  await logIn(page, guard);
  for (const [path, title, live] of samples) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Sample.' })).toBeVisible();
    await expect(page.getByRole('main').locator(`a[href="${live}"]`)).toBeVisible();
  }
});

test('[ROUTE-61/1] /jobPage and /jobDetail are live screens and show an existing job', async ({ page, guard, job, awarded }) => {
  await logIn(page, guard);
  await page.goto(jobsPaths.search({ searchBy: job.title }));
  await press(page.getByRole('link', { name: `View More: ${job.title}` }));
  await expect(page).toHaveURL(/\/jobPage\?/);
  await expect(page.getByRole('heading', { level: 1, name: job.title })).toBeVisible();
  await expect(page.getByText(/^Sample\./)).toHaveCount(0);
  await awarded(guard, job);
  await page.goto(jobsPaths.allJobs());
  await press(page.getByRole('link', { name: `View More: ${job.title}` }));
  await expect(page).toHaveURL(/\/jobDetail\?/);
  await expect(page.getByRole('heading', { level: 1, name: job.title })).toBeVisible();
  await expect(page.getByText(/^Sample\./)).toHaveCount(0);
});

test('[ROUTE-61/5] the five samples are in no menu', async ({ page, guard }) => {
  await logIn(page, guard);
  await openMenu(page);
  await expect(page.locator(`nav a[href="${earningsPaths.withdraw()}"]:visible`).first()).toBeVisible();
  for (const [path] of samples) await expect(page.locator(`nav a[href^="${path}"]`)).toHaveCount(0);
});
