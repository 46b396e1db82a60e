import type { Page } from '@playwright/test';
import { enquiriesPaths } from '@portal/contracts/enquiries/enquiries.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { leaveMessages } from '@portal/contracts/leave/leave.rules';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { ratingsPaths } from '@portal/contracts/ratings/ratings.paths';
import { hydratePage } from '../support/chrome';
import { expect, logIn } from '../support/fixtures';
import { executingVersion, readFailures } from '../support/page-report';
import { makeThrow, publishChanged, test } from './releases';

const run = Date.now().toString(36);
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const sheetsOf = (page: Page, version: string) => page.locator(`link[rel="stylesheet"][href*="/mf-jobs/${version}/"]`).count();

const first = `1.0.1-throws.${run}`;
const second = `1.0.2-throws.${run}`;
const moves = `1.0.1-moves.${run}`;
const moving = { from: pagesPaths.faq.pattern, there: ratingsPaths.sample.pattern };

test.beforeAll(async ({ stand }) => {
  const { from, there } = moving;
  for (const version of [first, second]) await publishChanged(stand, 'mf-jobs', { version, script: makeThrow('JobDetailScreen') });
  await publishChanged(stand, 'mf-public', {
    version: moves,
    manifest: ({ routes }) => {
      delete routes[from];
    },
  });
  await publishChanged(stand, 'mf-account', {
    version: moves,
    isTight: true,
    script: (text) => text.replaceAll(`"${there}"`, `"${from}"`),
    manifest: ({ routes, preload }) => {
      routes[from] = { access: 'public', chrome: 'public', title: 'FAQ', built: false };
      preload[from] = preload[there] ?? [];
      delete routes[there];
      delete preload[there];
    },
  });
});

test.describe('a release of mf-jobs whose detail screen throws', () => {
  // The second test falls back to the version that the first one activated.
  test.describe.configure({ mode: 'serial' });
  test.afterAll(({ portalCommand }) => portalCommand('rollback', 'mf-jobs', '--reason', 'journey: a screen throws'));

  test.beforeEach(({ noise }) => {
    noise.expected.push(/spoiled/);
  });

  test('falls back to the last good version, which keeps its styles and its other screens when input is sent or cleared', async ({
    page,
    guard,
    job,
    awarded,
    portalCommand,
  }) => {
    await awarded(guard, job);
    await logIn(page, guard);
    await page.goto(jobsPaths.search());
    await expect(title(page, 'Search Jobs')).toBeVisible();
    const good = (await executingVersion(page, 'mf-jobs')) ?? '';
    await portalCommand('activate', 'mf-jobs', first, '--why', 'journey');

    await page.goto(jobsPaths.jobDetail({ jobId: job.jobId, shiftId: job.shiftIds[0] }));
    const leave = page.getByRole('button', { name: new RegExp(leaveMessages.apply) }).first();
    await expect(leave).toBeVisible();
    await expect.poll(() => readFailures(page)).toEqual([`screen failed mf-jobs ${first}`, `failed mf-jobs ${first}`]);
    const sheets = await sheetsOf(page, good);
    expect(sheets).toBeGreaterThan(0);

    await leave.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Other').check();
    await dialog.getByLabel(/Description/).fill('My daughter is ill.');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(dialog).toBeHidden();
    expect(await executingVersion(page, 'mf-jobs')).toBe(good);
    expect(await sheetsOf(page, good)).toBe(sheets);
    await page.getByRole('link', { name: 'All Jobs' }).first().click();
    await expect(title(page, /All Jobs/)).toBeVisible();
    expect(await executingVersion(page, 'mf-jobs')).toBe(good);
  });

  test('shows the error card when the last good version throws, too: other screens work, and neither release is blamed', async ({
    page,
    guard,
    job,
    portalCommand,
  }) => {
    await portalCommand('activate', 'mf-jobs', second, '--why', 'journey');
    await logIn(page, guard);
    await page.goto(jobsPaths.jobDetail({ jobId: job.jobId, shiftId: job.shiftIds[0] }));
    await expect(title(page, 'This page is not working right now')).toBeVisible();
    await expect(page.getByRole('main').getByRole('button', { name: 'Retry' })).toBeVisible();
    await page.getByRole('link', { name: 'Job History' }).first().click();
    await expect(title(page, /History/)).toBeVisible();
    expect(await readFailures(page)).toEqual([`screen failed mf-jobs ${second}`, `screen failed mf-jobs ${first}`]);
    await portalCommand('rollback', 'mf-jobs', '--reason', 'journey: both throw');
  });
});

test('shows the new owner on the open page when a revision moves its path to another module', async ({ page, portalCommand }) => {
  await page.goto(pagesPaths.faq());
  await hydratePage(page);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  expect(await executingVersion(page, 'mf-public')).toBeTruthy();
  await page.evaluate(() => Object.assign(globalThis, { __sameDocument: true }));

  await portalCommand('activate', `mf-public@${moves}`, `mf-account@${moves}`, '--why', 'journey: a path moves');
  await expect.poll(() => executingVersion(page, 'mf-account'), { timeout: 30_000 }).toBe(moves);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  expect(await executingVersion(page, 'mf-public')).toBeUndefined();
  expect(await page.evaluate(() => '__sameDocument' in globalThis)).toBe(true);
  await page.goto(enquiriesPaths.training());
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
});
