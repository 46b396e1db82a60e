import type { Locator, Page } from '@playwright/test';

const EACH_AT_MOST = 12;
const WITHIN_MS = 5_000;

const usable = ':visible:not(:disabled):not([readonly]):not([aria-disabled="true"])';
// A field for programs alone (a honeypot) is reached by no key.
const texts = `:is(input:is([type="text"], [type="email"], [type="tel"], [type="password"], [type="search"], [type="number"], :not([type])), textarea)${usable}:not([tabindex="-1"])`;

/** A way to use one kind of control, as a guard's finger and keyboard do. */
interface Use {
  kind: string;
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
  { kind: 'tab', of: `main [role="tab"]${usable}`, act: tap },
  { kind: 'page', of: 'main nav a[href*="page="]:visible', act: tap },
  { kind: 'field', of: `main ${texts}`, act: type },
  { kind: 'choice', of: `main select${usable}`, act: choose },
  { kind: 'box', of: `main input:is([type="checkbox"], [type="radio"])${usable}`, act: tap },
  { kind: 'sending button', of: `main form button[type="submit"]${usable}`, act: tap },
];

/** How many ways there are to use the page: none where a guard only reads. */
const countControls = (page: Page): Promise<number> => page.locator(uses.map(({ of }) => of).join(', ')).count();

/** What came of using a page. */
export interface Used {
  /** Controls that stood there at first. */
  there: number;
  used: number;
  /** What stands there and could not be used, in words. */
  missed: string[];
}

/** What a figure is not of, with its number; null where every control was used. */
export function missedWords(pages: readonly { path: string; used: Used }[]): string | null {
  const some = pages.filter(({ used }) => used.missed.length > 0);
  if (some.length === 0) return null;
  const count = (of: (used: Used) => number) => some.reduce((sum, { used }) => sum + of(used), 0);
  const each = some.map(({ path, used }) => `${path} ${used.missed.join(', ')}`);
  return `${count(({ missed }) => missed.length)} controls could not be used, ${count(({ used }) => used)} beside them were: ${each.join('; ')}`;
}

/**
 * Uses every field, choice, tab, pager and sending button of the page, by real input, until it leads elsewhere. Rejects when there are
 * some and none can be used: a covered form is no fast form.
 */
export async function useAll(page: Page): Promise<Used> {
  const { pathname } = new URL(page.url());
  const isHere = () => new URL(page.url()).pathname === pathname;
  const found: Used = { there: await countControls(page), used: 0, missed: [] };
  for (const { kind, of, act } of uses)
    for (let index = 0; isHere() && index < Math.min(EACH_AT_MOST, await page.locator(of).count()); index++)
      await act(page, page.locator(of).nth(index)).then(
        () => {
          found.used += 1;
        },
        (error: Error) => {
          // What led elsewhere was used: only the look at its paint broke off.
          if (isHere()) found.missed.push(`${kind} ${index + 1} (${error.message.split('\n')[0]})`);
          else found.used += 1;
        },
      );
  if (found.there > 0 && found.used === 0) throw new Error(`none of ${found.there} controls can be used: ${found.missed[0]}`);
  return found;
}
