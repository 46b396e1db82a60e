import type { Page } from '@playwright/test';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { expect, logIn, test } from '../support/fixtures';
import { executingVersion } from '../support/page-report';

/** The health reports of the page, as they are sent. */
function recordHealthReports(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/registry/sightings')) sent.push(request.postData() ?? '');
  });
  return sent;
}
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('a page reports the version and route of its screens in less than 1 kB, and nothing about its guard', async ({
  page: first,
  guard,
  job,
}) => {
  await logIn(first, guard);
  const page = await first.context().newPage();
  const sent = recordHealthReports(page);
  await page.goto(jobsPaths.jobDetail({ jobId: job.jobId, shiftId: job.shiftIds[0] }));
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  const version = await executingVersion(page, 'mf-jobs');
  const report = `["mf-jobs","${version}","${jobsPaths.jobDetail.pattern}","s"]`;
  await expect.poll(() => sent.join('\n'), { timeout: 30_000 }).toContain(report);
  for (const secret of [job.jobId, guard.id, guard.email, job.title]) expect(sent.join('\n')).not.toContain(secret);
  // The page reports its load at the latest when it is left.
  await page.goto('about:blank');
  await expect.poll(() => sent.join('\n')).toContain(`["mf-jobs","${version}",`);
  expect(Buffer.byteLength(sent.join(''))).toBeLessThanOrEqual(1000);
  const [device] = (await page.context().cookies()).filter(({ name }) => name === 'reporting-device');
  expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
});

test('does not count a lost connection against a release', async ({ page, context, guard, noise, job }) => {
  expect(job.title).toBeTruthy();
  noise.expected.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const sent = recordHealthReports(page);
  await logIn(page, guard);
  await page.goto(jobsPaths.search());
  await expect(page.getByRole('link', { name: /^View More/ }).first()).toBeVisible();
  // The browser has not noticed the loss; only files are missing.
  const files = /\/modules\/mf-communication\//;
  await page.route(files, (route) => route.abort('internetdisconnected'));
  await page.getByRole('link', { name: 'Notifications' }).first().click();
  await expect(title(page, 'This page needs a connection')).toBeVisible();
  await page.unroute(files);
  await expect(title(page, 'Notification Alerts')).toBeVisible();
  // From here the browser itself is offline, not only the module's files.
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Job History' }).first().click();
  await expect(page.getByRole('status').filter({ hasText: 'needs a connection' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(title(page, /History/)).toBeVisible();
  await expect.poll(() => sent.join('\n'), { timeout: 30_000 }).toContain('"mf-communication"');
  await page.goto('about:blank');
  expect(sent.filter((text) => /,"[ft]"/.test(text))).toEqual([]);
});
