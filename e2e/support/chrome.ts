import { expect, type Page } from '@playwright/test';
import { authMessages } from '@portal/contracts/auth/auth.rules';

/** Logs out through the menu, on a phone as on a desk, and waits for the server's word. */
export async function logOut(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Logout' });
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await button.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText(authMessages.loggedOut)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
}
