import type { Page } from '@playwright/test';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { enquiriesPaths } from '@portal/contracts/enquiries/enquiries.paths';
import type { ModuleName } from '@portal/mf-kit/module';
import { hydratePage } from './chrome';
import { type PagesOptions, testEveryPage } from './everyPage';
import { expect } from './fixtures';
import { expectAt } from './routes';

/**
 * Changes the page like a page translator and a password manager, from the first HTML on. It replaces each text, also
 * that of an option, by two nested `font` elements with a copy, and adds an element after each field.
 */
export const changeAsExtensionsDo = (page: Page) =>
  page.addInitScript(() => {
    const skipped = 'script, style, noscript, textarea, title, svg, font, [data-foreign]';
    const translate = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      if (root.nodeType === Node.TEXT_NODE) texts.push(root as Text);
      for (const text of texts) {
        if (!text.nodeValue?.trim() || !text.parentElement || text.parentElement.closest(skipped)) continue;
        const outer = document.createElement('font');
        const inner = outer.appendChild(document.createElement('font'));
        inner.textContent = text.nodeValue;
        text.replaceWith(outer);
      }
    };
    const addAfterFields = (root: Node) => {
      if (!(root instanceof Element)) return;
      for (const field of [root, ...root.querySelectorAll('input, textarea')]) {
        if (!field.matches('input, textarea') || field.nextElementSibling?.matches('[data-foreign]')) continue;
        const added = document.createElement('span');
        added.dataset.foreign = '';
        field.after(added);
      }
    };
    const change = (root: Node) => {
      translate(root);
      addAfterFields(root);
    };
    new MutationObserver((records) => {
      for (const { addedNodes } of records) addedNodes.forEach(change);
    }).observe(document, { childList: true, subtree: true });
  });

const failedCards = (page: Page) =>
  page.getByText(/We could not (show|load) this page|We could not load all of this page|could not be shown/);

const TYPED = 'Typed early';
/** Forms that the portal host renders: those that work without JavaScript, and the login. */
const FORM = 'main form:is([id], :has([autocomplete="current-password"]))';
const FIELD = 'textarea, input:not([type]), input:is([type="text"], [type="email"], [type="tel"], [type="password"])';
/** Pages with such a form. */
const formPages: string[] = [enquiriesPaths.contact(), enquiriesPaths.training(), enquiriesPaths.career(), authPaths.login()];

/**
 * Enters a text into each visible field of a prerendered form, in one task. Returns the names of the fields. Playwright's `fill` uses two
 * tasks; React may render between them, and the text then reaches another field.
 */
const typeIntoAll = (page: Page): Promise<string[]> =>
  page.locator(`${FORM} :is(${FIELD}):visible`).evaluateAll((fields, typed) => {
    for (const field of fields as HTMLInputElement[]) {
      field.value = typed;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    return (fields as HTMLInputElement[]).map(({ name }) => name);
  }, TYPED);

/** Types into a prerendered form, hydrates its module, and expects that no field lost the text. */
async function typeBeforeWaking(page: Page, path: string): Promise<void> {
  const names = await typeIntoAll(page);
  if (formPages.includes(path)) expect(names, `fields of ${path}`).not.toEqual([]);
  await hydratePage(page);
  const lost = async () => {
    const now = await Promise.all(names.map((name) => page.locator(`${FORM} [name="${name}"]`).first().inputValue()));
    return names.filter((_, at) => now[at] !== TYPED);
  };
  await expect.poll(lost, { message: `fields of ${path} that lost the text that was typed before waking` }).toEqual([]);
}

/** Opens a path and lists its failures, before and after hydration, while other software changes its elements. */
export async function findFailuresAt(page: Page, path: string): Promise<string[]> {
  const found: string[] = [];
  const listen = (error: Error) => found.push(`${path}: ${error.message.split('\n')[0]}`);
  page.on('pageerror', listen);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAt(page, path);
  if (await page.locator('main > [data-prerendered]').count()) await typeBeforeWaking(page, path);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  if (await failedCards(page).count()) found.push(`${path} shows that it failed`);
  page.off('pageerror', listen);
  return found;
}

/** Displays every built page of a remote while other software changes its elements, and expects no failure. */
export const testForeignChanges = (remote: ModuleName, options: PagesOptions = {}): void =>
  testEveryPage(
    remote,
    `every built page of ${remote} works while a translator and a password manager change its elements`,
    findFailuresAt,
    {
      ...options,
      prepare: changeAsExtensionsDo,
    },
  );
