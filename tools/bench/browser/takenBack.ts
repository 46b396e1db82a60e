import type { Page } from '@playwright/test';
import { leaveMessages } from '@portal/contracts/leave/leave.rules';
import { executes, executing, type Release, WITHIN_MS } from './release';

/** To look at what a page says right now. */
const STILL_MS = 1_000;
const TYPED = 'My daughter is ill.';

/** How the pages of a browser are when their module is taken back. */
export type Kind = 'seen' | 'typed in' | 'hidden' | 'offline' | 'typed in and offline';

export interface Swapped {
  kind: Kind;
  /** From the command, or from when the page could hear of it and its guard let it go. Null: not within the time. */
  took: number | null;
  isReloaded: boolean;
  /** What was typed and not sent is gone though the guard did not let it go. */
  isLost: boolean;
  /** Its guard is not where they were: another address, or another place of the page. */
  isMoved: boolean;
}

/** What a page is like some time after it went back. */
interface Later {
  isSame: boolean;
  version: string | undefined;
}

/** A page that does not stay as it went back was not taken back. */
export const asItStays = (found: Swapped, { isSame, version }: Later, good: string): Swapped => ({
  ...found,
  took: version === good ? found.took : null,
  isReloaded: found.isReloaded || !isSame,
});

/** From here on it is known whether the page was loaded anew. */
export const mark = (page: Page) => page.evaluate(() => void Object.assign(globalThis, { __sameDocument: true }));
const isSame = (page: Page) => page.evaluate(() => '__sameDocument' in globalThis);

/** Looks at a page once more: a load at any time since `mark` is seen. */
export const lookAgain = async (page: Page, found: Swapped, { module, good }: Release): Promise<Swapped> =>
  asItStays(found, { isSame: await isSame(page), version: await executing(page, module) }, good);

/** The page goes back to the good version by itself. */
export async function swapped(kind: Kind, page: Page, { module, good }: Release, since: number): Promise<Swapped> {
  const took = await executes(page, module, good, WITHIN_MS).then(
    () => performance.now() - since,
    () => null,
  );
  return { kind, took, isReloaded: !(await isSame(page)), isLost: false, isMoved: false };
}

const SCROLLED = 300;
const placeOf = (page: Page) => page.evaluate(() => ({ href: location.href, top: Math.round(scrollY) }));
const pause = (page: Page) => page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), STILL_MS);

/** Reads on in a page, as a guard does whose place in it must not be lost. */
export async function scroll(page: Page): Promise<void> {
  await page.waitForFunction((top) => document.documentElement.scrollHeight - innerHeight > top, SCROLLED, { timeout: WITHIN_MS });
  await page.evaluate((top) => scrollTo(0, top), SCROLLED);
}

/** A page that its guard reads: they stay where they are, also when it has read its data again. */
export async function seen(page: Page, of: Release, since: number): Promise<Swapped> {
  const before = await placeOf(page);
  const found = await swapped('seen', page, of, since);
  await pause(page);
  const after = await placeOf(page);
  return { ...found, isMoved: after.href !== before.href || after.top !== before.top };
}

const fieldOf = (page: Page) => page.getByRole('dialog').getByLabel(/Description/);

/** Asks for leave, as far as the words. */
export async function typeIn(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(leaveMessages.apply) })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel('Other').check();
  await fieldOf(page).fill(TYPED);
}

const isTyped = (page: Page) =>
  fieldOf(page)
    .inputValue({ timeout: STILL_MS })
    .then(
      (value) => value === TYPED,
      () => false,
    );

/** The page and what is typed in it are left alone, not only at once. */
async function isLeft(page: Page, { module, bad }: Release): Promise<boolean> {
  await pause(page);
  return (await executing(page, module)) === bad && (await isTyped(page));
}

/** The guard is asked, and lets what they typed go; or does not, and throws it away themselves later. */
export async function answered(kind: Kind, page: Page, of: Release, goesOn: boolean): Promise<Swapped> {
  const question = page.getByRole('alertdialog', { name: 'Update this page?' });
  const isAsked = await question.waitFor({ timeout: WITHIN_MS }).then(
    () => true,
    () => false,
  );
  const lost = async () => ({ ...(await swapped(kind, page, of, performance.now())), isLost: true });
  if (!isAsked || !(await isTyped(page))) return lost();
  await question.getByRole('button', { name: goesOn ? 'Not now' : 'Update' }).click();
  if (!goesOn) return swapped(kind, page, of, performance.now());
  if (!(await isLeft(page, of))) return lost();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  return swapped(kind, page, of, performance.now());
}
