import type { Locator, Page } from '@playwright/test';
import { BASE } from '@portal/contracts/_kernel/endpoint';
import { applicationMessages } from '@portal/contracts/applications/applications.rules';
import { award } from '@portal/contracts/applications/applications.staff';
import { login } from '@portal/contracts/auth/auth.endpoints';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { calendarMessages } from '@portal/contracts/calendar/calendar.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { leaveMessages } from '@portal/contracts/leave/leave.rules';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { findViolations } from '../support/axe';
import { openMenu, press } from '../support/chrome';
import { expect, logIn, test } from '../support/fixtures';
import { registrationForm } from '../support/registration';

const open = async (page: Page, dialog: Locator, what: string) => {
  await expect(dialog, what).toBeVisible();
  return findViolations(page, what);
};
const shut = async (page: Page, dialog: Locator) => {
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
};

test('a refused form has no axe violation, with errors of fields and of the whole form', async ({ page, guard, noise }) => {
  noise.refusal(401, login);
  const found: string[] = [];
  for (const [path, button] of [
    [authPaths.login(), 'Log in'],
    [authPaths.signup(), 'Register'],
    [authPaths.forgotPassword(), 'Send me a link'],
  ] as const) {
    await page.goto(path);
    await press(page.getByRole('button', { name: button, exact: true }));
    await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
    found.push(...(await findViolations(page, `${path}, empty`)));
  }
  await page.goto(authPaths.login());
  await page.getByLabel('Email').fill(guard.email);
  await page.getByLabel('Password', { exact: true }).fill('Not-this-one-1');
  await press(page.getByRole('button', { name: 'Log in', exact: true }));
  await expect(page.getByRole('alert').first()).toBeVisible();
  found.push(...(await findViolations(page, 'login, refused')));
  expect(found).toEqual([]);
});

test('the refused registration of an unfinished guard has no axe violation', async ({ page, guardAt }) => {
  const guard = await guardAt('registration');
  await logIn(page, guard);
  const registration = registrationForm(page);
  await registration.unlock();
  await press(page.getByRole('button', { name: 'Add another document' }));
  await press(page.getByRole('button', { name: 'Add another employer' }));
  await registration.save();
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
  expect(await findViolations(page, 'registration, refused')).toEqual([]);
});

test('the dialogs have no axe violation', async ({ page, guard, job, staff }) => {
  const dialog = page.getByRole('dialog');
  const found: string[] = [];
  await page.goto(pagesPaths.home());
  await press(page.getByRole('button', { name: 'Subscribe' }));
  found.push(...(await open(page, dialog, 'newsletter')));

  await logIn(page, guard);
  if (await openMenu(page)) found.push(...(await open(page, dialog, 'menu')));
  await press(page.getByRole('button', { name: 'Logout' }));
  const question = page.getByRole('alertdialog');
  found.push(...(await open(page, question, 'logout')));
  await shut(page, question);

  await page.goto(jobsPaths.jobPage({ jobId: job.jobId, shiftId: job.shiftIds[0] as string }));
  await press(page.getByRole('button', { name: applicationMessages.applyNow }));
  found.push(...(await open(page, dialog.filter({ hasText: applicationMessages.applied }), 'applied')));
  await shut(page, dialog);
  await press(page.getByRole('button', { name: new RegExp(`^${applicationMessages.cancel}`) }).first());
  found.push(...(await open(page, dialog, 'cancel the application')));
  await shut(page, dialog);

  await staff.call(award, { jobId: job.jobId, guard: guard.id });
  await page.goto(jobsPaths.allJobs());
  await press(page.getByRole('button', { name: 'Calendar' }));
  await press(page.getByRole('button', { name: calendarMessages.make }));
  await expect(page.getByLabel('Your calendar address')).toBeVisible();
  found.push(...(await open(page, dialog, 'calendar')));
  await shut(page, dialog);

  await press(page.getByRole('link', { name: `View More: ${job.title}` }));
  await press(page.getByRole('button', { name: leaveMessages.apply }).first());
  await press(dialog.getByLabel('Other'));
  await press(dialog.getByRole('button', { name: 'Submit' }));
  await expect(dialog.getByText(leaveMessages.blank).first()).toBeVisible();
  found.push(...(await open(page, dialog, 'leave, refused')));
  expect(found).toEqual([]);
});

test('pages whose calls fail have no axe violation', async ({ page, guard, noise }) => {
  noise.expected.push(/net::ERR_FAILED|WebSocket connection/);
  await logIn(page, guard);
  await page.route(
    (url) => url.pathname.startsWith(`${BASE}/`),
    (route) => route.abort(),
  );
  const found: string[] = [];
  // The device has cached a reply that On Job would show instead of the failure.
  const forgetReplies = () =>
    page.evaluate(async () => {
      for (const name of await caches.keys()) if (name.startsWith('portal-data-')) await caches.delete(name);
    });
  for (const path of [jobsPaths.search(), jobsPaths.allJobs(), jobsPaths.history(), jobsPaths.onJob(), notificationsPaths.list()]) {
    await forgetReplies();
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('button', { name: 'Retry' }).first(), path).toBeVisible();
    found.push(...(await findViolations(page, `${path}, failed`)));
  }
  expect(found).toEqual([]);
});
