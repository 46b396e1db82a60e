import type { Page } from '@playwright/test';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { expect, test } from '../support/fixtures';
import { serveMapsDouble } from '../support/googleScript';
import { startConfiguredHost } from '../support/provider';

let host: Awaited<ReturnType<typeof startConfiguredHost>>;
test.beforeAll(async () => {
  host = await startConfiguredHost({ PORTAL_MAPS_KEY: 'a-key' });
});
test.afterAll(() => host.stop());

async function logIn(page: Page, guard: { email: string; password: string }) {
  await page.goto(host.url + authPaths.login());
  await page.getByLabel('Email').fill(guard.email);
  await page.getByLabel('Password', { exact: true }).fill(guard.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Work Profile' })).toBeVisible();
}

// The page's policy, the portal's script sinks and its loader are real. Only Google's servers are doubles.
test("[WORKPROFILE-21] with a maps key, Google's script completes the address, for Canada, under the page's policy", async ({
  page,
  guardAt,
}) => {
  const lookups: unknown[] = [];
  const loaded = await serveMapsDouble(page);
  await page.route('https://places.googleapis.com/**', (route) => {
    lookups.push(route.request().postDataJSON());
    return route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: ['12 King Street West, Oshawa, ON, Canada'] });
  });
  const guard = await guardAt('work-profile');
  await logIn(page, guard);
  expect(loaded).toEqual([]);
  await page.getByRole('combobox', { name: 'Address' }).fill('12 King');
  await page.getByRole('option', { name: '12 King Street West, Oshawa, ON, Canada' }).click();
  await expect(page.getByRole('combobox', { name: 'Address' })).toHaveValue('12 King Street West');
  await expect(page.getByLabel('City')).toHaveValue('Oshawa');
  await expect(page.getByLabel('State (province)')).toHaveValue('Ontario');
  await expect(page.getByLabel('Postal code')).toHaveValue('L1H1A1');
  expect(lookups).toEqual([{ input: '12 King', includedRegionCodes: ['ca'], sessionToken: {} }]);
  expect(loaded).toEqual([expect.stringContaining('key=a-key')]);
});

test("uses the look-up of the portal when Google's script does not load", async ({ page, guardAt, noise }) => {
  noise.expected.push(/ERR_FAILED/);
  await page.route('https://maps.googleapis.com/**', (route) => route.abort());
  const guard = await guardAt('work-profile');
  await logIn(page, guard);
  await page.getByRole('combobox', { name: 'Address' }).fill('12 King St W, Osh');
  await page.getByRole('option', { name: 'Oshawa, Ontario' }).click();
  await expect(page.getByRole('combobox', { name: 'Address' })).toHaveValue('12 King St W');
});
