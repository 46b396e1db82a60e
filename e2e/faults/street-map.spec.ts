import type { Page, Route } from '@playwright/test';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { expect, logIn, test } from '../support/fixtures';
import { runScript, serveMapsDouble } from '../support/googleScript';
import { startConfiguredHost } from '../support/provider';

let host: Awaited<ReturnType<typeof startConfiguredHost>>;
test.beforeAll(async () => {
  host = await startConfiguredHost({ PORTAL_MAPS_KEY: 'a-key' });
});
test.afterAll(() => host.stop());

/** All files of Google's map: its script, the loader, and the package that draws it. */
const ofGoogle = /googleapis|gstatic|street-map|\/shell\/[^/]+\/maps\./;
function requests(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  return urls;
}

async function logInAt(page: Page, url: string, guard: { email: string; password: string }) {
  await page.goto(url + authPaths.login());
  await page.getByLabel('Email').fill(guard.email);
  await page.getByLabel('Password', { exact: true }).fill(guard.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).not.toHaveURL(/\/guard\/login/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

const streets = (page: Page) => page.getByRole('region', { name: /^Street map of/ });
const ownMap = (page: Page) => page.getByRole('group', { name: /^Map\./ });

test('fetches nothing of Google without a key, no page preloads it, and our own map is shown', async ({ page, guard, job }) => {
  const urls = requests(page);
  await logIn(page, guard);
  await page.goto(jobsPaths.search({ searchBy: job.title, view: 'map' }));
  await expect(ownMap(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Street map' })).toHaveCount(0);
  await page.getByRole('link', { name: `View More: ${job.title}` }).click();
  await expect(page.getByRole('img', { name: /^Map of/ })).toBeVisible();
  expect(urls.filter((url) => ofGoogle.test(url))).toEqual([]);

  const manifests = [...new Set(urls.flatMap((url) => /^.*\/modules\/[^/]+\/[^/]+\//.exec(url) ?? []))].map(
    (folder) => `${folder}module.json`,
  );
  expect(manifests.length).toBeGreaterThan(1);
  for (const manifest of manifests) {
    const { preload } = (await (await page.request.get(manifest)).json()) as { preload: Record<string, string[]> };
    expect(
      Object.values(preload)
        .flat()
        .filter((file) => /street-map|^maps\./.test(file)),
      manifest,
    ).toEqual([]);
  }
});

// The page's policy, the portal's script sinks, its loader and the package are real. Only Google's servers are doubles.
test('with a key, shows jobs on the street map on request, also after a failed load, until Google refuses the key', async ({
  page,
  guard,
  job,
  noise,
}) => {
  noise.expected.push(/ERR_FAILED/);
  const answer = { with: (route: Route) => route.abort() };
  const scriptRequests = await serveMapsDouble(page, answer);
  const urls = requests(page);
  await logInAt(page, host.url, guard);
  await page.goto(host.url + jobsPaths.search({ searchBy: job.title, view: 'map' }));
  await expect(ownMap(page)).toBeVisible();
  expect(urls.filter((url) => ofGoogle.test(url))).toEqual([]);

  await page.getByRole('button', { name: 'Street map' }).click();
  await expect(page.getByText('The street map did not load. This is our own map.')).toBeVisible();
  await expect(ownMap(page)).toBeVisible();
  answer.with = runScript;
  await page.getByRole('button', { name: 'Try the street map again' }).click();
  await streets(page)
    .getByRole('button', { name: new RegExp(`^${job.title}`) })
    .click();
  await expect(page.getByRole('region', { name: 'Map of the jobs found' }).getByRole('link', { name: job.title })).toBeVisible();
  expect(scriptRequests).toHaveLength(2);

  await test.step('another screen uses the same script', async () => {
    await page.getByRole('region', { name: 'Map of the jobs found' }).getByRole('link', { name: job.title }).click();
    // The previous screen also has such a button.
    await expect(page.getByRole('heading', { level: 1, name: job.title })).toBeVisible();
    await page.getByRole('button', { name: 'Street map' }).click();
    await expect(streets(page)).toBeVisible();
    expect(scriptRequests).toHaveLength(2);
  });

  await page.evaluate(() => (globalThis as unknown as { gm_authFailure(): void }).gm_authFailure());
  await expect(page.getByText('The street map is not available here at the moment. This is our own map.')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Map of/ })).toBeVisible();
  await expect(streets(page)).toHaveCount(0);
});
