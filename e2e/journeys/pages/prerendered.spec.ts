import type { Page } from '@playwright/test';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { enquiriesPaths } from '@portal/contracts/enquiries/enquiries.paths';
import { newsletterCopy } from '@portal/contracts/newsletter/newsletter.copy';
import { notFoundCopy } from '@portal/contracts/pages/pages.copy';
import { type FaqGroup, faq } from '@portal/contracts/pages/pages.endpoints';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import type { PageInput } from '@portal/mf-kit/pageInput';
import { hydratePage, press, touch, waitForIdleNetwork } from '../../support/chrome';
import { expect, test } from '../../support/fixtures';

async function contentOf(page: Page): Promise<Record<string, unknown>> {
  const input = JSON.parse((await page.locator('script#page').textContent()) ?? '') as PageInput;
  return input.content;
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the questions can be read, opened and left by a link', async ({ page }) => {
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
    test(`${path} answers 404 with a message and a link to the home page`, async ({ page, noise }) => {
      noise.expected.push(/status of 404/);
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      await expect(page).toHaveTitle(/^Page not found · /);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(notFoundCopy.text);
      await page.getByRole('link', { name: notFoundCopy.backToHome }).click();
      await expect(page).toHaveURL(pagesPaths.home());
    });

  test('an unknown sector answers 404, with the header and the footer', async ({ page, noise }) => {
    noise.expected.push(/status of 404/);
    const response = await page.goto(pagesPaths.sector({ type: 'casino' }));
    expect(response?.status()).toBe(404);
    await expect(page).toHaveTitle(/^Page not found · /);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
    await expect(page.locator('main footer')).toContainText('Oshawa, Ontario');
  });
});

test('a page with API content hydrates unchanged: it renders and requests nothing again', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  // Runs before any script of the portal and stores the result on the element.
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      const title = document.querySelector('main h1');
      if (title) Object.assign(title, { isServed: true });
    });
  });
  await page.goto(pagesPaths.faq());
  await hydratePage(page);
  await page.waitForLoadState('networkidle');
  const title = page.getByRole('heading', { level: 1 });
  expect(await title.evaluate((element) => 'isServed' in element)).toBe(true);
  expect(requests.filter((path) => path.endsWith(faq.path))).toEqual([]);
});

test('each address of a pattern has its own title, also after the page has its code', async ({ page }) => {
  await page.goto(pagesPaths.sector({ type: 'bank' }));
  const title = await page.title();
  await hydratePage(page);
  expect(title).toMatch(/bank/i);
  await expect(page).toHaveTitle(title);
});

