import type { Locator, Page } from '@playwright/test';

const EACH_AT_MOST = 12;
const WITHIN_MS = 5_000;

const usable = ':visible:not(:disabled):not([readonly]):not([aria-disabled="true"])';
const texts = `:is(input:is([type="text"], [type="email"], [type="tel"], [type="password"], [type="search"], [type="number"], :not([type])), textarea)${usable}`;

/** A way to use one kind of control, as a guard's finger and keyboard do. */
interface Use {
  of: string;
  act: (page: Page, control: Locator) => Promise<void>;
}

/** Waits for what an input has asked for to be painted: a finger does not come again before. */
const painted = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(next, 100)))));

async function tap(page: Page, control: Locator): Promise<void> {
  await control.tap({ timeout: WITHIN_MS });
  await painted(page);
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await painted(page);
  }
}

async function type(page: Page, control: Locator): Promise<void> {
  await tap(page, control);
  await press(page, 'a', 'b', '1', 'Tab');
}

async function choose(page: Page, control: Locator): Promise<void> {
  await control.focus({ timeout: WITHIN_MS });
  await press(page, 'ArrowDown');
}

/** In this order: what leads to another list comes before what sends a form, whose refusal changes the page. */
const uses: readonly Use[] = [
  { of: `main [role="tab"]${usable}`, act: tap },
  { of: 'main nav a[href*="page="]:visible', act: tap },
  { of: `main ${texts}`, act: type },
  { of: `main select${usable}`, act: choose },
  { of: `main input:is([type="checkbox"], [type="radio"])${usable}`, act: tap },
  { of: `main form button[type="submit"]${usable}`, act: tap },
];

/** How many ways there are to use the page: none where a guard only reads. */
export const countControls = (page: Page): Promise<number> => page.locator(uses.map(({ of }) => of).join(', ')).count();

/**
 * Uses every field, choice, tab, pager and sending button of the page, by real input, until it leads elsewhere. Rejects when there are
 * some and none can be used: a covered form is no fast form.
 */
export async function useAll(page: Page): Promise<void> {
  const { pathname } = new URL(page.url());
  const isHere = () => new URL(page.url()).pathname === pathname;
  const there = await countControls(page);
  const missed: string[] = [];
  let used = 0;
  for (const { of, act } of uses)
    for (let index = 0; isHere() && index < Math.min(EACH_AT_MOST, await page.locator(of).count()); index++)
      await act(page, page.locator(of).nth(index)).then(
        () => {
          used += 1;
        },
        (error: Error) => missed.push(error.message.split('\n')[0] ?? ''),
      );
  if (there > 0 && used === 0) throw new Error(`none of ${there} controls can be used: ${missed[0]}`);
}
