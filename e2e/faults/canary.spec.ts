import type { Page } from '@playwright/test';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { DRAW_COOKIE } from '@portal/mf-kit/canary';
import { expect } from '../support/fixtures';
import { executingVersion } from '../support/page-report';
import { createSession } from './matrix/matrix-guard';
import type { IsolatedHost } from './matrix/test-host';
import { publishChanged, test } from './releases';

// A version is immutable, so each run has its own.
const NEXT = `1.0.1-canary.${Date.now().toString(36)}`;

/** Draws devices at the portal host until one takes part in the canary, or does not. */
async function drawThat(takesPart: boolean, { url }: IsolatedHost): Promise<string> {
  for (;;) {
    const reply = await fetch(url + jobsPaths.search());
    const isIn = (await reply.text()).includes(`/modules/mf-jobs/${NEXT}/`);
    const [draw] = reply.headers.getSetCookie().flatMap((cookie) => new RegExp(`^${DRAW_COOKIE}=(\\d+)`).exec(cookie)?.[1] ?? []);
    if (draw !== undefined && isIn === takesPart) return draw;
  }
}

test.beforeAll(({ stand }) => publishChanged(stand, 'mf-jobs', { version: NEXT }));

test('a canary runs on some devices and stays there over reloads, other devices keep the active version, and stopping it removes it from open pages', async ({
  browser,
  guard,
  stand,
  portalCommand,
}) => {
  const good = stand.good['mf-jobs'];
  await portalCommand('canary', 'mf-jobs', NEXT, '--percent', '50', '--why', 'journey');
  async function open(takesPart: boolean): Promise<Page> {
    const { cookies, origins } = await createSession(stand.url, guard);
    const draw = { name: DRAW_COOKIE, value: await drawThat(takesPart, stand), url: stand.url };
    const device = await browser.newContext({ storageState: { cookies, origins } });
    await device.addCookies([draw]);
    return device.newPage();
  }
  const [canaryPage, stablePage] = [await open(true), await open(false)];
  for (const [page, version] of [[canaryPage, NEXT] as const, [stablePage, good] as const]) {
    await page.goto(jobsPaths.search());
    for (const _reload of [1, 2]) {
      await expect(page.getByRole('link', { name: /^View More/ }).first()).toBeVisible();
      expect(await executingVersion(page, 'mf-jobs')).toBe(version);
      await page.reload();
    }
    await expect.poll(() => executingVersion(page, 'mf-jobs')).toBe(version);
    await page.evaluate(() => Object.assign(globalThis, { __sameDocument: true }));
  }

  await portalCommand('canary', 'mf-jobs', '--stop', '--reason', 'journey: not better');
  await expect.poll(() => executingVersion(canaryPage, 'mf-jobs'), { timeout: 30_000 }).toBe(good);
  await expect(canaryPage.getByRole('link', { name: /^View More/ }).first()).toBeVisible();
  expect(await executingVersion(stablePage, 'mf-jobs')).toBe(good);
  for (const page of [canaryPage, stablePage]) expect(await page.evaluate(() => '__sameDocument' in globalThis)).toBe(true);
  await canaryPage.reload();
  await expect.poll(() => executingVersion(canaryPage, 'mf-jobs')).toBe(good);
  for (const page of [canaryPage, stablePage]) await page.context().close();
});
