import type { Page } from '@playwright/test';
import type { ModuleName } from '@portal/mf-kit/module';
import { everyPageOf, type PagesOptions } from './everyPage';
import { expect } from './fixtures';
import { expectAt } from './routes';

/** Sets the browser's text size to 200 %: twice the 16 px on which all text sizes depend. */
export const doubleText = (page: Page) =>
  page.addInitScript(() => {
    const set = () => document.documentElement?.style.setProperty('font-size', '200%');
    set();
    new MutationObserver(set).observe(document, { childList: true });
  });

/**
 * Runs in the page: text that is clipped or outside of the window, controls outside of the window, and the page's width if it is too wide.
 */
function cutOff(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
  const isShown = (element: Element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.className} "${element.textContent?.trim().slice(0, 40)}"`;

  /** The first ancestor that clips the rectangle. A box that scrolls shows all of it. */
  const cutBy = (from: Element, rect: DOMRect): string | null => {
    for (let box: Element | null = from; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      const bounds = box.getBoundingClientRect();
      if (style.clipPath !== 'none' || bounds.width <= 1) return null;
      if (/auto|scroll/.test(style.overflowX)) return null;
      const isOut = rect.right > bounds.right + 1 || rect.left < bounds.left - 1;
      const isTall = rect.bottom > bounds.bottom + 3 || rect.top < bounds.top - 3;
      if (/hidden|clip/.test(style.overflowX) && isOut) return nameOf(box);
      if (/hidden|clip/.test(style.overflowY) && isTall) return nameOf(box);
      if (style.position === 'fixed') break;
    }
    return rect.right > clientWidth + 1 || rect.left < -1 ? 'the window' : null;
  };

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const parent = text.parentElement;
    if (!parent || !text.nodeValue?.trim() || !isShown(parent) || parent.closest('.skip, svg, option, script, style, noscript')) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const rect of range.getClientRects()) {
      const by = rect.width > 0 ? cutBy(parent, rect) : null;
      if (by) found.push(`${nameOf(parent)} is cut off by ${by}: ${Math.round(rect.left)} to ${Math.round(rect.right)}`);
      if (by) break;
    }
  }
  for (const control of document.querySelectorAll('a, button, input, select, textarea')) {
    if (!isShown(control) || control.closest('.skip')) continue;
    const rect = control.getBoundingClientRect();
    if (rect.width <= 1) continue;
    const by = cutBy(control, rect);
    if (by) found.push(`${nameOf(control)} is cut off by ${by}: ${Math.round(rect.left)} to ${Math.round(rect.right)}`);
  }
  return [...new Set(found)];
}

/** Text and controls that are cut off, and the page's width if it scrolls sideways. */
export const cutOffOn = (page: Page): Promise<string[]> => page.evaluate(cutOff);

export async function enlargeText(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await doubleText(page);
}

export async function cutOffAt(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAt(page, path);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  return (await cutOffOn(page)).map((one) => `${path}: ${one}`);
}

/**
 * Every built page of a remote at 360 px and twice the text size (WCAG 1.4.4): nothing is clipped, and the page does not scroll sideways.
 */
export const largeTextFitsOn = (remote: ModuleName, options: PagesOptions = {}): void =>
  everyPageOf(remote, `every built page of ${remote} fits a width of 360 px at 200 % text`, cutOffAt, { ...options, prepare: enlargeText });
