import type { Locator, Page } from '@playwright/test';

const EACH_AT_MOST = 12;
const WITHIN_MS = 5_000;

const usable = ':visible:not(:disabled):not([readonly]):not([aria-disabled="true"])';
// A honeypot field cannot be reached by keyboard.
const texts = `:is(input:is([type="text"], [type="email"], [type="tel"], [type="password"], [type="search"], [type="number"], :not([type])), textarea)${usable}:not([tabindex="-1"])`;

/** Uses one kind of control by touch and keyboard. */
interface Use {
  kind: string;
  of: string;
  act: (page: Page, control: Locator) => Promise<void>;
}

/** Waits until the effect of an input is painted, because a user does not act earlier. */
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

/** In this order: controls that switch lists come before submit buttons, because a rejected form changes the page. */
const uses: readonly Use[] = [
  { kind: 'tab', of: `main [role="tab"]${usable}`, act: tap },
  { kind: 'page', of: 'main nav a[href*="page="]:visible', act: tap },
  { kind: 'field', of: `main ${texts}`, act: type },
  { kind: 'choice', of: `main select${usable}`, act: choose },
  { kind: 'box', of: `main input:is([type="checkbox"], [type="radio"])${usable}`, act: tap },
  { kind: 'sending button', of: `main form button[type="submit"]${usable}`, act: tap },
];

/** Number of usable controls; 0 on a page without input. */
const countControls = (page: Page): Promise<number> => page.locator(uses.map(({ of }) => of).join(', ')).count();

/** Result of using a page. */
export interface UseResult {
  /** Number of controls at the start. */
  there: number;
  used: number;
  /** Controls that could not be used, with the reason. */
  missed: string[];
}

/** Describes the controls that could not be used; null if all were used. */
export function describeMissed(pages: readonly { path: string; used: UseResult }[]): string | null {
  const some = pages.filter(({ used }) => used.missed.length > 0);
  if (some.length === 0) return null;
  const count = (of: (used: UseResult) => number) => some.reduce((sum, { used }) => sum + of(used), 0);
  const each = some.map(({ path, used }) => `${path} ${used.missed.join(', ')}`);
  return `${count(({ missed }) => missed.length)} controls could not be used, ${count(({ used }) => used)} on the same pages were: ${each.join('; ')}`;
}

/**
 * Uses every field, choice, tab, pager and submit button of the page by real input, until the page navigates away. Rejects if there are controls and
 * none can be used, because a covered form would count as fast.
 */
export async function useAll(page: Page): Promise<UseResult> {
  const { pathname } = new URL(page.url());
  const isHere = () => new URL(page.url()).pathname === pathname;
  const found: UseResult = { there: await countControls(page), used: 0, missed: [] };
  for (const { kind, of, act } of uses)
    for (let index = 0; isHere() && index < Math.min(EACH_AT_MOST, await page.locator(of).count()); index++)
      await act(page, page.locator(of).nth(index)).then(
        () => {
          found.used += 1;
        },
        (error: Error) => {
          // The control was used if the page navigated; only the wait for its paint failed.
          if (isHere()) found.missed.push(`${kind} ${index + 1} (${error.message.split('\n')[0]})`);
          else found.used += 1;
        },
      );
  if (found.there > 0 && found.used === 0) throw new Error(`none of ${found.there} controls can be used: ${found.missed[0]}`);
  return found;
}
