import { BASE } from '@portal/contracts/_kernel/endpoint';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { startJob } from '@portal/contracts/shifts/shifts.endpoints';
import { welfareMessages } from '@portal/contracts/welfare/welfare.rules';
import { listWelfareChecks, setWelfareCheck } from '@portal/contracts/welfare/welfare.staff';
import { callAs } from '../../support/api';
import { expect, logIn, test } from '../../support/fixtures';
import { tabTo } from '../../support/keyboard';

const MINUTE = 60_000;
const isApiCall = (url: URL) => url.pathname.startsWith(`${BASE}/`);

test('an ask arrives on the open page, and an answer by keyboard without a connection reaches staff with its time', async ({
  page,
  context,
  baseURL,
  guard,
  postJobOfNow,
  awarded,
  staff,
  noise,
}) => {
  noise.expected.push(/net::ERR_FAILED|net::ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket connection/);
  const job = await postJobOfNow();
  await awarded(guard, job);
  await staff.call(setWelfareCheck, { jobId: job.jobId, everyMinutes: 15, graceMinutes: 15 });
  const listed = async () => (await staff.call(listWelfareChecks, {})).find(({ jobTitle }) => jobTitle === job.title) ?? null;
  await logIn(page, guard);
  await page.goto(jobsPaths.onJob());
  await expect(page.getByText(welfareMessages.about(15))).toBeVisible();

  // A start that arrives 16 minutes late, so that the check is due.
  const at = new Date(Date.now() - 16 * MINUTE).toISOString();
  await callAs(String(baseURL), guard, startJob, { jobId: job.jobId, shiftId: job.shiftIds[0] ?? '', at } as never);
  await expect(page.getByRole('heading', { name: welfareMessages.askTitle })).toBeVisible();
  await expect.poll(async () => (await listed())?.state).toBe('asked');
  await expect(page.getByText(/we alert dispatch/)).toBeVisible();

  const answer = page.getByRole('button', { name: welfareMessages.answer });
  await test.step('without a connection, and by keyboard', async () => {
    await context.route(isApiCall, (route) => route.abort());
    await tabTo(page, answer);
    await page.keyboard.press('Enter');
    await expect(page.getByText(welfareMessages.kept)).toBeVisible();
    await expect(answer).toHaveCount(0);
    await page.reload();
    await expect(page.getByText(welfareMessages.kept)).toBeVisible();
  });

  await test.step('with it again', async () => {
    await context.unroute(isApiCall);
    await expect.poll(async () => (await listed())?.answeredAt ?? null, { timeout: 60_000 }).not.toBeNull();
    expect(await listed()).toMatchObject({ state: 'waiting', escalatedAt: null });
    await page.reload();
    await expect(page.getByText(/Next welfare check/)).toBeVisible();
    await expect(page.getByText(welfareMessages.kept)).toHaveCount(0);
  });
});
