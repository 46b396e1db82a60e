import { BASE } from '@portal/contracts/_kernel/endpoint';
import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { postingsPaths } from '@portal/contracts/postings/postings.paths';
import { postingMessages, reportReasons } from '@portal/contracts/postings/postings.rules';
import { closeJobReport, openJobReports } from '@portal/contracts/postings/postings.staff';
import { expect, logIn, test } from '../../support/fixtures';
import { tabTo } from '../../support/keyboard';

test('a guard reports a job by keyboard alone; the report is there after a reload, staff remove the job, and the guard reads the outcome', async ({
  page,
  guard,
  job,
  staff,
  noise,
}) => {
  noise.refusal(404, jobDetail);
  await logIn(page, guard);
  await page.goto(jobsPaths.jobPage({ jobId: job.jobId }));
  const about = page.getByRole('region', { name: postingMessages.about });
  await expect(about.getByText('$31.00 per hour')).toBeVisible();
  await tabTo(page, about.getByRole('button', { name: postingMessages.report }));
  await page.keyboard.press('Enter');

  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByRole('radio', { name: reportReasons[6] ?? '' })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('textbox', { name: 'Details' })).toBeFocused();
  await page.keyboard.type('The address is a parking lot.');
  await tabTo(page, dialog.getByRole('button', { name: 'Send report' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(about.getByText(postingMessages.open)).toBeVisible();
  await expect(about.getByRole('heading')).toBeFocused();

  await page.reload();
  await expect(about.getByText(postingMessages.open)).toBeVisible();
  const report = (await staff.call(openJobReports, {})).find(({ jobId }) => jobId === job.jobId);
  expect(report).toMatchObject({ guard: guard.id, words: 'The address is a parking lot.', reason: 'Something else' });
  await staff.call(closeJobReport, { reportId: report?.reportId ?? '', outcome: 'removed', answer: 'Thank you. It was false.' });

  await page.goto(jobsPaths.jobPage({ jobId: job.jobId }));
  await expect(page.getByText(jobsMessages.noSuchJob)).toBeVisible();
  await expect(page.getByText(`${postingMessages.outcomes.removed}. Thank you. It was false.`)).toBeVisible();
});

test('a report made offline waits through a reload, and is sent once', async ({ page, context, guard, job, staff, noise }) => {
  noise.expected.push(/net::ERR_FAILED|net::ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket connection/);
  await logIn(page, guard);
  await page.goto(jobsPaths.jobPage({ jobId: job.jobId }));
  const about = page.getByRole('region', { name: postingMessages.about });
  await about.getByRole('button', { name: postingMessages.report }).click();
  await page.getByLabel(reportReasons[3] ?? '').check();
  const isReport = (url: URL) => url.pathname.startsWith(`${BASE}/job/report`);
  await context.route(isReport, (route) => route.abort());
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(about.getByText(postingMessages.kept)).toBeVisible();
  await page.reload();
  await expect(about.getByText(postingMessages.kept)).toBeVisible();
  await context.unroute(isReport);
  await expect(about.getByText(postingMessages.open)).toBeVisible({ timeout: 60_000 });
  const reports = (await staff.call(openJobReports, {})).filter(({ jobId }) => jobId === job.jobId);
  expect(reports).toMatchObject([{ guard: guard.id, words: '' }]);
});

test('every public page leads to the policy, which is readable without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto(pagesPaths.about());
  await page.getByRole('link', { name: 'Job posting policy' }).click();
  await expect(page).toHaveURL(postingsPaths.policy());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Postings you can trust');
  await expect(page.getByText('The customer does not learn who reported a posting.')).toBeVisible();
  await context.close();
});
