import { test as base, expect } from '@playwright/test';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { BRAND, barColours } from '@portal/mf-kit/pageLayout';

/** A page with a browser profile. Tests otherwise get a private window, where nothing can be installed. */
const test = base.extend({
  page: async ({ playwright, baseURL, viewport, launchOptions }, use) => {
    const context = await playwright.chromium.launchPersistentContext('', { ...launchOptions, ...(baseURL && { baseURL }), viewport });
    await use(context.pages()[0] ?? (await context.newPage()));
    await context.close();
  },
});

test('the portal can be installed as an app, from a public page and from the login', async ({ page }) => {
  const browser = await page.context().newCDPSession(page);
  for (const path of [pagesPaths.home(), authPaths.login()]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const { data, errors } = await browser.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? '')).toMatchObject({ name: BRAND, display: 'standalone', theme_color: barColours.light });
    expect(await browser.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] });
  }
});

test('the installed portal starts on a page where a visitor can log in', async ({ page, request }) => {
  const { start_url: start } = await (await request.get('/manifest.webmanifest')).json();
  await page.goto(start);
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
});
