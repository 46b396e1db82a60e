import { expect, type Page } from '@playwright/test';

/** A phone, and what each breakpoint begins with: from 1024 on the menu takes its column. */
const WIDTHS = [360, 640, 1024, 1280];

/** Runs in the page: what stands beside the window, the widest last; nothing where the page does not scroll sideways. */
function beside(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const over = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > clientWidth + window.scrollX);
  return over.map((one) => `${one.tagName} ${one.className} ${one.textContent?.slice(0, 30)}`);
}

/** Nothing of this page stands beside its window, however wide that is. */
export async function standsWithinWindow(page: Page): Promise<void> {
  const size = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => page.evaluate(beside), { message: `what stands beside a window of ${width}` }).toEqual([]);
  }
  if (size) await page.setViewportSize(size);
}
