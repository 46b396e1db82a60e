import { statSync } from 'node:fs';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { openDeletions } from '@portal/contracts/privacy/privacy.staff';
import { expect, logIn, test } from '../../support/fixtures';

test('a guard downloads a copy of all data, requests deletion, and cancels it; both survive a reload', async ({ page, guard, staff }) => {
  await logIn(page, guard);
  await page.goto(`${guardsPaths.settings()}#privacy`);
  const part = page.getByRole('region', { name: 'Privacy' });
  await expect(part.getByText('Profile and address')).toBeVisible();

  await test.step('a copy', async () => {
    await part.getByRole('button', { name: 'Make my copy' }).click();
    const save = part.getByRole('button', { name: /^Download the ZIP/ });
    await expect(save).toBeVisible();
    await page.reload();
    const fetched = page.waitForEvent('download');
    await save.click();
    const file = await fetched;
    expect(file.suggestedFilename()).toMatch(/^guard-portal-\d{4}-\d\d-\d\d\.zip$/);
    expect(statSync(await file.path()).size).toBeGreaterThan(1_000);
  });

  await test.step('a deletion request', async () => {
    const open = async () => (await staff.call(openDeletions, {})).filter((one) => one.guard === guard.id).length;
    await part.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Request deletion' }).click();
    const back = part.getByRole('button', { name: 'Keep my account' });
    await expect(back).toBeVisible();
    expect(await open()).toBe(1);
    await page.reload();
    await back.click();
    await expect(part.getByRole('button', { name: 'Delete my account' })).toBeVisible();
    expect(await open()).toBe(0);
  });
});
