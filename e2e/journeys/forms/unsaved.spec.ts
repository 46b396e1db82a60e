import type { Page } from '@playwright/test';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { leaveMessages } from '@portal/contracts/leave/leave.rules';
import { newsletterCopy } from '@portal/contracts/newsletter/newsletter.copy';
import { subscribe } from '@portal/contracts/newsletter/newsletter.endpoints';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { hydratePage, press } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';

const TYPED = 'ada@example.com';
const question = (page: Page) => page.getByRole('alertdialog');

for (const [what, path, field, link] of [
  ['log-in', authPaths.login(), 'Email', /Register/],
  ['registration', authPaths.signup(), 'Email', 'Log in'],
  ['e-mail address', authPaths.forgotPassword(), 'Email', 'Back To Login'],
  ['new password', authPaths.resetPassword({ token: 'some' }), 'New password', 'Ask for a new link'],
] as const) {
  test(`leaving your ${what} asks, and staying keeps the typed text`, async ({ page }) => {
    await page.goto(path);
    // Text that is typed before the form's code has loaded does not cause a question.
    await hydratePage(page);
    const typed = page.getByLabel(field, { exact: true });
    await typed.fill(TYPED);
    await press(page.getByRole('main').getByRole('link', { name: link }).last());
    await expect(question(page)).toContainText(`You have not sent your ${what} yet.`);
    await press(question(page).getByRole('button', { name: 'Stay' }));
    await expect(typed).toHaveValue(TYPED);
    await typed.fill('');
    await press(page.getByRole('main').getByRole('link', { name: link }).last());
    await expect(page).not.toHaveURL(path);
    await expect(question(page)).toBeHidden();
  });
}

test('a successful log-in continues without a question', async ({ page, guard }) => {
  await logIn(page, guard);
  await expect(question(page)).toBeHidden();
  await expect(page).toHaveURL(new RegExp(guard.id));
});

test('a modal asks before typed text is lost, on Escape, a tap outside and back; the focus returns to its opener', async ({
  page,
  guard,
  job,
  awarded,
}) => {
  await awarded(guard, job);
  await logIn(page, guard);
  await page.goto(jobsPaths.allJobs());
  await press(page.getByRole('link', { name: `View More: ${job.title}` }));
  // Identified by its date, because another shift becomes the first one later.
  const first = page.getByRole('button', { name: leaveMessages.apply }).first();
  const opener = page.getByRole('button', { name: String(await first.getAttribute('aria-label')), exact: true });
  await press(opener);
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await press(opener);
  await press(dialog.getByLabel('Other'));
  const description = dialog.getByLabel('Description');
  await description.fill('My daughter is ill.');
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(4, 4),
    () => page.evaluate(() => window.history.back()),
  ]) {
    await leave();
    await press(question(page).getByRole('button', { name: 'Keep editing' }));
    await expect(question(page)).toBeHidden();
    await expect(description).toHaveValue('My daughter is ill.');
  }

  await press(dialog.getByRole('button', { name: 'Submit' }));
  await expect(dialog).toBeHidden();
  await expect(opener).toBeHidden();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main')?.tagName)).toBe('MAIN');
});

test('a message of a modal is announced, visible and pressable inside of it', async ({ page, noise }) => {
  noise.refusal(503, subscribe);
  await page.route(`**${subscribe.path}`, (route) => route.fulfill({ status: 503, json: { code: 503, message: 'Not now.', data: null } }));
  await page.goto(pagesPaths.faq());
  await press(page.getByRole('region', { name: 'Newsletter' }).getByRole('button', { name: newsletterCopy.subscribe }));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(TYPED);
  await press(dialog.getByRole('button', { name: newsletterCopy.subscribe }));
  const failure = dialog.getByRole('alert');
  await expect(failure).toBeVisible();
  await press(failure.getByRole('button', { name: 'Close message' }));
  await expect(failure).toBeHidden();
  await expect(dialog.getByLabel('Email')).toHaveValue(TYPED);
});
