import type { Page } from '@playwright/test';
import { BASE } from '@portal/contracts/_kernel/endpoint';
import { makeGuard, removeGuard } from '@portal/contracts/guards/guards.staff';
import { handoverMessages } from '@portal/contracts/handovers/handovers.rules';
import { listHandovers } from '@portal/contracts/handovers/handovers.staff';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { loseSignal, press } from '../../support/chrome';
import { test as base, expect, logIn, type TestGuard } from '../../support/fixtures';
import { tabTo } from '../../support/keyboard';

const isApiCall = (url: URL) => url.pathname.startsWith(`${BASE}/`);
const text = 'The side gate sticks.';

const test = base.extend<{ next: { guard: TestGuard; page: Page } }>({
  next: async ({ staff, browser, noise }, use, info) => {
    const guard = await staff.call(makeGuard, {});
    const context = await browser.newContext({ baseURL: String(info.project.use.baseURL) });
    await use({ guard, page: await context.newPage() });
    noise.end();
    await context.close();
    await staff.call(removeGuard, { guard: guard.id });
  },
});

test('a guard records a handover note offline, and the next guard plays and reads it before the start', async ({
  page,
  context,
  guard,
  next,
  postJobOfNow,
  awarded,
  staff,
  noise,
}) => {
  noise.expected.push(/net::ERR_FAILED|net::ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket connection/);
  const job = await postJobOfNow();
  await awarded(guard, job);
  await awarded(next.guard, job);

  await test.step('the note is written and spoken without a connection', async () => {
    await logIn(page, guard);
    await page.goto(jobsPaths.onJob());
    await press(page.getByRole('button', { name: onJobLabels.arrived }));
    await press(page.getByRole('button', { name: onJobLabels.start, exact: true }));
    await expect(page.getByRole('button', { name: handoverMessages.leave })).toBeVisible();
    await loseSignal(page);
    await press(page.getByRole('button', { name: handoverMessages.leave }));
    const dialog = page.getByRole('dialog', { name: handoverMessages.own });
    await dialog.getByLabel(handoverMessages.text).fill(text);
    await press(dialog.getByRole('button', { name: 'Record', exact: true }));
    await expect(dialog.getByText(/^0:02 of 0:30/)).toBeVisible();
    await press(dialog.getByRole('button', { name: 'Stop' }));
    await press(dialog.getByRole('button', { name: handoverMessages.save }));
    const own = page.getByRole('list', { name: handoverMessages.own });
    await expect(own).toContainText('On this phone, waiting to be sent');
    await context.setOffline(false);
    await expect(own).toContainText('Sent', { timeout: 60_000 });
    await page.reload();
    await expect(page.getByRole('button', { name: handoverMessages.change })).toBeVisible();
  });

  const [other, notes] = [next.page, next.page.getByRole('region', { name: onJobLabels.handover })];
  await test.step('the next guard plays it before the start', async () => {
    await logIn(other, next.guard);
    await other.goto(jobsPaths.onJob());
    await expect(notes.getByText(text)).toBeVisible();
    await expect(other.getByRole('button', { name: onJobLabels.arrived })).toBeVisible();
    const player = notes.locator('audio');
    await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(1);
  });

  await test.step('and marks it as read without a connection, by keyboard', async () => {
    await other.reload();
    await expect(notes.getByText(text)).toBeVisible();
    await next.page.context().route(isApiCall, (route) => route.abort());
    await other.reload();
    await tabTo(other, notes.getByRole('button', { name: handoverMessages.readOne }));
    await other.keyboard.press('Enter');
    await expect(notes).toBeHidden();
    await expect(other.getByRole('button', { name: handoverMessages.earlier })).toBeVisible();
  });

  await test.step('with it again, the server has the time', async () => {
    await next.page.context().unroute(isApiCall);
    const readers = async () => (await staff.call(listHandovers, { jobId: job.jobId }))[0]?.readBy.map((reader) => reader.guard);
    await expect.poll(readers, { timeout: 60_000 }).toEqual([next.guard.id]);
    await other.reload();
    await press(other.getByRole('button', { name: handoverMessages.earlier }));
    await expect(other.getByText(text)).toBeVisible();
  });
});
