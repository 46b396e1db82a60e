import { authPaths } from '@portal/contracts/auth/auth.paths';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { expect, test } from '../../support/fixtures';
import { layoutShiftsOf, recordShifts } from '../../support/layoutShift';

const FONT = /\/modules\/shell\/[^/]+\/public-sans-latin-wght-normal\.\w{8}\.woff2$/;

for (const path of [pagesPaths.home(), pagesPaths.privacy(), pagesPaths.sector({ type: 'bank' }), authPaths.login()]) {
  test(`${path} preloads Public Sans from the shell, immutable and by its hash`, async ({ page }) => {
    const answer = page.waitForResponse((response) => FONT.test(new URL(response.url()).pathname));
    await page.goto(path);
    const font = await answer;
    expect(font.status()).toBe(200);
    expect(await font.allHeaders()).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    await expect
      .poll(() =>
        page.evaluate(() => [...document.fonts].some(({ family, status }) => /Public Sans\W*$/.test(family) && status === 'loaded')),
      )
      .toBe(true);
  });

  test(`${path} moves no text when the typeface loads late`, async ({ page }) => {
    let letCome: () => void = () => undefined;
    const isShown = new Promise<void>((resolve) => {
      letCome = resolve;
    });
    await page.route(FONT, async (route) => {
      await isShown;
      await route.continue();
    });
    await recordShifts(page);
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const answer = page.waitForResponse((response) => FONT.test(new URL(response.url()).pathname));
    letCome();
    await (await answer).finished();
    await page.evaluate(() => document.fonts.ready);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await layoutShiftsOf(page)).toEqual([]);
  });
}
