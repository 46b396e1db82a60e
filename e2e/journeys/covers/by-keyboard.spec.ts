import { offerCover } from '@portal/contracts/covers/covers.endpoints';
import { coversPaths } from '@portal/contracts/covers/covers.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { callAs } from '../../support/api';
import { test } from '../../support/colleague';
import { expect, logIn } from '../../support/fixtures';
import { tabTo } from '../../support/keyboard';

test('[COVER-01, COVER-04] a guard offers a shift and withdraws the offer by keyboard alone; another reverses an acceptance and hides an offer', async ({
  page,
  guard,
  job,
  awarded,
  colleague,
  baseURL,
}) => {
  await awarded(guard, job);
  await logIn(page, guard);
  await page.goto(jobsPaths.jobDetail({ jobId: job.jobId }));
  const row = page.getByRole('region', { name: 'Shifts', exact: true }).getByRole('listitem').first();

  await test.step('offers and withdraws', async () => {
    await tabTo(page, row.getByRole('button', { name: 'Offer this shift' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await tabTo(page, dialog.getByLabel('Note for the other guards'));
    await page.keyboard.type('Bring boots.');
    await tabTo(page, dialog.getByRole('button', { name: 'Offer to other guards' }));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(row.getByText('Offered', { exact: true })).toBeVisible();
    await tabTo(page, row.getByRole('button', { name: 'Withdraw offer' }));
    await page.keyboard.press('Enter');
    await expect(row.getByText('Offered', { exact: true })).toHaveCount(0);
    await expect(row.getByRole('button', { name: 'Offer this shift' })).toBeVisible();
    await page.reload();
    await expect(row.getByRole('button', { name: 'Offer this shift' })).toBeVisible();
  });

  for (const shiftId of job.shiftIds) await callAs(String(baseURL), guard, offerCover, { jobId: job.jobId, shiftId, note: undefined });

  await test.step('accepts, takes the acceptance back, and hides the other offer', async () => {
    const other = colleague.page;
    await other.goto(coversPaths.covers());
    const cards = other.getByRole('list', { name: 'Shifts to cover' }).getByRole('listitem').filter({ hasText: job.title });
    await expect(cards).toHaveCount(2);
    await tabTo(other, cards.first().getByRole('button', { name: 'Accept shift' }));
    await other.keyboard.press('Enter');
    await expect(cards.first().getByText('You are proposed', { exact: true })).toBeVisible();
    await expect(cards.first().getByRole('heading')).toBeFocused();
    await tabTo(other, cards.first().getByRole('button', { name: 'Take back my acceptance' }));
    await other.keyboard.press('Enter');
    await expect(cards).toHaveCount(1);
    await tabTo(other, cards.first().getByRole('button', { name: 'Not for me' }));
    await other.keyboard.press('Enter');
    await expect(cards).toHaveCount(0);
    await other.reload();
    await expect(other.getByRole('heading', { level: 1, name: 'Shifts to cover' })).toBeVisible();
    await expect(cards).toHaveCount(0);
  });
});
