import { applicationMessages } from '@portal/contracts/applications/applications.rules';
import { expect, test } from '../../support/fixtures';
import { logInByKeyboard, tabTo } from '../../support/keyboard';

test('a guard logs in and applies without a pointer', async ({ page, guard, job }) => {
  await logInByKeyboard(page, guard);
  await tabTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search Jobs' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Search Jobs' })).toBeFocused();
  await tabTo(page, page.getByRole('searchbox'));
  await page.keyboard.type(job.title);
  await page.keyboard.press('Enter');
  const more = page.getByRole('link', { name: `View More: ${job.title}` });
  await expect(more).toBeVisible();
  await expect(page.getByRole('link', { name: /^View More/ })).toHaveCount(1);
  await tabTo(page, more);
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: job.title })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: applicationMessages.applyNow }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText(applicationMessages.applied);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: applicationMessages.alreadyApplied })).toBeVisible();
});
