import type { Page } from '@playwright/test';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { resetMessages } from '@portal/contracts/auth/auth.reset';
import { authMessages } from '@portal/contracts/auth/auth.rules';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { press } from '../../support/chrome';
import { expect, logInByScreen, test } from '../../support/fixtures';
import type { Staff } from '../../support/staff';

const NEW = 'Quiet-Harbour-7';

/** The mailed link, opened at the portal under test. */
async function mailedLink(staff: Staff, to: string): Promise<string> {
  const [mail] = await staff.call(readMailbox, { to });
  const link = new URL(/\S+reset-password\?token=\S+/.exec(mail?.body ?? '')?.[0] ?? '', 'http://localhost');
  return link.pathname + link.search;
}

async function choose(page: Page, password: string) {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await expect(page.getByText(resetMessages.match)).toBeVisible();
  await press(page.getByRole('button', { name: 'Change password' }));
}

test('a guard who forgot the password chooses another one with the mailed link, and is logged out elsewhere', async ({
  page,
  guard,
  staff,
  browser,
  contextOptions,
  noise,
}) => {
  // Requests of the other device after its session ended.
  noise.expected.push(/status of 401/);
  const elsewhere = await browser.newContext(contextOptions);
  const phone = await elsewhere.newPage();
  await logInByScreen(phone, guard);
  const inside = phone.url();

  await page.goto(authPaths.login());
  await press(page.getByRole('link', { name: 'Forgot password?' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?');
  await page.getByLabel('Email').fill(guard.email);
  await press(page.getByRole('button', { name: 'Send me a link' }));
  await expect(page.getByText(resetMessages.asked)).toBeVisible();
  await expect(page).toHaveURL(authPaths.login());

  const link = await mailedLink(staff, guard.email);
  await page.goto(link);
  await choose(page, NEW);
  await expect(page.getByText(resetMessages.done)).toBeVisible();
  await expect(page).toHaveURL(authPaths.login());

  await phone.goto(inside);
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Log in');
  await elsewhere.close();

  await page.getByLabel('Email').fill(guard.email);
  await page.getByLabel('Password', { exact: true }).fill(guard.password);
  await press(page.getByRole('button', { name: 'Log in', exact: true }));
  await expect(page.getByRole('alert').getByText(authMessages.wrongCredentials)).toBeVisible();
  await logInByScreen(page, { email: guard.email, password: NEW });

  await page.goto(link);
  await choose(page, 'Another-one-2');
  await expect(page.getByRole('alert').getByText(resetMessages.linkSpent)).toBeVisible();
});
