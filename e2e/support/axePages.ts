import type { Page } from '@playwright/test';
import type { ModuleName } from '@portal/mf-kit/module';
import { findViolations } from './axe';
import { type PagesOptions, testEveryPage } from './everyPage';
import { expect } from './fixtures';
import { expectAt } from './routes';

/** A desktop and a phone; only the width of the window differs. */
const windows = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
];

/** After two frames, changes that depend on the window have been painted. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))));

/**
 * The axe violations of a page that is opened once, on a desktop and on a phone. It also checks the path, because a redirect to the login
 * would pass every check.
 */
export async function findPageViolations(page: Page, path: string): Promise<string[]> {
  const found: string[] = [];
  for (const [at, size] of windows.entries()) {
    await page.setViewportSize(size);
    if (at === 0) await page.goto(path);
    await drawn(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAt(page, path);
    found.push(...(await findViolations(page, `${path} ${size.width}`)));
  }
  return found;
}

/** Each remote has a separate spec, so that a change of one remote runs that spec only. */
export const testNoViolations = (remote: ModuleName, options: PagesOptions = {}): void =>
  testEveryPage(remote, `every built page of ${remote} has no axe violation`, findPageViolations, options);
