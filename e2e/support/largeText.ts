import type { Page } from '@playwright/test';
import type { ModuleName } from '@portal/mf-kit/module';
import { type PagesOptions, testEveryPage } from './everyPage';
import { expect } from './fixtures';
import { expectAt } from './routes';

/** Sets the browser's text size to 200 %: twice the 16 px on which all text sizes depend. */
export const doubleText = (page: Page) =>
  page.addInitScript(() => {
    const set = () => document.documentElement?.style.setProperty('font-size', '200%');
    set();
    new MutationObserver(set).observe(document, { childList: true });
  });

/** Runs in the page: clipped text, text and controls outside of the window, and the page's width if it is too wide. */
function cutOff(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const isShown = (element: Element) =>
    element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
    !element.closest('.skip, svg, option, script, style, noscript');
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.className} "${element.textContent?.trim().slice(0, 40)}"`;

  const clips = (box: Element, rect: DOMRect): boolean => {
    const { overflowX, overflowY } = getComputedStyle(box);
    const bounds = box.getBoundingClientRect();
    const isOut = rect.right > bounds.right + 1 || rect.left < bounds.left - 1;
    const isTall = rect.bottom > bounds.bottom + 3 || rect.top < bounds.top - 3;
    return (/hidden|clip/.test(overflowX) && isOut) || (/hidden|clip/.test(overflowY) && isTall);
  };
  /** A box that scrolls shows all of its content. Visually hidden text is meant to be clipped. */
  const showsAll = (box: Element): boolean => {
    const { clipPath, overflowX } = getComputedStyle(box);
    return clipPath !== 'none' || box.getBoundingClientRect().width <= 1 || /auto|scroll/.test(overflowX);
  };
  /** The first ancestor that clips the rectangle. */
  const cutBy = (from: Element, rect: DOMRect): string | null => {
    for (let box: Element | null = from; box && box !== document.body; box = box.parentElement) {
      if (showsAll(box)) return null;
      if (clips(box, rect)) return nameOf(box);
      if (getComputedStyle(box).position === 'fixed') break;
    }
    return rect.right > clientWidth + 1 || rect.left < -1 ? 'the window' : null;
  };
  const lineOf = (element: Element, rects: readonly DOMRect[], leastWidth: number): string[] => {
    const cut = rects.flatMap((rect) => (rect.width > leastWidth ? [{ rect, by: cutBy(element, rect) }] : [])).find(({ by }) => by);
    return cut ? [`${nameOf(element)} is cut off by ${cut.by}: ${Math.round(cut.rect.left)} to ${Math.round(cut.rect.right)}`] : [];
  };

  const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    if (!text.parentElement || !text.nodeValue?.trim() || !isShown(text.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    found.push(...lineOf(text.parentElement, [...range.getClientRects()], 0));
  }
  const controls = [...document.querySelectorAll('a, button, input, select, textarea')].filter(isShown);
  found.push(...controls.flatMap((control) => lineOf(control, [control.getBoundingClientRect()], 1)));
  return [...new Set(found)];
}

/** Text and controls that are cut off, and the page's width if it scrolls sideways. */
export const findCutOffOn = (page: Page): Promise<string[]> => page.evaluate(cutOff);

export async function enlargeText(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await doubleText(page);
}

export async function findCutOff(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAt(page, path);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  return (await findCutOffOn(page)).map((one) => `${path}: ${one}`);
}

/**
 * Every built page of a remote at 360 px and twice the text size (WCAG 1.4.4): nothing is clipped, and the page does not scroll sideways.
 */
export const testLargeText = (remote: ModuleName, options: PagesOptions = {}): void =>
  testEveryPage(remote, `every built page of ${remote} fits a width of 360 px at 200 % text`, findCutOff, {
    ...options,
    prepare: enlargeText,
  });
