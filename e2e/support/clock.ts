import { expect, type Page } from '@playwright/test';

const JUMP_MS = 1000;

/**
 * Pauses the page's time while `act` runs, so that messages with a timeout stay on a slow machine. Needs `page.clock.install()` before the
 * page was opened.
 */
export async function withPausedClock(page: Page, act: () => Promise<void>): Promise<void> {
  // Only a future instant is allowed. If the page reached it first, the next try succeeds.
  await expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + JUMP_MS)).toPass();
  await act();
  await page.clock.resume();
}
