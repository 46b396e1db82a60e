import { devices, type Page } from '@playwright/test';
import { copy } from '@portal/contracts/_kernel/copy';
import { changePasswordMessages } from '@portal/contracts/auth/auth.change-password';
import { changePassword } from '@portal/contracts/auth/auth.endpoints';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { resetMessages } from '@portal/contracts/auth/auth.reset';
import { authMessages } from '@portal/contracts/auth/auth.rules';
import { sessionsMessages } from '@portal/contracts/auth/auth.sessions';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { press } from '../../support/chrome';
import { expect, logIn, logInByScreen, test } from '../../support/fixtures';

const NEW = 'Quiet7Harbour$';
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function changeTo(page: Page, oldPassword: string) {
  const form = section(page, 'Change Password');
  await form.getByLabel('Old password').fill(oldPassword);
  await form.getByLabel('New password').fill(NEW);
  await form.getByLabel('Confirm password').fill(NEW);
  await press(form.getByRole('button', { name: 'Change password' }));
}

test('a stolen phone is signed out from the list; a new password then signs out every device and is the only one that works', async ({
  page,
  guard,
  browser,
  contextOptions,
  noise,
}) => {
  noise.refusal(400, changePassword);
  // Expected: the login with the old password, and the calls of an open page after its session has ended.
  noise.expected.push(/the server responded with a status of 401/);
  const { userAgent } = devices['Pixel 7'];
  const contexts = [await browser.newContext({ ...contextOptions, userAgent }), await browser.newContext(contextOptions)];
  const [stolen, tablet] = [await contexts[0]?.newPage(), await contexts[1]?.newPage()] as [Page, Page];
  await logIn(stolen, guard);
  await logIn(page, guard);

  await page.goto(`${guardsPaths.settings()}#sessions`);
  const list = section(page, 'Where you are signed in');
  const rows = list.getByRole('listitem');
  await test.step('the list names both devices, this one first', async () => {
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText('This device');
    await expect(rows.last()).toContainText('Chrome on Android');
    await expect(rows.last()).not.toContainText('This device');
  });

  await test.step('the phone is signed out, and so is its open page', async () => {
    await press(rows.last().getByRole('button', { name: /^Sign out Chrome on Android/ }));
    await expect(page.getByText(sessionsMessages.ended)).toBeVisible();
    await expect(rows).toHaveCount(1);
    await expect(stolen).toHaveURL(new RegExp(authPaths.login.pattern));
    await expect(stolen.getByText(copy.sessionExpired)).toBeVisible();
    await page.reload();
    await expect(rows).toHaveCount(1);
    await expect(list.getByText('You are not signed in on any other device.')).toBeVisible();
  });

  await logIn(tablet, guard);
  await page.goto(`${guardsPaths.settings()}#password`);
  await test.step('a wrong current password is reported at its field', async () => {
    await changeTo(page, 'Wrong-one-1');
    await expect(page.getByLabel('Old password')).toHaveAccessibleDescription(changePasswordMessages.wrong);
  });

  await test.step('[CHPWD-16] the new password leads to login, also on the other device', async () => {
    await changeTo(page, guard.password);
    await expect(page).toHaveURL(new RegExp(authPaths.login.pattern));
    await expect(page.getByText(resetMessages.done)).toBeVisible();
    await expect(tablet).toHaveURL(new RegExp(authPaths.login.pattern));
  });

  await test.step('the old password no longer works, the new one does', async () => {
    await page.getByLabel('Email').fill(guard.email);
    await page.getByLabel('Password', { exact: true }).fill(guard.password);
    await press(page.getByRole('button', { name: 'Log in', exact: true }));
    await expect(page.getByText(authMessages.wrongCredentials)).toBeVisible();
    await logInByScreen(page, { email: guard.email, password: NEW });
  });
  for (const context of contexts) await context.close();
});
