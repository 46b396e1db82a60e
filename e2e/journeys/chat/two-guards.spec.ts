import type { Page } from '@playwright/test';
import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { writeChat } from '@portal/contracts/chat/chat.staff';
import { makeGuard, removeGuard } from '@portal/contracts/guards/guards.staff';
import { loseSignal } from '../../support/chrome';
import { test as base, expect, logIn } from '../../support/fixtures';
import { openLive } from '../../support/live';

type Colleague = { id: string; email: string; password: string };

const test = base.extend<{ colleague: { guard: Colleague; page: Page } }>({
  colleague: async ({ staff, browser, job, guard, awarded, noise }, use, info) => {
    const other = await staff.call(makeGuard, {});
    await awarded(guard, job);
    await awarded(other, job);
    const context = await browser.newContext({ baseURL: String(info.project.use.baseURL) });
    const page = await context.newPage();
    await logIn(page, other);
    await use({ guard: other, page });
    noise.end();
    await context.close();
    await staff.call(removeGuard, { guard: other.id });
  },
});

const bubble = (page: Page, text: string) => page.getByRole('log').getByRole('article').filter({ hasText: text });
const box = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
const row = (page: Page, title: string) => page.getByRole('list', { name: 'Chats' }).getByRole('link', { name: new RegExp(title) });

test('[AUTHZ-31, CHAT-21] two guards and staff chat about a job over the realtime channel: messages arrive, are marked as read, and are still there after a reload', async ({
  page,
  guard,
  job,
  staff,
  colleague,
}) => {
  await logIn(page, guard);
  const line = await openLive(page, chatPaths.rooms());
  const sent: string[] = [];
  line.on('framesent', ({ payload }) => sent.push(String(payload)));
  await row(page, job.title).click();
  await expect(page.getByRole('heading', { level: 2, name: job.title })).toBeVisible();
  await box(page).fill('Who has the keys?');
  await box(page).press('Enter');
  await expect(bubble(page, 'Who has the keys?')).toContainText(/Sent|Delivered/);
  await expect(box(page)).toHaveValue('');
  expect(new URL(line.url()).host).toBe(new URL(page.url()).host);
  expect(sent.filter((frame) => frame.includes('"sendMessage"'))).toEqual([expect.stringContaining('Who has the keys?')]);

  const other = colleague.page;
  await other.goto(chatPaths.rooms());
  await expect(row(other, job.title)).toContainText('1 unread');
  await row(other, job.title).click();
  await expect(bubble(other, 'Who has the keys?')).toBeVisible();
  await expect(bubble(page, 'Who has the keys?')).toContainText('Read');
  await box(other).fill('I do, at the desk.');
  await other.getByRole('button', { name: 'Send' }).click();
  await expect(bubble(page, 'I do, at the desk.')).toBeVisible();
  await staff.call(writeChat, { jobId: job.jobId, message: 'Well done, both.' });
  for (const one of [page, other]) await expect(bubble(one, 'Well done, both.')).toContainText('Staff');
  await expect(bubble(other, 'I do, at the desk.')).toContainText('Read');

  await page.reload();
  await expect(bubble(page, 'Who has the keys?')).toContainText('Read');
  await expect(bubble(page, 'Well done, both.')).toBeVisible();
  await page.goBack();
  await expect(row(page, job.title)).not.toContainText('unread');
});

test('messages written offline wait on the device, survive the page, and are sent in order', async ({
  page,
  context,
  guard,
  job,
  colleague,
  noise,
}) => {
  // Requests that the page makes ahead of time, after the connection is lost.
  noise.expected.push(/ERR_INTERNET_DISCONNECTED/);
  await logIn(page, guard);
  await page.goto(chatPaths.rooms());
  await row(page, job.title).click();
  await expect(page.getByText('Connected', { exact: true })).toBeAttached();
  await loseSignal(page);
  await box(page).fill('At the gate');
  await box(page).press('Enter');
  await box(page).fill('Nobody here');
  await box(page).press('Enter');
  for (const text of ['At the gate', 'Nobody here']) await expect(bubble(page, text)).toContainText('On this device, not sent yet');
  const address = page.url();
  await page.close();

  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(address);
  for (const text of ['At the gate', 'Nobody here']) await expect(bubble(again, text)).toContainText(/Sent|Delivered/);
  await colleague.page.goto(address);
  await expect(
    colleague.page
      .getByRole('log')
      .getByRole('article')
      .filter({ hasText: /At the gate|Nobody here/ }),
  ).toContainText(['At the gate', 'Nobody here']);
});
