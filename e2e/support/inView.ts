import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures';

const phone = { width: 360, height: 740 };
/** The side of a touch target: `--size-target` of shared/ui/src/scale.css, in px. */
const TARGET = 44;
/** Frames in which a layout may settle. */
const FRAMES = 60;

/** A screen without scrolling: its address, the names of the visible parts, and the main control. */
export interface ScreenInView {
  at: string;
  shows(page: Page): Record<string, Locator>;
  control(page: Page): Locator;
}

/**
 * Runs in the page: the reason why a part of an element is hidden; null if the whole element is visible. A layout may settle for `frames`
 * frames.
 */
async function notInView(element: Element, frames: number): Promise<string | null> {
  const stays = (one: Element | null): Element | null =>
    one && !/sticky|fixed/.test(getComputedStyle(one).position) ? stays(one.parentElement) : one;
  const findReason = () => {
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    if (width < 1 || height < 1) return 'has no size';
    if (left < -1 || top < -1 || right > clientWidth + 1 || bottom > clientHeight + 1)
      return `reaches from ${Math.round(left)},${Math.round(top)} to ${Math.round(right)},${Math.round(bottom)}`;
    const across = [left + 2, (left + right) / 2, right - 2];
    for (const y of [top + 2, (top + bottom) / 2, bottom - 2]) {
      const over = across.map((x) => stays(document.elementFromPoint(x, y))).find((one) => one && !one.contains(element));
      if (over) return `is covered by ${over.id || over.className || over.tagName}`;
    }
    return null;
  };
  for (let frame = 0; frame < frames && findReason(); frame += 1) await new Promise(requestAnimationFrame);
  return findReason();
}

/** Runs in the page: whether the centre of a control receives a press. */
function takesPress(control: Element): boolean {
  const { left, right, top, bottom } = control.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return hit !== null && control.contains(hit);
}

/** A line with the reason why an element is not in view; no line if the whole element is in the window and no bar covers it. */
export async function findUnseen(name: string, shown: Locator): Promise<string[]> {
  await expect(shown, name).toBeVisible();
  const why = await shown.evaluate(notInView, FRAMES);
  return why === null ? [] : [`${name} ${why}`];
}

/** Lines with the reasons why a thumb cannot press a control: it is out of view, too small or covered. */
export async function findUnreached(control: Locator): Promise<string[]> {
  const problems = await findUnseen(String(control), control);
  const { width = 0, height = 0 } = (await control.boundingBox()) ?? {};
  if (Math.min(width, height) < TARGET) problems.push(`${control} is ${width} x ${height}`);
  if (!(await control.evaluate(takesPress))) problems.push(`${control} takes no press`);
  return problems;
}

/**
 * Opens a screen at 360 x 740 in the light and the dark theme. Returns lines about the parts that need a scroll and about a control that
 * receives no press.
 */
export async function findMissedAtOneLook(page: Page, { at, shows, control }: ScreenInView): Promise<string[]> {
  await page.setViewportSize(phone);
  const missed: string[] = [];
  const backgrounds = new Set<string>();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(at);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    for (const shown of [...Object.values(shows(page)), control(page)]) await expect(shown).toBeVisible();
    const found: string[] = [];
    for (const [name, shown] of Object.entries(shows(page))) found.push(...(await findUnseen(name, shown)));
    found.push(...(await findUnreached(control(page))));
    missed.push(...found.map((one) => `${at}, ${colorScheme}: ${one}`));
    expect(await page.evaluate(() => window.scrollY), 'how far the page is scrolled').toBe(0);
    backgrounds.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
  }
  expect(backgrounds.size, 'the number of themes that were shown').toBe(2);
  return missed;
}
