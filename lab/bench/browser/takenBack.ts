import type { Page } from '@playwright/test';
import { leaveMessages } from '@portal/contracts/leave/leave.rules';
import { executingVersion, type Release, WITHIN_MS, waitUntilExecuting } from './release';

/** Time after which the page must still be in the same state. */
const STILL_MS = 1_000;
const TYPED = 'My daughter is ill.';

/** State of the pages of a browser when their module is rolled back. */
export type Kind = 'seen' | 'typed in' | 'hidden' | 'offline' | 'typed in and offline';

export interface ReplacementResult {
  kind: Kind;
  /** Milliseconds from the command, or from when the page could receive it and its guard allowed the update. Null: not within the limit. */
  took: number | null;
  isReloaded: boolean;
  /** Unsent input is lost although the guard did not discard it. */
  isLost: boolean;
  /** The guard's address or scroll position changed. */
  isMoved: boolean;
}

/** State of a page some time after the rollback. */
interface Later {
  isSame: boolean;
  version: string | undefined;
}

/** If the page does not keep the good version, the rollback counts as failed. */
export const withFinalVersion = (found: ReplacementResult, { isSame, version }: Later, good: string): ReplacementResult => ({
  ...found,
  took: version === good ? found.took : null,
  isReloaded: found.isReloaded || !isSame,
});

/** Marks the document, so that a later reload can be detected. */
export const markDocument = (page: Page) => page.evaluate(() => void Object.assign(globalThis, { __sameDocument: true }));
const isSame = (page: Page) => page.evaluate(() => '__sameDocument' in globalThis);

/** Checks the page again: a reload at any time since `markDocument` is detected. */
export const lookAgain = async (page: Page, found: ReplacementResult, { module, good }: Release): Promise<ReplacementResult> =>
  withFinalVersion(found, { isSame: await isSame(page), version: await executingVersion(page, module) }, good);

/** Waits until the page runs the good version without any input of the guard. */
export async function waitForReplacement(kind: Kind, page: Page, { module, good }: Release, since: number): Promise<ReplacementResult> {
  const took = await waitUntilExecuting(page, module, good, WITHIN_MS).then(
    () => performance.now() - since,
    () => null,
  );
  return { kind, took, isReloaded: !(await isSame(page)), isLost: false, isMoved: false };
}

const SCROLLED = 300;
const placeOf = (page: Page) => page.evaluate(() => ({ href: location.href, top: Math.round(scrollY) }));
const pause = (page: Page) => page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), STILL_MS);

/** Scrolls, so that the guard has a position to lose. */
export async function scroll(page: Page): Promise<void> {
  await page.waitForFunction((top) => document.documentElement.scrollHeight - innerHeight > top, SCROLLED, { timeout: WITHIN_MS });
  await page.evaluate((top) => scrollTo(0, top), SCROLLED);
}

/** A page that its guard reads: address and scroll position must stay, also after the data is read again. */
export async function checkReadPage(page: Page, of: Release, since: number): Promise<ReplacementResult> {
  const before = await placeOf(page);
  const found = await waitForReplacement('seen', page, of, since);
  await pause(page);
  const after = await placeOf(page);
  return { ...found, isMoved: after.href !== before.href || after.top !== before.top };
}

const fieldOf = (page: Page) => page.getByRole('dialog').getByLabel(/Description/);

/** Fills in a leave request without sending it. */
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

/** The page and the typed text stay unchanged for `STILL_MS`. */
async function isLeft(page: Page, { module, bad }: Release): Promise<boolean> {
  await pause(page);
  return (await executingVersion(page, module)) === bad && (await isTyped(page));
}

/** Answers the page's question. With `goesOn` the guard refuses the update and discards the input later; otherwise the guard accepts it. */
export async function answerQuestion(kind: Kind, page: Page, of: Release, goesOn: boolean): Promise<ReplacementResult> {
  const question = page.getByRole('alertdialog', { name: 'Update this page?' });
  const isAsked = await question.waitFor({ timeout: WITHIN_MS }).then(
    () => true,
    () => false,
  );
  const lost = async () => ({ ...(await waitForReplacement(kind, page, of, performance.now())), isLost: true });
  if (!isAsked || !(await isTyped(page))) return lost();
  await question.getByRole('button', { name: goesOn ? 'Not now' : 'Update' }).click();
  if (!goesOn) return waitForReplacement(kind, page, of, performance.now());
  if (!(await isLeft(page, of))) return lost();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  return waitForReplacement(kind, page, of, performance.now());
}
