import { expect, type Locator, type Page } from '@playwright/test';

/** A phone, and the start of each breakpoint. From 1024 on the menu has its own column. */
const WIDTHS = [360, 640, 1024, 1280];
/** A small tablet, where a table has the least room. */
export const TABLET_WIDTHS = [640, 700, 767];

/** Runs in the page: elements outside of the window, the widest last; empty if the page does not scroll sideways. */
function elementsOutside(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const wide = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > clientWidth + window.scrollX);
  return wide.map((one) => `${one.tagName} ${one.className} ${one.textContent?.slice(0, 30)}`);
}

/** Asserts that no element is outside of the window at any of these widths. */
export async function expectWithinWindow(page: Page, widths = WIDTHS): Promise<void> {
  const size = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => page.evaluate(elementsOutside), { message: `elements outside of a window of ${width}` }).toEqual([]);
  }
  if (size) await page.setViewportSize(size);
}

/** Words of these elements that a narrow column breaks over two lines. */
export const findBrokenWords = (shown: Locator): Promise<string[]> =>
  shown.evaluateAll((all) =>
    all.flatMap((one) => {
      const text = one.firstChild;
      const words = [...(text?.nodeValue ?? '').matchAll(/\S+/g)];
      return words.flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text as Node, index);
        range.setEnd(text as Node, index + word.length);
        return range.getClientRects().length > 1 ? [word] : [];
      });
    }),
  );
