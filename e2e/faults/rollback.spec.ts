import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { leaveMessages } from '@portal/contracts/leave/leave.rules';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { findViolations } from '../support/axe';
import { hydratePage } from '../support/chrome';
import { expect, logIn } from '../support/fixtures';
import { executingVersion } from '../support/page-report';
import { publishChanged, test } from './releases';

// A version is immutable, so each run has its own.
const NEXT = `1.0.1-next.${Date.now().toString(36)}`;

const revisionOf = (page: Page): Promise<number | undefined> =>
  page.evaluate(() => (globalThis as { __portal?: { revision: number } }).__portal?.revision);

/** Opens `/_ops` with its token. Outside of production the token is in the portal's folder, `data`. */
async function openOperations(page: Page, name: string, data: string): Promise<void> {
  await page.goto('/_ops');
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Token').fill(readFileSync(join(data, 'delivery/keys/ops-token'), 'utf8'));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Modules' })).toBeVisible();
}

/** Rolls a module back to its last good version through the form. */
async function rollBackInBrowser(page: Page, module: string, reason: string): Promise<void> {
  const card = page.getByRole('article', { name: new RegExp(`^${module} `) });
  await card.getByText('Roll back', { exact: true }).click();
  await card.getByLabel('Reason').fill(reason);
  await card.getByRole('button', { name: `Roll ${module} back` }).click();
  await expect(page.getByRole('status')).toContainText(`rollback ${module}`);
}

/** Marks the document; a reload would lose the mark. */
const mark = (page: Page) => page.evaluate(() => Object.assign(globalThis, { __sameDocument: true }));
const isSameDocument = (page: Page) => page.evaluate(() => '__sameDocument' in globalThis);

const countBareFrames = (page: Page) =>
  page.evaluate(() => {
    const counted = Object.assign(globalThis, { __bareFrames: 0 });
    const countFrame = () => {
      if (![...document.querySelectorAll('main h1')].some((heading) => heading.checkVisibility())) counted.__bareFrames++;
      requestAnimationFrame(countFrame);
    };
    requestAnimationFrame(countFrame);
  });
const bareFrames = (page: Page) => page.evaluate(() => (globalThis as { __bareFrames?: number }).__bareFrames);

test.beforeAll(({ stand }) => publishChanged(stand, 'mf-jobs', { version: NEXT }));

test('shows a new version of mf-jobs on an open page and rolls it back, while another module stays open', async ({
  page,
  guard,
  context,
  stand,
  portalCommand,
}) => {
  await logIn(page, guard);
  await page.goto(jobsPaths.search());
  await expect(page.getByRole('heading', { level: 1, name: 'Search Jobs' })).toBeVisible();
  const alerts = await context.newPage();
  await alerts.goto(notificationsPaths.list());
  await expect(alerts.getByRole('heading', { level: 1 })).toBeVisible();
  const before = await executingVersion(page, 'mf-jobs');
  expect(before).toBeTruthy();
  await mark(page);
  await mark(alerts);
  await countBareFrames(page);

  await portalCommand('activate', 'mf-jobs', NEXT, '--why', 'journey');
  await expect.poll(() => executingVersion(page, 'mf-jobs'), { timeout: 30_000 }).toBe(NEXT);
  await expect(page.getByRole('heading', { level: 1, name: 'Search Jobs' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^View More/ }).first()).toBeVisible();

  const operations = await context.newPage();
  await openOperations(operations, 'Ana', stand.data);
  expect(await findViolations(operations, '/_ops')).toEqual([]);
  await rollBackInBrowser(operations, 'mf-jobs', 'journey: blank list');
  await expect.poll(() => executingVersion(page, 'mf-jobs'), { timeout: 30_000 }).toBe(before);
  await expect(page.getByRole('link', { name: /^View More/ }).first()).toBeVisible();
  expect(await bareFrames(page)).toBe(0);
  expect(await isSameDocument(page)).toBe(true);
  expect(await isSameDocument(alerts)).toBe(true);
  await expect(alerts.getByRole('heading', { level: 1 })).toBeVisible();

  const fresh = await context.newPage();
  await fresh.goto(jobsPaths.search());
  await expect(fresh.getByRole('heading', { level: 1, name: 'Search Jobs' })).toBeVisible();
  expect(await executingVersion(fresh, 'mf-jobs')).toBe(before);
});

