import { applicationMessages } from '@portal/contracts/applications/applications.rules';
import { award } from '@portal/contracts/applications/applications.staff';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { leaveMessages, leaveStatuses } from '@portal/contracts/leave/leave.rules';
import { approveLeave } from '@portal/contracts/leave/leave.staff';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { logOut, press } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';

test('a guard finds a job, applies, is awarded it, requests leave, reads the decision and logs out', async ({
  page,
  guard,
  job,
  staff,
}) => {
  await logIn(page, guard);

  await test.step('finds the job', async () => {
    await page.goto(jobsPaths.search());
    await page.getByRole('searchbox').fill(job.title);
    await page.getByRole('searchbox').press('Enter');
    await expect(page.getByRole('heading', { name: job.title })).toBeVisible();
    await press(page.getByRole('link', { name: `View More: ${job.title}` }));
    await expect(page.getByRole('heading', { level: 1, name: job.title })).toBeVisible();
  });

  await test.step('applies', async () => {
    await press(page.getByRole('button', { name: applicationMessages.applyNow }));
    await expect(page.getByRole('dialog')).toContainText(applicationMessages.applied);
    await press(page.getByRole('dialog').getByRole('button').last());
    await expect(page.getByRole('button', { name: applicationMessages.alreadyApplied })).toBeVisible();
  });

  await staff.call(award, { jobId: job.jobId, guard: guard.id });

  await test.step('sees the shift and requests leave', async () => {
    await page.goto(jobsPaths.allJobs());
    await press(page.getByRole('link', { name: `View More: ${job.title}` }));
    await expect(page.getByRole('heading', { level: 1, name: job.title })).toBeVisible();
    await press(page.getByRole('button', { name: leaveMessages.apply }).first());
    await press(page.getByRole('dialog').getByLabel('Other'));
    await press(page.getByRole('dialog').getByRole('button', { name: 'Submit' }));
    await expect(page.getByRole('dialog').getByText(leaveMessages.blank).first()).toBeVisible();
    await page.getByRole('dialog').getByLabel('Description').fill('My daughter is ill.');
    await press(page.getByRole('dialog').getByRole('button', { name: 'Submit' }));
    await expect(page.getByText(leaveStatuses[0] as string)).toBeVisible();
  });

  await staff.call(approveLeave, { guard: guard.id, shiftId: job.shiftIds[0] as string });

  await test.step('reads the notification', async () => {
    await page.goto(notificationsPaths.list());
    await expect(page.getByText(/leave/i).first()).toBeVisible();
  });

  await logOut(page);
});
