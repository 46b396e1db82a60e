import { expect, type Page } from '@playwright/test';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import type { Staff } from './staff';

export async function fillSignUp(page: Page, { email, mobile }: { email: string; mobile: string }) {
  await page.goto(authPaths.signup());
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Marsh');
  await page.getByLabel('Date of birth').fill('17/05/1990');
  await page.getByLabel('Mobile number').fill(`+1 (${mobile.slice(0, 3)}) ${mobile.slice(3, 6)}-${mobile.slice(6)}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Quiet-Harbour-7');
  await page.getByLabel('Confirm password').fill('Quiet-Harbour-7');
}

/** The code in the newest message to this address. It waits for the mail or SMS. */
export async function waitForMailedCode(staff: Staff, to: string): Promise<string> {
  const read = async () => /\d{4,}/.exec((await staff.call(readMailbox, { to }))[0]?.body ?? '')?.[0] ?? '';
  await expect.poll(read).not.toBe('');
  return read();
}
