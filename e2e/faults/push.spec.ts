import { authPaths } from '@portal/contracts/auth/auth.paths';
import { expect, test } from '../support/fixtures';
import { startConfiguredHost, withPush } from '../support/provider';

let host: Awaited<ReturnType<typeof startConfiguredHost>>;
test.beforeAll(async () => {
  host = await startConfiguredHost(withPush);
});
test.afterAll(() => host.stop());

test('[SHELL-35] what the worker passes on of a push message is told on the open page, once', async ({ page }) => {
  await page.goto(host.url + authPaths.login());
  const told = page.getByText('Gate watch is yours.').filter({ visible: true });
  // The page listens as soon as it has the code of push messages; one message is told once, however often it comes.
  await expect(async () => {
    await page.evaluate(() => {
      const data = { push: { title: 'Job awarded', body: 'Gate watch is yours.', id: 'one' } };
      navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
    });
    await expect(told).toHaveCount(1, { timeout: 1000 });
  }).toPass({ timeout: 60_000 });
});
