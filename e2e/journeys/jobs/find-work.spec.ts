import type { Page } from '@playwright/test';
import { applicationMessages } from '@portal/contracts/applications/applications.rules';
import { award, cancelAward, refuseApplication } from '@portal/contracts/applications/applications.staff';
import { calendarMessages } from '@portal/contracts/calendar/calendar.endpoints';
import { searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { fitMessages } from '@portal/contracts/jobs/jobs.fit';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { payMessages } from '@portal/contracts/jobs/jobs.pay';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import { changeShift } from '@portal/contracts/jobs/jobs.staff';
import { currentShift } from '@portal/contracts/shifts/shifts.endpoints';
import { press } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';
import { openLive } from '../../support/live';

const openJob = async (page: Page, title: string) => {
  await press(page.getByRole('link', { name: `View More: ${title}` }));
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};
const apply = async (page: Page) => {
  await press(page.getByRole('button', { name: applicationMessages.applyNow }));
  await expect(page.getByRole('dialog')).toContainText(applicationMessages.applied);
  await press(page.getByRole('dialog').getByRole('button').last());
};
/** The filters are collapsed on a phone. */
const unfold = async (page: Page) => {
  const button = page.getByRole('button', { name: /^Filters/, expanded: false });
  if (await button.isVisible()) await press(button);
};

test('a guard searches with filters, shares the address, sees whether the job fits and its pay, applies, and follows the decisions of staff', async ({
  page,
  guard,
  job,
  staff,
  noise,
}) => {
  noise.refusal(400, searchJobs);
  await logIn(page, guard);

  await test.step('filters', async () => {
    await page.goto(jobsPaths.search());
    await page.getByRole('searchbox').fill(job.title);
    await page.getByRole('searchbox').press('Enter');
    await expect(page.getByText('1 job', { exact: true })).toBeVisible();
    await unfold(page);
    await page.getByLabel('Lowest').fill('40');
    await page.getByLabel('Highest').fill('30');
    await page.getByLabel('Highest').press('Enter');
    await expect(page.getByText(jobsMessages.minAboveMax)).toBeVisible();
    await page.getByLabel('Lowest').fill('20');
    await page.getByLabel('Highest').fill('40');
    await page.getByLabel('Highest').press('Enter');
    await expect(page.getByText(jobsMessages.minAboveMax)).toBeHidden();
    await unfold(page);
    await page.getByLabel('Shift', { exact: true }).selectOption({ label: 'Evening' });
    await page.getByLabel('Transportation').selectOption({ label: 'Does not matter' });
    await page.getByLabel('Dress code').selectOption({ label: 'Casual' });
    await expect(page).toHaveURL(/minRange=20.*maxRange=40.*shifts=3/);
    await expect(page.getByText('1 job', { exact: true })).toBeVisible();
  });

  await test.step('the address contains the search, for every reader', async () => {
    const shared = await page.context().newPage();
    await shared.goto(page.url());
    await expect(shared.getByRole('heading', { name: job.title })).toBeVisible();
    await expect(shared.getByText('1 job', { exact: true })).toBeVisible();
    await unfold(shared);
    await expect(shared.getByLabel('Shift', { exact: true })).toHaveValue('3');
    await shared.close();
  });

  await test.step('the map shows the job', async () => {
    await page.reload();
    await press(page.getByRole('button', { name: 'Map', exact: true }));
    await press(page.getByRole('button', { name: new RegExp(`^${job.title}`) }));
    await expect(page.getByRole('region', { name: 'Map of the jobs found' }).getByRole('link', { name: job.title })).toBeVisible();
  });

  await test.step('sees fit and pay, then applies', async () => {
    await openJob(page, job.title);
    await expect(page.getByRole('region', { name: fitMessages.title })).toContainText('No overlap with your shifts');
    await expect(page.getByRole('region', { name: fitMessages.title })).toContainText('0 of 5 applied');
    // two nights of eight hours at $31
    await expect(page.getByRole('region', { name: payMessages.title })).toContainText('$248.00 a shift');
    await expect(page.getByRole('region', { name: 'Apply', exact: true })).toContainText(/^.*2 shifts: .* 16 hours, \$496\.00 in total/);
    await apply(page);
  });

  await test.step('my applications: waiting, refused, awarded, award cancelled, on the open page', async () => {
    await openLive(page, jobsPaths.allJobs({ show: 'applications' }));
    const row = page.getByRole('row', { name: new RegExp(job.title) });
    await expect(row).toContainText('Waiting');
    const opened = await page.evaluate(() => performance.timeOrigin);
    await staff.call(refuseApplication, { jobId: job.jobId, guard: guard.id, reason: 'Somebody nearer was found.' });
    await expect(row).toContainText('Refused');
    await expect(row).toContainText('Somebody nearer was found.');
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened);
    await press(row.getByRole('link', { name: /View More/ }));
    await apply(page);
    await staff.call(award, { jobId: job.jobId, guard: guard.id });
    await expect(page.getByText(`${applicationMessages.awarded}: ${job.title}`).first()).toBeVisible();
    await openLive(page, jobsPaths.allJobs());
    await openJob(page, job.title);
    await expect(page.getByRole('button', { name: /^Apply Leave/ })).toHaveCount(2);
  });

  await test.step('staff reschedule a shift: the open page and the calendar show it', async () => {
    await staff.call(changeShift, { shiftId: job.shiftIds[0] as string, start: '21:00' });
    await expect(page.getByText('9:00 p.m.').first()).toBeVisible();
    const download = page.waitForEvent('download');
    await press(page.getByRole('button', { name: new RegExp(`^${calendarMessages.addShift}`) }).first());
    expect((await download).suggestedFilename()).toMatch(/^night-watch-.*\.ics$/);

    await page.goto(jobsPaths.allJobs());
    await press(page.getByRole('button', { name: 'Calendar' }));
    await press(page.getByRole('button', { name: calendarMessages.make }));
    const url = await page.getByLabel('Your calendar address').inputValue();
    const feed = await page.request.get(new URL(url).pathname);
    expect(feed.headers()['content-type']).toContain('text/calendar');
    expect(await feed.text()).toContain(`UID:${job.shiftIds[0]}@guard-portal`);
    await press(page.getByRole('button', { name: calendarMessages.revoke }));
    await expect(page.getByRole('button', { name: calendarMessages.make })).toBeVisible();
    expect((await page.request.get(new URL(url).pathname)).status()).toBe(404);
  });

  await test.step('the award is cancelled', async () => {
    await openLive(page, jobsPaths.allJobs({ show: 'applications' }));
    // The open page may request the shift once more, which is no longer the guard's.
    noise.refusal(404, currentShift);
    await staff.call(cancelAward, { jobId: job.jobId, guard: guard.id });
    await expect(page.getByText('Award cancelled')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Award cancelled')).toBeVisible();
  });
});
