import { logOut, waitForIdleNetwork } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';

/** The page after login for each of the nine states of a guard. */
const returns = [
  ['ROUTING-02, ROUTING-11/2, THANKYOU-01', 'licence', () => '/thankYou?isLicense=full'],
  ['ROUTING-03', 'privacy', (id) => `/privacy/${id}`],
  ['ROUTING-04', 'terms', (id) => `/termsUse/${id}`],
  ['ROUTING-05', 'agreement', (id) => `/guard-agreement/${id}`],
  ['ROUTING-06', 'otp', (id) => `/guard/otp/${id}`],
  ['ROUTING-07', 'registration', (id) => `/guard/registration/${id}`],
  ['ROUTING-08', 'work-profile', (id) => `/work-profile/${id}?isShow=with_out_login`],
  ['ROUTING-09', 'done', (id) => `/guard/myprofile/${id}`],
  ['ROUTING-10', 'approval', () => '/thankYou?isLicense=full'],
] as const satisfies [string, string, (id: string) => string][];

for (const [id, step, path, heading] of [
  ['SHELL-28', 'registration', (id) => `/guard/registration/${id}`, 'Registration'],
  ['SHELL-29', 'approval', () => '/thankYou?isLicense=full', 'Thank you for registering'],
] as const satisfies [string, string, (id: string) => string, string][]) {
  test(`[${id}, SHELL-42/1, SHELL-42/2] at ${step} the browser's Back stays, and a link leads back`, async ({ page, guardAt }) => {
    const guard = await guardAt(step);
    await logIn(page, guard);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(heading);
    await page.goBack();
    await expect(page).toHaveURL(path(guard.id));
    await expect(title).toHaveText(heading);
    await page.getByRole('link', { name: 'Guard Portal' }).first().click();
    await expect(page).toHaveURL('/');
  });
}

for (const [id, step, path] of returns) {
  test(`[${id}] a guard who stops at ${step} returns to it`, async ({ page, guardAt }) => {
    const guard = await guardAt(step);
    const here = path(guard.id);
    await logIn(page, guard);
    await expect(page).toHaveURL(here);
    // Reads that are in flight when the session ends are refused, which the browser logs as errors.
    await waitForIdleNetwork(page);
    await logOut(page);
    await logIn(page, guard);
    await expect(page).toHaveURL(here);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}
