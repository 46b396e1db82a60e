import type { BrowserContext, Page } from '@playwright/test';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { INSPECT_PATH } from '@portal/mf-kit/inspect';
import { findViolations } from '../support/axe';
import { touch, waitForIdleNetwork } from '../support/chrome';
import { expect, logIn } from '../support/fixtures';
import { tabTo } from '../support/keyboard';
import { executingVersion } from '../support/page-report';
import { portalCommandOn } from '../support/portal-command';
import { openIsolatedHost } from './matrix/test-host';
import { ownPortal, publishChanged, test } from './releases';

// A version is immutable, so each run has its own.
const NEXT = `1.0.1-inspect.${Date.now().toString(36)}`;
const CHORD = 'Alt+Shift+V';
const panel = (page: Page) => page.getByRole('dialog', { name: 'Why this version?' });
const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'Search Jobs' });
const section = (page: Page, name: string) => panel(page).getByRole('region', { name, exact: true });
/** The panel has read the page and the selected module. */
const isRead = async (page: Page, module = 'mf-jobs') => {
  await expect(panel(page).getByRole('tab', { name: module, selected: true })).toBeVisible();
  await expect(section(page, 'Signature and freshness')).toContainText('Valid, checked now');
};

/** Collects the paths of requests for the panel: its code and its facts, without the code that waits for the chord. */
function requestsOfPanel(context: BrowserContext): string[] {
  const seen: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/shell\/[^/]+\/inspect\./.test(pathname) || pathname === INSPECT_PATH) seen.push(pathname);
  });
  return seen;
}

test.beforeAll(({ stand }) => publishChanged(stand, 'mf-jobs', { version: NEXT, hasDeltas: true }));

