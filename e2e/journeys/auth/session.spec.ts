import { copy } from '@portal/contracts/_kernel/copy';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { expect, logIn, test } from '../../support/fixtures';
import { closedToApproved, expectAt, openable, pageNotFound, readsOfNothing, routesOf } from '../../support/routes';

test('[SESSION-03, SESSION-04] a logged-in page without a session says so and goes to login', async ({ page }) => {
  await page.goto(jobsPaths.search());
  await expect(page.getByText(copy.sessionMissing)).toBeVisible();
  await expect(page).toHaveURL(authPaths.login());
});

test('a session that the server ended leads to login and back to where the guard was', async ({ page, guard, noise }) => {
  noise.expected.push(/status of 401/);
  await logIn(page, guard);
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

test('[ROUTE-60] a path that nobody owns answers 404 and shows the not-found page', async ({ page, noise }) => {
  noise.expected.push(/status of 404 .*\/no\/such\/page$/);
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByText('Oops! This Page Is Not Found. The requested page does not exist.')).toBeVisible();
});

test('every registered path answers, shows a heading, keeps the chrome, and is the page that was asked for', async ({
  page,
  request,
  guard,
  noise,
}) => {
  noise.expected.push(pageNotFound);
  for (const endpoint of readsOfNothing) noise.refusal(404, endpoint);
  await logIn(page, guard);
  const home = new URL(page.url()).pathname;
  const routes = await routesOf(request);
  expect(routes).toHaveLength(59);
  for (const route of routes) {
    const path = openable(route.pattern, guard.id);
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(route.notFound ? 404 : 200);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expectAt(page, closedToApproved(route) ? home : path);
    if (route.chrome !== 'bare') await expect(page.getByRole('navigation').first(), path).toBeAttached();
  }
});