test.describe('a page without a touch', () => {
  const scripts = (paths: string[]) => paths.filter((path) => path.endsWith('.js'));
  let requests: string[];
  test.beforeEach(({ page }) => {
    requests = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  });

  test('can be read without a script of the portal, which loads at the first touch', async ({ page }) => {
    await page.goto(pagesPaths.services());
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(scripts(requests)).toEqual([]);
    await hydratePage(page);
    expect(scripts(requests).some((path) => path.startsWith('/modules/mf-public/'))).toBe(true);
  });

  test('replays a press on a button from before hydration', async ({ page }) => {
    const shell = /\/modules\/shell\/.*\.js/;
    await page.route(shell, () => undefined);
    await page.goto(pagesPaths.faq());
    await press(page.getByRole('region', { name: 'Newsletter' }).getByRole('button', { name: newsletterCopy.subscribe }));
    await expect.poll(() => scripts(requests).length).toBeGreaterThan(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.unroute(shell);
    await expect(page.getByRole('dialog').getByLabel('Email')).toBeVisible();
  });

  test('sends a form without its code like a page without JavaScript, and loses nothing', async ({ page, noise }) => {
    noise.expected.push(/ERR_FAILED|status of 422/);
    await page.route(/\/modules\/shell\/.*\.js/, (route) => route.abort());
    await page.goto(enquiriesPaths.contact());
    const fields = page.getByRole('form', { name: 'Reach Us' });
    await fields.getByLabel('Name').fill('Ana Roy');
    await press(fields.getByRole('button', { name: 'Send' }));
    await expect(page).toHaveTitle(/^Error: /);
    await expect(fields.getByLabel('Name')).toHaveValue('Ana Roy');
    await expect(fields.getByLabel('Email')).toHaveAccessibleDescription(/Email is required/);
  });
});

test.describe('actions of a visitor while the code of a page loads', () => {
  const shell = /\/modules\/shell\/.*\.js/;

  test('a section visited earlier takes neither the scroll position nor the focus of a visitor who types', async ({ page }) => {
    await page.goto(`${enquiriesPaths.career()}#apply-now`);
    const name = page.getByRole('form', { name: 'Apply Now' }).getByLabel('Name');
    await name.focus();
    await page.keyboard.type('Ana');
    await hydratePage(page);
    await page.waitForLoadState('networkidle');
    await page.keyboard.type(' Roy');
    await expect(name).toHaveValue('Ana Roy');
  });

  test('an opened menu stays open, and a focused link keeps the focus', async ({ page, viewport }) => {
    await page.goto(pagesPaths.faq());
    if ((viewport?.width ?? 0) < 640) {
      await press(page.locator('header summary'));
      await hydratePage(page);
      await expect(page.locator('header details')).toHaveAttribute('open');
    } else {
      const link = page.getByRole('banner').getByRole('link', { name: 'Services' }).filter({ visible: true });
      await link.focus();
      await hydratePage(page);
      await expect(link).toBeFocused();
    }
  });

  test('Back leads to the previous page, although this one was reloaded', async ({ page }) => {
    await page.goto(pagesPaths.home());
    await hydratePage(page);
    await press(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'FAQ', exact: true }));
    await expect(page).toHaveTitle(/^FAQ · /);
    await page.reload();
    await page.goBack();
    await expect(page).toHaveURL(pagesPaths.home());
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/guard/i);
    await expect(page).toHaveTitle(/^Security guard work/);
  });

  test('Enter in the login logs in when the code has loaded', async ({ page, guard }) => {
    await page.route(shell, () => undefined);
    await page.goto(authPaths.login(), { waitUntil: 'commit' });
    await page.getByLabel('Email').fill(guard.email);
    await page.getByLabel('Password', { exact: true }).fill(guard.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeDisabled();
    await page.unroute(shell);
    await expect(page).toHaveURL(new RegExp(guard.id));
  });

  test('replays actions later if the code did not load at the first touch', async ({ page, noise }) => {
    noise.expected.push(/ERR_FAILED/);
    await page.route(shell, (route) => route.abort());
    await page.goto(pagesPaths.faq());
    const failed = page.waitForEvent('requestfailed', (request) => shell.test(request.url()));
    await touch(page);
    await failed;
    await page.unroute(shell);
    await press(page.getByRole('region', { name: 'Newsletter' }).getByRole('button', { name: newsletterCopy.subscribe }));
    await expect(page.getByRole('dialog').getByLabel('Email')).toBeVisible();
  });
});

test('every public page names a picture for shared links, which loads and contains the title of the page', async ({ request }) => {
  const siteMap = await (await request.get('/sitemap.xml')).text();
  const addresses = [...siteMap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) => new URL(loc).pathname);
  expect(addresses.length).toBeGreaterThan(20);
  for (const address of addresses) {
    const html = await (await request.get(address)).text();
    const picture = /<meta property="og:image" content="(.*?)">/.exec(html)?.[1];
    expect(picture, address).toBeDefined();
    const reply = await request.get(new URL(picture ?? '').pathname);
    expect([address, reply.status(), reply.headers()['content-type']]).toEqual([address, 200, 'image/png']);
    const bytes = (await reply.body()).toString('latin1');
    expect(bytes.slice(1, 4)).toBe('PNG');
    const title = /<meta property="og:title" content="(.*?)">/.exec(html)?.[1] ?? 'no title';
    expect(bytes, `${address}: run node tools/share-images.mjs`).toContain(title.replaceAll('&amp;', '&'));
  }
});

for (const [what, path] of [
  ['a page of visitors', authPaths.login()],
  ['a page without HTML', authPaths.signup()],
] as const)
  test(`[INSTANT-02] ${what} that the browser prerenders starts no portal and calls no API until it is opened`, async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    // Playwright disables prerendering, so the test sets the property of a prerendered page.
    await page.addInitScript(() => Object.defineProperty(document, 'prerendering', { value: true, configurable: true }));
    await page.goto(path);
    await waitForIdleNetwork(page);
    expect(requests.filter((asked) => !/^\/(modules|favicon)/.test(asked))).toEqual([path]);
    await expect(page.locator('html[data-shell="ready"]')).toHaveCount(0);

    await page.evaluate(() => {
      Object.defineProperty(document, 'prerendering', { value: false });
      document.dispatchEvent(new Event('prerenderingchange'));
    });
    await hydratePage(page);
    await expect(page.locator('html[data-shell="ready"]')).toHaveCount(1);
  });
