import { expect, type Locator, type Page } from '@playwright/test';
import { authMessages } from '@portal/contracts/auth/auth.rules';

/** Presses like this device: a tap on a touch screen, or else a click. */
export async function press(target: Locator): Promise<void> {
  const isTouch = await target.page().evaluate(() => navigator.maxTouchPoints > 0);
  await (isTouch ? target.tap() : target.click());
}

/** Touches a page. A public page loads no code of the portal before a touch. */
export async function touch(page: Page): Promise<void> {
  await page.mouse.move(2, 2);
  await page.mouse.move(4, 4);
}

export async function hydratePage(page: Page): Promise<void> {
  await touch(page);
  await page.waitForFunction(() => {
    const control = document.querySelector('main > [data-module] :is(a, button, input)');
    return control !== null && Object.keys(control).some((key) => key.startsWith('__reactProps$'));
  });
}

const QUIET_MS = 700;

/**
 * Resolves when no request of the page has been in flight for some time. Playwright treats a document that was idle once as idle forever.
 */
export async function waitForIdleNetwork(page: Page): Promise<void> {
  let last = Date.now();
  const mark = () => {
    last = Date.now();
  };
  page.on('request', mark).on('requestfinished', mark).on('requestfailed', mark);
  await expect.poll(() => Date.now() - last, { message: 'the page grows quiet', timeout: 60_000 }).toBeGreaterThan(QUIET_MS);
  page.off('request', mark).off('requestfinished', mark).off('requestfailed', mark);
}

/** Resolves when the page has stored the files that it needs offline. It fetches them when a screen requests it, or when it is idle. */
export async function waitForOfflineFiles(page: Page): Promise<void> {
  const hasOutbox = () => performance.getEntriesByType('resource').some(({ name }) => /\/outbox[.\w-]*\.js/.test(name));
  await page.waitForFunction(hasOutbox, null, { timeout: 60_000 });
  await waitForIdleNetwork(page);
}

/** Takes the connection away after the page has stored the files that it needs offline, because a test is faster than any guard. */
export async function loseSignal(page: Page): Promise<void> {
  await waitForOfflineFiles(page);
  await page.context().setOffline(true);
}

/** Opens the menu if it is collapsed, on a phone. @returns whether it was. */
export async function openMenu(page: Page): Promise<boolean> {
  const menu = page.getByRole('button', { name: 'Menu' });
  const logout = page.getByRole('button', { name: 'Logout' });
  // The test only knows which of them is displayed after the bar has appeared.
  await expect(menu.or(logout).filter({ visible: true }).first()).toBeVisible();
  const folds = await menu.isVisible();
  if (folds) await press(menu);
  return folds;
}

/** Logs out through the menu, on a phone and on a desktop, and waits for the reply. */
export async function logOut(page: Page): Promise<void> {
  await openMenu(page);
  await press(page.getByRole('button', { name: 'Logout' }));
  const question = page.getByRole('alertdialog', { name: 'Are you sure', exact: true });
  await expect(question).toHaveAccessibleDescription(/^You want to logout\?/);
  await press(question.getByRole('button', { name: 'Logout' }));
  await expect(page.getByText(authMessages.loggedOut)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
}
