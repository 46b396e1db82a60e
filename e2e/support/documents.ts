import type { Page } from '@playwright/test';
import { daySlashMonthSlashYear } from '@portal/contracts/_kernel/formats';
import { documentMessages } from '@portal/contracts/documents/documents.rules';
import { press } from './chrome';
import { expect } from './fixtures';
import { makePicture } from './pictures';

interface Filled {
  type: string;
  number: string;
  expiry: string;
}

/** Fills in the form of My Documents, or the open dialog, with a picture. */
export async function fillDocument(page: Page, { type, number, expiry }: Filled): Promise<void> {
  await page.getByLabel('Document type').selectOption(type);
  await page.getByLabel('Document number').fill(number);
  await page.getByRole('textbox', { name: 'Expiry date' }).fill(daySlashMonthSlashYear(expiry));
  await page.locator('input[type=file]:not([capture])').setInputFiles(await makePicture(page, { name: 'front.jpg' }));
  await expect(page.getByText('front.jpg')).toBeVisible();
}

export async function addDocument(page: Page, document: Filled): Promise<void> {
  await fillDocument(page, document);
  await press(page.getByRole('button', { name: 'Add document' }));
  await expect(page.getByText(documentMessages.added)).toBeVisible();
  await expect(page.getByRole('button', { name: `Delete: ${document.type}` })).toBeVisible();
}
