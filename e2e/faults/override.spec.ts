import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import { answers, type Child, start } from '../../tools/dev-portal/child-process.mjs';
import { freePort } from '../../tools/dev-portal/preconditions.mjs';
import { expect, logIn, test } from '../support/fixtures';
import { executingVersion } from '../support/page-report';

const OWN = '9.9.9';
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const badge = (page: Page) => page.getByRole('complementary', { name: 'Override' });

/** A squad's own build on its own machine, as `npm run serve -w mf-jobs` serves it. */
let server: { child: Child; url: string; folder: string };

test.beforeAll(async () => {
  test.setTimeout(180_000);
  const folder = temporaryFolder('served');
  const port = await freePort();
  const args = ['mf-jobs', '--port', String(port), '--version', OWN, '--out', join(folder, 'dist')];
  const child = start('module server', ['shared/webpack/bin/portal-serve.mjs', ...args], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: process.env,
    logFile: join(folder, 'log'),
  });
  const url = `http://localhost:${port}`;
  await answers(child, `${url}/module.json`, 150_000);
  server = { child, url, folder };
});
test.afterAll(async () => {
  await server.child.stop();
  dropFolder(server.folder);
});

test('a module that a squad serves runs in the browser with the override, is marked, is not counted, and ends by its button', async ({
  page,
  context,
  guard,
  noise,
}) => {
  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/registry/sightings')) reports.push(request.postData() ?? '');
  });
  await logIn(page, guard);
  await page.goto(jobsPaths.search());
  await expect(title(page, 'Search Jobs')).toBeVisible();
  const published = await executingVersion(page, 'mf-jobs');
  expect(published).not.toBe(OWN);
  const other = await context.newPage();
  await other.goto(jobsPaths.search());
  await expect(title(other, 'Search Jobs')).toBeVisible();
  await page.goto('about:blank');
  reports.length = 0;

  const reply = await page.goto(`${jobsPaths.search()}?module=mf-jobs@${server.url}/`);
  expect(reply?.headers()['content-security-policy']).toContain(server.url);
  await expect(title(page, 'Search Jobs')).toBeVisible();
  expect(await executingVersion(page, 'mf-jobs')).toBe(OWN);
  await expect(badge(page)).toContainText(`mf-jobs from ${server.url}/`);
  await test.step('loads its other screens from the same server', async () => {
    const chunk = page.waitForRequest((request) => request.url().startsWith(`${server.url}/job-history.`));
    await page.getByRole('link', { name: 'Job History' }).first().click();
    await chunk;
    await expect(title(page, 'Job History')).toBeVisible();
    await expect(badge(page)).toBeVisible();
  });
  await test.step('remains on the next page of this browser until its button is pressed', async () => {
    await page.goto(jobsPaths.search());
    await expect(badge(page)).toBeVisible();
    // The badge names the next version shortly before it runs.
    await expect(title(page, 'Search Jobs')).toBeVisible();
    expect(await executingVersion(page, 'mf-jobs')).toBe(OWN);
  });
  await test.step('does not change another tab, or the policy of another browser', async () => {
    expect(await executingVersion(other, 'mf-jobs')).toBe(published);
    await expect(badge(other)).toHaveCount(0);
    const stranger = await fetch(new URL(jobsPaths.search(), page.url()));
    expect(stranger.headers.get('content-security-policy')).not.toContain(server.url);
  });
  await test.step('runs the published version when the server has stopped, and the badge explains the next step', async () => {
    noise.expected.push(/ERR_CONNECTION_REFUSED/);
    await server.child.stop();
    await page.goto(jobsPaths.search());
    await expect(badge(page)).toContainText(/^mf-jobs runs as published\. .* does not answer.*npm run serve -w mf-jobs/);
    await expect(title(page, 'Search Jobs')).toBeVisible();
    expect(await executingVersion(page, 'mf-jobs')).toBe(published);
  });
  await page.goto('about:blank');
  expect(reports).toEqual([]);
  await page.goBack();
  await badge(page).getByRole('button', { name: 'End override' }).click();
  await expect(title(page, 'Search Jobs')).toBeVisible();
  await expect(badge(page)).toHaveCount(0);
  const after = await page.goto(jobsPaths.search());
  expect(after?.headers()['content-security-policy']).not.toContain(server.url);
  await expect(title(page, 'Search Jobs')).toBeVisible();
});

test.describe('on a phone with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('does not replace an override by a cached file, and caches nothing of it', async ({ page, guard, noise }) => {
    noise.expected.push(/ERR_CONNECTION_REFUSED/);
    const hasCachedPage = () =>
      page.evaluate(
        async () => (await caches.has('portal-page')) && (await (await caches.open('portal-page')).match('/kept-page')) !== undefined,
      );
    const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    await logIn(page, guard);
    await page.goto(jobsPaths.search());
    await expect.poll(hasCachedPage, { timeout: 30_000 }).toBe(true);
    expect(await workers()).toBe(1);

    await page.goto(`${jobsPaths.search()}?module=mf-jobs@${server.url}/`);
    await expect(badge(page)).toBeVisible();
    expect(await workers()).toBe(0);
    await page.reload();
    await expect(badge(page)).toBeVisible();
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBe(null);

    await badge(page).getByRole('button', { name: 'End override' }).click();
    await expect(badge(page)).toHaveCount(0);
    // The page may be reloading. A question to the old page is repeated.
    await expect(async () => expect(await workers()).toBe(1)).toPass({ timeout: 30_000 });
  });
});
