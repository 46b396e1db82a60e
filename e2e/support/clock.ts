import { expect, type Page } from '@playwright/test';

const JUMP_MS = 1000;

/**
 * Lets the page's time stand still while `act` runs, so that what ends by itself after some seconds waits for a slow machine; then it
 * goes on. Needs `page.clock.install()` before the page was opened.
 */
export async function standingStill(page: Page, act: () => Promise<void>): Promise<void> {
  // Only a moment to come can be stopped at; a page that was late for it stands still by then, and the next try finds it so.
  await expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + JUMP_MS)).toPass();
  await act();
  await page.clock.resume();
}
