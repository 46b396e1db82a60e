import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { login, socialLogin } from '@portal/contracts/auth/auth.endpoints';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { device } from '@portal/contracts/auth/auth.rules';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { expect, test } from '../support/fixtures';
import { finishDialog, serveProviderDouble, startConfiguredHost } from '../support/provider';

let host: Awaited<ReturnType<typeof startConfiguredHost>>;
test.beforeAll(async () => {
  host = await startConfiguredHost();
});
test.afterAll(() => host.stop());

// The page's policy, the portal's script sinks and Firebase's library are real. Only its servers are doubles.
for (const [id, name, provider, socialType] of [
  ['LOGIN-16', 'Facebook', 'facebook', 1],
  ['LOGIN-17', 'Google', 'google', 2],
] as const) {
  test(`[${id}, LOGIN-18] the ${name} button signs in with ${name}, calls social-login and stores the session`, async ({ page, guard }) => {
    const { idToken, socialId } = await serveProviderDouble(page.context(), { email: guard.email, provider });
    let sent: unknown;
    // This API has no provider, so the session comes from the password. The reply is the same.
    await page.route(`**${fullPath(socialLogin)}`, async (route) => {
      sent = route.request().postDataJSON();
      const postData = { ...device, deviceToken: 'web', email: guard.email, password: guard.password };
      await route.fulfill({ response: await route.fetch({ url: host.url + fullPath(login), postData }) });
    });

    await page.goto(host.url + authPaths.login());
    const [dialog] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: `Continue with ${name}`, exact: true }).click(),
    ]);
    expect(await finishDialog(page, dialog)).toBe(`${provider}.com`);

    await expect(page).toHaveURL(host.url + guardsPaths.myProfile({ id: guard.id }));
    expect(sent).toEqual({ ...device, deviceToken: 'web', email: guard.email, socialId, socialType, idToken });
    const stored = await page.evaluate(() => ({ ...localStorage }));
    expect(stored).toMatchObject({ token: expect.stringMatching(/./), session: expect.stringContaining(guard.id), guardId: guard.id });
    expect(JSON.parse(stored.guardInfo ?? '')).toMatchObject({ id: guard.id, email: guard.email });
    expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).not.toContain('firebaseLocalStorageDb');
  });
}

test('[LOGIN-22] shows no message when the provider window is closed', async ({ page, guard }) => {
  await serveProviderDouble(page.context(), { email: guard.email, provider: 'google' });
  await page.goto(host.url + authPaths.login());
  const button = page.getByRole('button', { name: 'Continue with Google', exact: true });
  const [dialog] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  await dialog.close();
  // Firebase waits some seconds for a result after the window closes.
  await expect(button).toBeEnabled({ timeout: 30_000 });
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page).toHaveURL(host.url + authPaths.login());
});