test('a new version of an open page restores the reading position: the scroll offset of the box and the focus', async ({
  page,
  stand,
  portalCommand,
}) => {
  await publishChanged(stand, 'mf-public', { version: NEXT });
  await page.setViewportSize({ width: 360, height: 480 });
  await page.goto(pagesPaths.contract());
  await hydratePage(page);
  const box = page.getByRole('region', { name: 'Contract agreement' });
  await box.focus();
  await box.evaluate((element) => element.scrollTo(0, 150));
  const old = await box.elementHandle();

  await portalCommand('activate', 'mf-public', NEXT, '--why', 'journey');
  await expect.poll(() => executingVersion(page, 'mf-public'), { timeout: 30_000 }).toBe(NEXT);
  await expect(box).toBeFocused();
  expect(await old?.evaluate((element) => element.isConnected)).toBe(false);
  await expect.poll(() => box.evaluate((element) => element.scrollTop)).toBe(150);
  await portalCommand('rollback', 'mf-public', '--reason', 'journey: read');
});

test('shows an announcement of ops on an open page and on one without JavaScript, until it ends', async ({
  page,
  guard,
  browser,
  portalCommand,
}) => {
  const words = 'The portal is away from 02:00 to 02:30.';
  await logIn(page, guard);
  await page.goto(jobsPaths.search());
  const region = page.getByRole('region', { name: 'Announcement' });
  await expect(page.getByRole('heading', { level: 1, name: 'Search Jobs' })).toBeVisible();
  await expect(region).toHaveCount(0);
  await portalCommand('announce', words, '--hours', '1');
  await expect(region).toContainText(words, { timeout: 30_000 });
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const home = await plain.newPage();
  await home.goto('/');
  await expect(home.getByRole('region', { name: 'Announcement' })).toContainText(words);
  await portalCommand('announce', '--stop');
  await expect(region).toHaveCount(0, { timeout: 30_000 });
  await plain.close();
});

test('keeps unsaved input: the module is replaced after the guard has left the field', async ({
  page,
  guard,
  job,
  awarded,
  context,
  portalCommand,
}) => {
  await awarded(guard, job);
  await logIn(page, guard);
  await page.goto(jobsPaths.jobDetail({ jobId: job.jobId, shiftId: job.shiftIds[0] }));
  await page
    .getByRole('button', { name: new RegExp(leaveMessages.apply) })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel('Other').check();
  const description = page.getByRole('dialog').getByLabel(/Description/);
  await description.fill('My daughter is ill.');
  const before = await executingVersion(page, 'mf-jobs');
  const otherPage = await context.newPage();
  await otherPage.goto(jobsPaths.search());
  await expect.poll(() => executingVersion(otherPage, 'mf-jobs')).toBe(before);

  // The first test rolled this version back, so `--force` is needed and recorded.
  const output = await portalCommand('activate', 'mf-jobs', NEXT, '--why', 'journey', '--force');
  const revision = Number(/revision (\d+) is live/.exec(output)?.[1]);
  await expect.poll(() => revisionOf(page), { timeout: 30_000 }).toBe(revision);
  // By then this page would also have been replaced.
  await expect.poll(() => executingVersion(otherPage, 'mf-jobs'), { timeout: 30_000 }).toBe(NEXT);
  await expect(otherPage.getByRole('link', { name: /^View More/ }).first()).toBeVisible();
  await description.press('End');
  await description.pressSequentially(' Since noon.');
  await expect(description).toHaveValue('My daughter is ill. Since noon.');
  expect(await executingVersion(page, 'mf-jobs')).toBe(before);

  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect.poll(() => executingVersion(page, 'mf-jobs'), { timeout: 30_000 }).toBe(NEXT);
  await portalCommand('rollback', 'mf-jobs', '--reason', 'journey');
  await expect.poll(() => executingVersion(page, 'mf-jobs'), { timeout: 30_000 }).toBe(before);
});
