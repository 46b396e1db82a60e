import { authPaths } from '@portal/contracts/auth/auth.paths';
import { expect, test } from '../support/fixtures';
import { startConfiguredHost, withPush } from '../support/provider';

let host: Awaited<ReturnType<typeof startConfiguredHost>>;
test.beforeAll(async () => {
  host = await startConfiguredHost(withPush);
});
test.afterAll(() => host.stop());

test('[SHELL-35] shows a push message that the worker passes on once on the open page', async ({ page }) => {
  await page.goto(host.url + authPaths.login());
  const toast = page.getByText('Gate watch is yours.').filter({ visible: true });
  // The page listens after it has loaded the code for push messages. A repeated message is shown once.
  await expect(async () => {
    await page.evaluate(() => {
      const data = { push: { title: 'Job awarded', body: 'Gate watch is yours.', id: 'one' } };
      navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
    });
    await expect(toast).toHaveCount(1, { timeout: 1000 });
  }).toPass({ timeout: 60_000 });
});
