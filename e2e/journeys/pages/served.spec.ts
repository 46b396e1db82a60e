import type { Page } from '@playwright/test';
import type { Output } from '@portal/contracts/_kernel/endpoint';
import { setContent } from '@portal/contracts/pages/pages.content';
import { notFoundCopy } from '@portal/contracts/pages/pages.copy';
import { type FaqGroup, faq, type staticPage } from '@portal/contracts/pages/pages.endpoints';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import type { PageInput } from '@portal/mf-kit/pageInput';
import { expect, test } from '../../support/fixtures';

/** What of the API the host rendered into the page. */
async function contentOf(page: Page): Promise<Record<string, unknown>> {
  const input = JSON.parse((await page.locator('script#page').textContent()) ?? '') as PageInput;
  return input.content;
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the questions are read, opened and left by a link', async ({ page }) => {
    await page.goto(pagesPaths.faq());
    const [group] = (await contentOf(page))[faq.path] as FaqGroup[];
    const { question = '', answer = '' } = group?.questionAnswers[0] ?? {};
    await page.getByText(question, { exact: true }).first().click();
    await expect(page.getByText(answer, { exact: true }).first()).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Guard Portal' }).click();
    await expect(page).toHaveURL(pagesPaths.home());
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  for (const path of [pagesPaths.notFound(), '/no/such/page'])
    test(`${path} answers 404 and says so, with a way home`, async ({ page, noise }) => {
      noise.expected.push(/status of 404/);
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      await expect(page).toHaveTitle(/^Page not found · /);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(notFoundCopy.text);
      await page.getByRole('link', { name: notFoundCopy.backToHome }).click();
      await expect(page).toHaveURL(pagesPaths.home());
    });

  test('a sector that there is not answers 404, with the header and the footer', async ({ page, noise }) => {
    noise.expected.push(/status of 404/);
    const response = await page.goto(pagesPaths.sector({ type: 'casino' }));
    expect(response?.status()).toBe(404);
    await expect(page).toHaveTitle(/^Page not found · /);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
    await expect(page.locator('main footer')).toContainText('Oshawa, Ontario');
  });

  test('what staff write stands on the page within a minute', async ({ page, staff }, info) => {
    // A text of its own for each project: they run beside each other.
    const what = info.project.name === 'phone' ? 'privacy' : 'terms';
    await page.goto(what === 'privacy' ? pagesPaths.privacy() : pagesPaths.terms());
    const before = Object.values(await contentOf(page))[0] as Output<typeof staticPage>;
    const sentence = `Written at ${Date.now()}.`;
    await staff.call(setContent, { what, text: `${before.description}<p>${sentence}</p>` });
    try {
      const shows = async () => {
        await page.reload();
        return page.getByText(sentence).count();
      };
      await expect.poll(shows, { timeout: 60_000, intervals: [2_000] }).toBe(1);
    } finally {
      await staff.call(setContent, { what, text: before.description });
    }
  });
});

test('a page of the API is hydrated as it stands: nothing is drawn anew, nothing is asked for again', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // Before any script of the portal runs, and kept by the element itself.
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      const title = document.querySelector('main h1');
      if (title) Object.assign(title, { isServed: true });
    });
  });
  await page.goto(pagesPaths.faq());
  await expect(page.locator('main > [data-module="mf-public"]')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const title = page.getByRole('heading', { level: 1 });
  expect(await title.evaluate((element) => 'isServed' in element)).toBe(true);
  expect(asked.filter((path) => path.endsWith(faq.path))).toEqual([]);
});

test('each address of a pattern has its own title, also once the page has its code', async ({ page }) => {
  await page.goto(pagesPaths.sector({ type: 'bank' }));
  const title = await page.title();
  await expect(page.locator('main > [data-module="mf-public"]')).toBeVisible();
  expect(title).toMatch(/bank/i);
  await expect(page).toHaveTitle(title);
});
