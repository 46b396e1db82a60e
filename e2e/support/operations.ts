import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';

/** Opens `/_ops` with its token. Outside of production the token is in the portal's folder, `data`. */
export async function openOperations(page: Page, name: string, data: string): Promise<void> {
  await page.goto('/_ops');
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Token').fill(readFileSync(join(data, 'delivery/keys/ops-token'), 'utf8'));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Modules' })).toBeVisible();
}

/** Rolls a module back to its last good version through the form. */
export async function rollBackInBrowser(page: Page, module: string, reason: string): Promise<void> {
  const card = page.getByRole('article', { name: new RegExp(`^${module} `) });
  await card.getByText('Roll back', { exact: true }).click();
  await card.getByLabel('Reason').fill(reason);
  await card.getByRole('button', { name: `Roll ${module} back` }).click();
  await expect(page.getByRole('status')).toContainText(`rollback ${module}`);
}
