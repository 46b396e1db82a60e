import { expect, type Page } from '@playwright/test';

/** A phone, and what each breakpoint begins with: from 1024 on the menu takes its column. */
const WIDTHS = [360, 640, 1024, 1280];

/** Nothing of this page stands beside its window, however wide that is. */
export async function standsWithinWindow(page: Page): Promise<void> {
  const size = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const beside = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(beside, { message: `pixels beside a window of ${width}` }).toBeLessThanOrEqual(0);
  }
  if (size) await page.setViewportSize(size);
}
