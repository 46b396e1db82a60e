import type { Page } from '@playwright/test';
import { makeGuard, removeGuard } from '@portal/contracts/guards/guards.staff';
import { thankYouCopy } from '@portal/contracts/onboarding/onboarding.copy';
import { press } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';
import { fillWorkProfile, saveWorkProfile } from '../../support/workProfile';

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

test('a second guard logs in on the page that the first one left, and acts as themselves', async ({ page, staff, noise }) => {
  const [first, second] = [await staff.call(makeGuard, { step: 'work-profile' }), await staff.call(makeGuard, { step: 'work-profile' })];
  await logIn(page, first);
  await heading(page, 'Work Profile');
  await fillWorkProfile(page);
  await page.getByLabel('Postal code').fill('L1H 1A1');
  await saveWorkProfile(page);
  await heading(page, thankYouCopy.title);
  await press(page.getByRole('button', { name: 'Logout' }));
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }));
  await heading(page, 'Log in');

  // Without a reload and in one module, which was mounted for the first guard.
  await page.getByLabel('Email').fill(second.email);
  await page.getByLabel('Password', { exact: true }).fill(second.password);
  await press(page.getByRole('button', { name: 'Log in', exact: true }));
  await expect(page).toHaveURL(new RegExp(second.id));
  await heading(page, 'Work Profile');
  // The second guard's address, not the text of the first one.
  await expect(page.getByRole('combobox', { name: 'Address' })).toHaveValue('100 Queen Street West');
  await fillWorkProfile(page);
  await page.getByLabel('Postal code').fill('L1H 1A1');
  await saveWorkProfile(page);
  await heading(page, thankYouCopy.title);
  noise.end();
  for (const { id } of [first, second]) await staff.call(removeGuard, { guard: id });
});
