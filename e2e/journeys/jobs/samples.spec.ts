import { copy } from '@portal/contracts/_kernel/copy';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobSample, taskSample } from '@portal/contracts/jobs/jobs.samples';
import { expect, logIn, test } from '../../support/fixtures';

for (const [id, path] of [
  ['JOBPAGE2-04', jobsPaths.jobPageSample()],
  ['JOBDETAIL2-04', jobsPaths.jobDetailSample()],
] as const) {
  test(`[${id}] ${path} without a token warns and goes to login`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByText(copy.sessionMissing)).toBeVisible();
    await expect(page).toHaveURL(authPaths.login());
  });
}

test('a guard sees that the samples are samples', async ({ page, guard }) => {
  await logIn(page, guard);
  for (const [path, title] of [
    [jobsPaths.jobPageSample(), jobSample.jobTitle],
    [jobsPaths.jobDetailSample(), jobSample.jobTitle],
    [jobsPaths.taskReview(), taskSample.title],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Sample.' })).toBeVisible();
    await expect(page.locator(`nav a[href="${path}"]`)).toHaveCount(0);
  }
});
