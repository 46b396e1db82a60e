import type { Page } from '@playwright/test';
import { coversPaths } from '@portal/contracts/covers/covers.paths';
import { coverMessages, coverNotices, ownCoverStates, takenCoverStates } from '@portal/contracts/covers/covers.rules';
import { approveCover, liveCovers } from '@portal/contracts/covers/covers.staff';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { press } from '../../support/chrome';
import { test } from '../../support/colleague';
import { expect, logIn } from '../../support/fixtures';

const rowOf = (page: Page) => page.getByRole('region', { name: 'Shifts', exact: true }).getByRole('listitem').first();
const cardOf = (page: Page, title: string) =>
  page.getByRole('list', { name: coverMessages.title }).getByRole('listitem').filter({ hasText: title });

test('[COVER-01, COVER-04, COVER-05, COVER-08] a guard offers a shift, another accepts it, dispatch approves: both open pages follow without a reload', async ({
  page,
  guard,
  job,
  awarded,
  staff,
  colleague,
}) => {
  await awarded(guard, job);
  await logIn(page, guard);
  await page.goto(jobsPaths.jobDetail({ jobId: job.jobId }));
  const other = colleague.page;
  await other.goto(coversPaths.covers());
  await expect(other.getByRole('heading', { level: 1, name: 'Shifts to cover' })).toBeVisible();

  await test.step('offers the shift', async () => {
    await press(rowOf(page).getByRole('button', { name: 'Offer this shift' }));
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('You stay responsible for this shift until dispatch approves.')).toBeVisible();
    await dialog.getByLabel('Note for the other guards').fill('The gate code is at the desk.');
    await press(dialog.getByRole('button', { name: 'Offer to other guards' }));
    await expect(dialog).toBeHidden();
    await expect(rowOf(page).getByText('Offered', { exact: true })).toBeVisible();
    await expect(rowOf(page).getByText(ownCoverStates.open.words)).toBeVisible();
  });

  await test.step('the other guard sees it on the open page, and accepts', async () => {
    const card = cardOf(other, job.title);
    await expect(card.getByText('The gate code is at the desk.')).toBeVisible();
    await expect(card).toContainText('$248.00, $31.00 per hour');
    await press(card.getByRole('button', { name: 'Accept shift' }));
    await expect(card.getByText('You are proposed', { exact: true })).toBeVisible();
    await expect(card.getByText('The first guard stays responsible until dispatch approves.')).toBeVisible();
    await expect(rowOf(page).getByText('A guard accepted. You stay responsible for this shift until dispatch approves.')).toBeVisible();
    await other.reload();
    await expect(card.getByText('You are proposed', { exact: true })).toBeVisible();
  });

  await test.step('dispatch approves', async () => {
    const offer = (await staff.call(liveCovers, {})).find(({ jobId }) => jobId === job.jobId);
    expect(offer).toMatchObject({ state: 'proposed', guard: guard.id, proposedGuard: colleague.guard.id });
    await staff.call(approveCover, { offerId: offer?.offerId ?? '' });
    await expect(cardOf(other, job.title).getByText(takenCoverStates.approved?.words ?? '')).toBeVisible();
    // The first guard keeps the second night only.
    const shifts = page.getByRole('region', { name: 'Shifts', exact: true }).getByRole('listitem');
    const covered = shifts.filter({ has: page.getByText(ownCoverStates.approved.label, { exact: true }) });
    await expect(covered).toHaveCount(1);
    await expect(covered.getByRole('button')).toHaveCount(1);
    await press(covered.getByRole('button', { name: onJobLabels.record }));
    const record = page.getByRole('dialog', { name: onJobLabels.record });
    for (const line of ['Cover offered', 'Cover accepted', 'Cover approved', 'No longer your shift'])
      await expect(record.getByText(line)).toBeVisible();
    await press(record.getByRole('button', { name: 'Close' }).first());
    await expect(shifts.getByRole('button', { name: coverMessages.offer })).toHaveCount(1);
  });

  await test.step('the record of the change', async () => {
    await page.goto(coversPaths.covers());
    const own = page.getByRole('region', { name: 'Shifts you offered' }).getByRole('listitem').filter({ hasText: job.title });
    await expect(own.getByText('Another guard works this shift. You have nothing left to do.')).toBeVisible();
    await expect(own.getByText('Accepted by a guard')).toBeVisible();
    await page.goto(notificationsPaths.list());
    await expect(page.getByText(coverNotices.approvedForFirst).first()).toBeVisible();
    await press(cardOf(other, job.title).getByRole('link', { name: 'Job Detail' }));
    await expect(other.getByRole('heading', { level: 1, name: job.title })).toBeVisible();
    await expect(other.getByRole('button', { name: 'Offer this shift' })).toHaveCount(1);
  });
});
