import { readFile } from 'node:fs/promises';
import { daySlashMonthSlashYear } from '@portal/contracts/_kernel/formats';
import { earningsPaths } from '@portal/contracts/earnings/earnings.paths';
import { withdrawMessages } from '@portal/contracts/earnings/earnings.rules';
import { openWithdrawals, payWithdrawal, processWithdrawal } from '@portal/contracts/earnings/earnings.staff';
import { saveBank } from '@portal/contracts/guards/guards.endpoints';
import { makeGuard, removeGuard } from '@portal/contracts/guards/guards.staff';
import { callAs } from '../../support/api';
import { expect, test } from '../../support/fixtures';
import { logInByKeyboard, tabTo } from '../../support/keyboard';
import { siteDay } from '../../support/siteDay';

test('a guard requests the whole amount in hand by keyboard, sees it requested, in process and paid, and downloads the statement', async ({
  page,
  staff,
  baseURL,
  noise,
}) => {
  const guard = await staff.call(makeGuard, { inHand: '120.50' });
  const bank = {
    accHolderName: 'Test Guard',
    bankAccountNumber: '1234567',
    bankInstitution: '004',
    bankTransitNumber: '12345',
    wantTopay: 2 as const,
  };
  await callAs(String(baseURL), guard, saveBank, { id: guard.id, ...bank });
  await logInByKeyboard(page, guard);
  await page.goto(earningsPaths.withdraw());

  await test.step('requests the amount', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Withdraw' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Withdraw' });
    await expect(dialog.getByLabel('Amount')).toBeFocused();
    await expect(dialog.getByLabel('Amount')).toHaveValue('120.50');
    await page.keyboard.press('Enter');
    const confirmation = page.getByRole('dialog', { name: 'Withdrawal requested' });
    await expect(confirmation.getByText(withdrawMessages.submitted)).toBeVisible();
    await expect(confirmation.getByRole('button', { name: 'OK' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(confirmation).toBeHidden();
    await expect(page.getByText(withdrawMessages.pending)).toBeFocused();
  });
  const current = page.getByRole('list', { name: 'Steps of the withdrawal of $120.50' }).locator('[aria-current="step"]');
  await expect(current).toContainText('Requested');
  await expect(page.getByText(withdrawMessages.pending)).toBeVisible();

  await test.step('sees the changes by staff without a reload', async () => {
    const withdrawal = (await staff.call(openWithdrawals, {})).find(({ guard: owner }) => owner === guard.email);
    await staff.call(processWithdrawal, { withdrawalId: withdrawal?.id ?? '' });
    await expect(current).toContainText('In process');
    await staff.call(payWithdrawal, { withdrawalId: withdrawal?.id ?? '' });
    await expect(current).toContainText('Paid');
    await expect(page.getByRole('table', { name: 'Earnings' }).getByText('−$120.50')).toBeVisible();
  });

  await test.step('sees the same after a reload, with the filter in the address', async () => {
    await page.goto(earningsPaths.withdraw({ type: 'withdrawn' }));
    await expect(current).toContainText('Paid');
    await expect(page.getByRole('table', { name: 'Earnings' }).getByRole('rowheader')).toHaveText(['Withdrawn']);
  });

  await test.step('downloads these days as CSV', async () => {
    await page.goto(earningsPaths.withdraw({ tab: 'statements' }));
    await page.getByLabel('Period').selectOption('Other days');
    // Also works if a month or a day ends during the test.
    await page.getByLabel('First day').fill(daySlashMonthSlashYear(siteDay(-1)));
    await page.getByLabel('Last day').fill(daySlashMonthSlashYear(siteDay(1)));
    await page.getByLabel('CSV').check();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/^earnings-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await saved.path(), 'utf8');
    expect(text).toContain('"Credit","120.50",""');
    expect(text).toContain('"Withdrawn","","120.50"');
  });
  noise.end();
  await staff.call(removeGuard, { guard: guard.id });
});
