import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { leaveMessages } from '@portal/contracts/leave/leave.rules';
import { expect, test } from '../../support/fixtures';
import { logInByKeyboard, tabTo } from '../../support/keyboard';

test('a guard requests leave by keyboard alone; the focus continues after its shift, and the request is there after a reload, too', async ({
  page,
  guard,
  job,
  awarded,
}) => {
  await awarded(guard, job);
  await logInByKeyboard(page, guard);
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'All Jobs' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'All Jobs' })).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: `View More: ${job.title}` }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: job.title })).toBeFocused();

  const row = page.getByRole('region', { name: 'Shifts' }).getByRole('listitem').first();
  const requestButton = row.getByRole('button', { name: leaveMessages.apply });
  await tabTo(page, requestButton);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: 'Sick' })).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'Other' })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Description')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('My daughter is ill.');
  await tabTo(page, dialog.getByRole('button', { name: 'Submit' }));
  await page.keyboard.press('Enter');

  await expect(dialog).toBeHidden();
  await expect(row.getByText('Leave requested')).toBeVisible();
  await expect(requestButton).toHaveCount(0);
  await expect(row.getByRole('heading')).toBeFocused();

  await page.reload();
  await expect(row.getByText('Leave requested')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(jobsPaths.jobDetail.pattern));
});
