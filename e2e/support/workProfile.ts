import type { Page } from '@playwright/test';
import { press } from './chrome';

export async function fillWorkProfile(page: Page): Promise<void> {
  await page.getByRole('spinbutton', { name: /willing to travel/ }).fill('40');
  await press(page.getByText('Public transport'));
  await press(page.getByText('Large', { exact: true }));
  await page.getByRole('combobox', { name: 'Address' }).fill('12 King St W, Osh');
  await press(page.getByRole('option', { name: 'Oshawa, Ontario' }));
  await press(page.getByText('Concierge', { exact: true }));
}

export const saveWorkProfile = (page: Page): Promise<void> => press(page.getByRole('button', { name: 'Save work profile' }));
