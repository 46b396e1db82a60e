import { expect, type Locator, type Page } from '@playwright/test';
import { authPaths } from '@portal/contracts/auth/auth.paths';

const MANY = 80;

/** Presses Tab until `target` has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let pressed = 0; pressed < MANY; pressed++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} was not reached by ${MANY} presses of Tab`);
}

/** Logs in by keyboard alone and waits for the guard's first screen. */
export async function logInByKeyboard(page: Page, guard: { id: string; email: string; password: string }): Promise<void> {
  await page.goto(authPaths.login());
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(guard.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(guard.password);
  // prerendered.spec.ts tests keys before that.
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(guard.id));
}
