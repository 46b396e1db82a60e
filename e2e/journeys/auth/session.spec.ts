import type { Page } from '@playwright/test';
import { copy } from '@portal/contracts/_kernel/copy';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { expect, logIn, logInByScreen, test } from '../../support/fixtures';

test('[SESSION-03, SESSION-04] a logged-in page without a session shows a message and goes to login', async ({ page }) => {
  await page.goto(jobsPaths.search());
  await expect(page.getByText(copy.sessionMissing)).toBeVisible();
  await expect(page).toHaveURL(authPaths.login());
});

for (const [place, forget] of [
  ['the cookie', (page: Page) => page.evaluate(() => localStorage.clear())],
  ['local storage', (page: Page) => page.context().clearCookies()],
] as const) {
  test(`[SESSION-02] accepts a session from ${place} alone`, async ({ page, guard }) => {
    await logIn(page, guard);
    await forget(page);
    await page.goto(jobsPaths.search());
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search Jobs');
    await expect(page.getByText(copy.sessionMissing)).toHaveCount(0);
  });
}

test("a session that the server ended leads to login and back to the guard's page", async ({ page, guard, noise }) => {
  noise.expected.push(/status of 401/);
  await logInByScreen(page, guard);
  await page.goto(jobsPaths.history());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Job History');
  await page.evaluate(() => {
    localStorage.setItem('token', 'not-a-token');
    // biome-ignore lint/suspicious/noDocumentCookie: the test breaks the session in both stores
    document.cookie = 'token=not-a-token; path=/';
  });
  await page.goto(jobsPaths.history());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in');
  await page.getByLabel('Email').fill(guard.email);
  await page.getByLabel('Password', { exact: true }).fill(guard.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(jobsPaths.history());
});

test('[ROUTE-60] a path without an owner answers 404 and shows the not-found page', async ({ page, noise }) => {
  noise.expected.push(/status of 404 .*\/no\/such\/page$/);
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByText('Oops! This Page Is Not Found. The requested page does not exist.')).toBeVisible();
});
