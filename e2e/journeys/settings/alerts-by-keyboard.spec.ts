import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { expect, test } from '../../support/fixtures';
import { logInByKeyboard, tabTo } from '../../support/keyboard';

test('[SETTING-13, SETTING-15] the alert matrix is set by keyboard alone, and is the same after a reload', async ({ page, guard }) => {
  await logInByKeyboard(page, guard);
  await page.goto(guardsPaths.settings());
  await tabTo(page, page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: /^Alerts/ }));
  await page.keyboard.press('Enter');
  const chat = page.getByRole('group', { name: 'Chat' });
  const sms = chat.getByRole('switch', { name: 'SMS' });
  await expect(sms).toBeVisible();
  const before = await sms.isChecked();

  await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeFocused();
  await tabTo(page, sms);
  await page.keyboard.press('Space');
  await page.keyboard.press('Space');
  await page.keyboard.press('Space');
  await expect(chat.getByText('Your notification settings are saved.')).toBeVisible();
  await expect(sms).toBeFocused();
  await expect(sms).toBeChecked({ checked: !before });

  await page.reload();
  await expect(sms).toBeChecked({ checked: !before });
  await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});