test('[INSPECT-01] [INSPECT-10] the panel downloads nothing before it opens; it opens by chord and by address, and focus returns', async ({
  page,
  context,
  guard,
}) => {
  const requests = requestsOfPanel(context);
  await logIn(page, guard);
  await page.goto(jobsPaths.search());
  await expect(page.getByRole('link', { name: /^View More/ }).first()).toBeVisible();
  await page.goto(pagesPaths.home());
  await touch(page);
  await waitForIdleNetwork(page);
  await page.goto(jobsPaths.search());
  await expect(title(page)).toBeVisible();
  await waitForIdleNetwork(page);
  expect(requests).toEqual([]);

  const link = page.getByRole('link', { name: 'Job History' }).first();
  await link.focus();
  const before = await page.title();
  await page.keyboard.press(CHORD);
  await isRead(page);
  expect(requests.length).toBeGreaterThan(1);
  expect(await page.title()).toBe(before);
  await expect(panel(page).getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(link).toBeFocused();

  await page.goto(`${jobsPaths.search()}?inspect`);
  await isRead(page);
  for (const size of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(size);
    expect(await findViolations(page, `panel ${size.width}`)).toEqual([]);
    expect(await panel(page).evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(true);
    await section(page, 'Files').evaluate((element) => element.scrollIntoView());
    await expect(panel(page).getByRole('heading', { level: 2 })).toBeInViewport();
  }
});

test('[INSPECT-03] [INSPECT-04] [INSPECT-05] [INSPECT-06] the panel states the activation, files, phases and libraries of the page’s module', async ({
  page,
  guard,
  stand,
}) => {
  await logIn(page, guard);
  await page.goto(`${jobsPaths.search()}?inspect`);
  await isRead(page);
  const version = section(page, 'Version');
  await expect(version).toContainText(stand.good['mf-jobs'] ?? '');
  await expect(version).toContainText('It is the active version.');
  await expect(version).toContainText('portal/jobs');
  await expect(section(page, 'Other versions')).toContainText(`${NEXT}published, but not active`);
  await expect(section(page, 'Files')).toContainText(/remoteEntry\.js.*(Network|Browser cache)/);
  await expect(section(page, 'Load trace')).toContainText(/Download and run its entry.*\d+ ms.*Mount the screen.*\d+ ms/);
  await expect(section(page, 'Shared libraries')).toContainText(/react\^19\.\d+\.\d+19\.\d+\.\d+, from the shell/);
  await expect(section(page, 'Canary draw')).toContainText('No canary of this module runs.');
  await expect(section(page, 'Last failure')).toContainText('None in this page.');
  await panel(page).getByRole('tab', { name: 'shell' }).click();
  await expect(section(page, 'Shared libraries')).toContainText('mf-jobs ^19');
});

test('[INSPECT-04] the panel names the files that came as a difference to the earlier version', async ({ page, guard, stand }) => {
  await stand.run();
  await logIn(page, guard);
  await page.goto(jobsPaths.search());
  await expect(page.getByRole('link', { name: /^View More/ }).first()).toBeVisible();
  await stand.run('mf-jobs', NEXT);
  await page.goto(`${jobsPaths.search()}?inspect`);
  await expect(section(page, 'Version')).toContainText(NEXT);
  await expect(section(page, 'Files')).toContainText('Network, as a difference to an earlier version (dictionary)');
  await stand.run();
});

test('[INSPECT-08] the panel lists an uncaught error, and attributes the last failure', async ({ page, guard, noise }) => {
  noise.expected.push(/spoiled|404|Failed to load|integrity/i);
  await logIn(page, guard);
  const entry = /\/modules\/mf-account\/.*remoteEntry\.js/;
  await page.route(entry, (route) => route.fulfill({ status: 404, headers: { 'x-portal-refused': 'missing' }, body: '' }));
  await page.goto(jobsPaths.search());
  await expect(title(page)).toBeVisible();
  await page.evaluate(() => setTimeout(() => Promise.reject(new Error('spoiled'))));
  await page.getByRole('link', { name: 'My Jobs' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: /not responding/ })).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press(CHORD);
  await isRead(page, 'mf-account');
  await expect(panel(page).getByRole('region', { name: /^Errors of this page/ })).toContainText('Error: spoiled');
  await expect(section(page, 'Last failure')).toContainText('The version.');
  await expect(section(page, 'Version')).toContainText('each eligible version failed');
});

test('[INSPECT-09] a keyboard user runs a candidate from the panel, and returns to the active versions', async ({
  page,
  guard,
  stand,
  portalCommand,
}) => {
  await portalCommand('stage', `mf-jobs@${NEXT}`, '--force');
  await logIn(page, guard);
  await page.goto(`${jobsPaths.search()}?inspect`);
  await isRead(page);
  await tabTo(page, panel(page).getByRole('button', { name: `Run ${NEXT}` }));
  await page.keyboard.press('Enter');
  await expect(section(page, 'Version')).toContainText('The candidate of this browser names it.');
  expect(await executingVersion(page, 'mf-jobs')).toBe(NEXT);
  await expect(section(page, 'Other versions')).toContainText(`${stand.good['mf-jobs']}active`);
  await tabTo(page, panel(page).getByRole('button', { name: 'Back to the active versions' }));
  await page.keyboard.press('Enter');
  await expect(section(page, 'Version')).toContainText('It is the active version.');
  expect(await executingVersion(page, 'mf-jobs')).toBe(stand.good['mf-jobs']);
});

test('[INSPECT-02] in production the panel opens only in the browser that opened a signed link', async ({ browser, noise }) => {
  noise.expected.push(/403 \(Forbidden\) .*inspect=guess$/);
  const secret = 'a secret of twenty-four characters';
  const production = await openIsolatedHost(ownPortal(), {
    PORTAL_MODE: 'production',
    PORTAL_LOCAL_TRIAL: 'on',
    PORTAL_HOST_SECRET: secret,
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(`${production.url}${pagesPaths.faq()}?inspect`);
  await touch(page);
  await waitForIdleNetwork(page);
  await page.keyboard.press(CHORD);
  expect(requests.filter((path) => path.includes('inspect'))).toEqual([]);
  await expect(panel(page)).toHaveCount(0);
  expect((await page.goto(`${production.url}${pagesPaths.faq()}?inspect=guess`))?.status()).toBe(403);

  const text = await portalCommandOn(production.data)('inspect-link', '--by', 'ana', '--hours', '1');
  const token = /inspect=(\S+)/.exec(text)?.[1] ?? '';
  await page.goto(`${production.url}${pagesPaths.faq()}?inspect=${token}`);
  await isRead(page, 'mf-public');
  await expect(panel(page)).toContainText('Allowed by a signed link until');
  await context.close();
  await production.stop();
});
