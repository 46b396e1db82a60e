import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { writeChat } from '@portal/contracts/chat/chat.staff';
import { expect, logIn, test } from '../support/fixtures';
import { openRefusingProxy } from '../support/refusingProxy';

test('a guard behind a proxy that refuses WebSockets reads and sends messages over HTTP', async ({
  browser,
  guard,
  job,
  awarded,
  staff,
  noise,
}, info) => {
  noise.expected.push(/WebSocket connection to/);
  await awarded(guard, job);
  const proxy = await openRefusingProxy();
  const context = await browser.newContext({ baseURL: String(info.project.use.baseURL), proxy: { server: proxy.url } });
  const page = await context.newPage();
  await logIn(page, guard);
  await page.goto(chatPaths.rooms());
  await page
    .getByRole('list', { name: 'Chats' })
    .getByRole('link', { name: new RegExp(job.title) })
    .click();
  const bubble = (text: string) => page.getByRole('log').getByRole('article').filter({ hasText: text });
  const box = page.getByRole('textbox', { name: /^Message to/ });
  await box.fill('Which gate is mine?');
  await box.press('Enter');
  await expect(bubble('Which gate is mine?')).toContainText(/Sent|Delivered/, { timeout: 30_000 });
  await expect(page.getByText('Connected', { exact: true })).toBeAttached();
  await staff.call(writeChat, { jobId: job.jobId, message: 'The north gate.' });
  await expect(bubble('The north gate.')).toBeVisible({ timeout: 30_000 });
  expect(proxy.refused.length).toBeGreaterThan(0);
  noise.end();
  await context.close();
  proxy.close();
});
