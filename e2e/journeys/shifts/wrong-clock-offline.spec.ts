import type { Page } from '@playwright/test';
import { BASE } from '@portal/contracts/_kernel/endpoint';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { arrive, currentShift, endJob } from '@portal/contracts/shifts/shifts.endpoints';
import { callAs } from '../../support/api';
import { expect, logIn, test } from '../../support/fixtures';
import { tabTo } from '../../support/keyboard';

const HOUR = 3_600_000;
const CLOSED_MS = 180_000;
const isApiCall = (url: URL) => url.pathname.startsWith(`${BASE}/`);

/** The clock of the device can be set. The running time of the page does not change with it. */
function addSettableClock(): void {
  const RealDate = Date;
  const error = () => Number(sessionStorage.getItem('test.clock') ?? 0);
  const now = () => RealDate.now() + error();
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
const setClock = (page: Page, error: number) => page.evaluate((ms) => sessionStorage.setItem('test.clock', String(ms)), error);

/** The next page begins as if the device had been closed for three more minutes, of which it proves nothing. */
function openAfterPause(): void {
  const paused = Number(sessionStorage.getItem('test.pause') ?? 0);
  sessionStorage.removeItem('test.pause');
  const record = JSON.parse(localStorage.getItem('portal.time') ?? 'null');
  if (paused > 0 && record) localStorage.setItem('portal.time', JSON.stringify({ ...record, earliest: record.earliest - paused }));
}
const pauseNext = (page: Page) => page.evaluate((ms) => sessionStorage.setItem('test.pause', String(ms)), CLOSED_MS);

test('[TRUTH-01, TRUTH-03] a start without a connection counts at its true time although the clock was set forward and back, and the record states its exactness', async ({
  page,
  context,
  baseURL,
  guard,
  postJobOfNow,
  awarded,
  noise,
}) => {
  noise.expected.push(/net::ERR_FAILED|net::ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket connection/);
  await page.addInitScript(addSettableClock);
  await page.addInitScript(openAfterPause);
  const job = await postJobOfNow();
  await awarded(guard, job);
  const [shiftId = ''] = job.shiftIds;
  await callAs(String(baseURL), guard, arrive, { jobId: job.jobId, shiftId } as never);
  await logIn(page, guard);
  await page.goto(jobsPaths.onJob());
  const start = page.getByRole('button', { name: onJobLabels.start });
  await expect(start).toBeVisible();
  // The outbox is loaded when the page is idle.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('portal.time'))).not.toBeNull();

  await context.route(isApiCall, (route) => route.abort());
  await pauseNext(page);
  await setClock(page, 5 * HOUR);
  await page.reload();
  await tabTo(page, start);
  const pressedAt = Date.now();
  await page.keyboard.press('Enter');
  const acts = page.getByRole('list', { name: 'What you did' });
  await expect(acts.getByText('On this phone, waiting to be sent')).toBeVisible();
  await setClock(page, -2 * HOUR);
  await page.reload();
  await expect(page.getByRole('button', { name: '1 waiting to be sent' })).toBeVisible();

  await context.unroute(isApiCall);
  const started = async () => (await callAs(String(baseURL), guard, currentShift, { shiftId } as never)).shift?.started ?? null;
  await expect.poll(started, { timeout: 60_000 }).not.toBeNull();
  const { at = '', withinMs } = (await started()) ?? {};
  // The lower bound is three minutes too early, so the start counts within them, and not hours later.
  expect(withinMs).toBeGreaterThanOrEqual(CLOSED_MS);
  expect(withinMs).toBeLessThan(2 * CLOSED_MS);
  expect(Math.abs(Date.parse(at) - pressedAt)).toBeLessThanOrEqual(withinMs ?? 0);

  const end = { jobId: job.jobId, shiftId, guardId: guard.id, endReasonId: '5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fe001' };
  await callAs(String(baseURL), guard, endJob, end as never);
  await page.goto(jobsPaths.onJob());
  await page.getByRole('button', { name: new RegExp(`^${onJobLabels.record}`) }).click();
  await expect(page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Shift started' })).toContainText(/within \d minutes/);
});
