import { sectorPages } from '@portal/contracts/_kernel/sectors';
import { enquiriesPaths } from '@portal/contracts/enquiries/enquiries.paths';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { postingsPaths } from '@portal/contracts/postings/postings.paths';
import { hydratePage } from '../../support/chrome';
import { withPausedClock } from '../../support/clock';
import { expect, logIn, test } from '../../support/fixtures';

const isPhone = (width: number | undefined) => (width ?? 0) < 640;

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  const { home, howItWorks, faq, about, services, privacy, terms, ontario, contract, sector } = pagesPaths;
  const texts = [home, howItWorks, faq, about, services, privacy, terms, postingsPaths.policy, ontario, contract].map((path) => path());
  const pages = [...texts, ...sectorPages.map(({ type }) => sector({ type }))];

  test('[PUBLIC-SECTOR-07/1] every text page, including airports, can be read and links to the others', async ({ page }) => {
    for (const path of pages) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(200);
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('link'), path).toHaveCount(13);
      await expect(page.locator('main h2').first(), path).toBeVisible();
    }
  });

  test('[PUBLIC-SECTOR-06/1, PUBLIC-SECTOR-06/2] an unknown sector is 404 and shows only header and footer; /404 is 404 too', async ({
    page,
    noise,
  }) => {
    noise.expected.push(/status of 404/);
    const unknown = await page.goto(pagesPaths.sector({ type: 'prisons' }));
    expect(unknown?.status()).toBe(404);
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByText('Oshawa, Ontario')).toBeVisible();
    await expect(page.locator('main').getByRole('heading')).toHaveCount(0);
    expect((await page.goto(pagesPaths.notFound()))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Oops! This Page Is Not Found/);
  });

  test('the questions open, and the links of the header work', async ({ page, viewport }) => {
    await page.goto(pagesPaths.faq());
    const first = page.locator('main details').first();
    await first.locator('summary').click();
    await expect(first.locator('p')).toBeVisible();
    if (isPhone(viewport?.width)) await page.locator('header summary').click();
    await page.getByRole('banner').getByRole('link', { name: 'Services' }).filter({ visible: true }).click();
    await expect(page).toHaveURL(pagesPaths.services());
    await page.getByRole('link', { name: /^Concierge/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Concierge security guards');
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Services' }).click();
    await expect(page).toHaveURL(pagesPaths.services());
  });
});

test('a visitor walks through the site without a page load, and back', async ({ page, viewport }) => {
  await page.goto(pagesPaths.home());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await hydratePage(page);
  await page.evaluate(() => Object.assign(window, { isTheSamePage: true }));
  const title = page.getByRole('heading', { level: 1 });

  if (isPhone(viewport?.width)) await page.locator('header summary').click();
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).filter({ visible: true }).click();
  await expect(title).toHaveText('Security guards for ten sectors');
  await expect(page).toHaveTitle('Services · Guard Portal');
  await expect(page.locator('header details')).not.toHaveAttribute('open');

  await page
    .locator('main')
    .getByRole('link', { name: /^Banks/ })
    .click();
  await expect(title).toHaveText('Bank security guards');
  await expect(title).toBeFocused();
  await expect(page).toHaveTitle('Bank security guards · Guard Portal');

  await page.locator('main').getByRole('link', { name: /^VIP/ }).click();
  await expect(title).toHaveText('VIP protection');
  await expect(title).toBeFocused();
  await expect(page).toHaveTitle('VIP protection · Guard Portal');

  await page.goBack();
  await expect(title).toHaveText('Bank security guards');
  await expect(page).toHaveTitle('Bank security guards · Guard Portal');

  for (const [name, heading] of [
    ['FAQ', 'Questions and answers'],
    ['Privacy Policy', 'Privacy Policy'],
    ['Contract agreement', 'Contract agreement'],
    ['How It Works', 'From a job posted to a job done'],
    ['Ontario', 'Security guards in Ontario'],
    ['About Us', 'Security work that both sides can trust'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
    await expect(title).toHaveText(heading);
    await expect(page.locator('main h2').first()).toBeVisible();
  }
  expect(await page.evaluate(() => 'isTheSamePage' in window)).toBe(true);
});

test('a link of the header that is pressed while the page hydrates is followed on release', async ({ page }) => {
  const shell = /\/modules\/shell\/[^/]+\/shell\.[^/]+\.js/;
  let letCome: () => void = () => undefined;
  const isPressed = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(shell, async (route) => {
    await isPressed;
    await route.continue();
  });
  await page.addInitScript((source) => {
    const ran = ({ target }: Event) => {
      if (target instanceof HTMLScriptElement && new RegExp(source).test(target.src)) Object.assign(window, { hasRun: true });
    };
    document.addEventListener('load', ran, true);
  }, shell.source);
  await page.clock.install();
  await page.goto(pagesPaths.home());
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).filter({ visible: true }).hover();
  await page.mouse.down();
  // The page does not treat a press of several seconds as a click.
  await withPausedClock(page, async () => {
    letCome();
    await page.waitForFunction(() => 'hasRun' in window);
    await page.mouse.up();
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
});

test('an address leads to a group of questions', async ({ page }) => {
  await page.goto(`${pagesPaths.faq()}#faq-pay`);
  await expect(page.getByRole('heading', { name: 'Pay', exact: true })).toBeInViewport();
});

const remaining = (element: Element) => element.scrollHeight - element.clientHeight - element.scrollTop;

test('[PUBLIC-CONTRACT-01/1] the contract agreement has a box that is lower than its text and scrolls by keyboard', async ({
  page,
  viewport,
}) => {
  await page.setViewportSize({ width: viewport?.width ?? 360, height: 480 });
  await page.goto(pagesPaths.contract());
  const box = page.getByRole('region', { name: 'Contract agreement' });
  await expect(box.getByRole('heading').first()).toBeVisible();
  expect(await box.evaluate(remaining)).toBeGreaterThan(50);
  await box.focus();
  await page.keyboard.press('End');
  await expect.poll(() => box.evaluate(remaining)).toBeLessThanOrEqual(1);
});

for (const [id, path, name] of [
  ['PUBLIC-LEGAL-01', pagesPaths.privacy(), 'Privacy Policy'],
  ['PUBLIC-LEGAL-02', pagesPaths.terms(), 'Terms and Conditions'],
] as const)
  test(`[${id}] the text of ${name} has its full length, scrolls with the page, and its contents lead to each section`, async ({
    page,
  }) => {
    await page.goto(path);
    const text = page.getByRole('region', { name });
    await expect(text.getByRole('heading').first()).toBeVisible();
    expect(await text.evaluate(remaining)).toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const last = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last();
    await last.click();
    await expect(text.getByRole('heading', { name: (await last.textContent()) ?? '' })).toBeInViewport();
  });

test('a legal text is printed completely, without header and footer', async ({ page }) => {
  await page.goto(pagesPaths.privacy());
  const box = page.getByRole('region', { name: 'Privacy Policy' });
  await expect(box.getByRole('heading').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByText('Oshawa, Ontario')).toBeHidden();
  await expect(box).toBeVisible();
  expect(await box.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(0);
});

test('[PUBLIC-FAQ-07/2] a guard whose session ended elsewhere leaves the questions without a message', async ({ page, guard, noise }) => {
  noise.expected.push(/status of 401/);
  await logIn(page, guard);
  await page.evaluate(() => {
    localStorage.setItem('token', 'not-a-token');
    // biome-ignore lint/suspicious/noDocumentCookie: the test breaks the session in both stores
    document.cookie = 'token=not-a-token; path=/';
  });
  await page.goto(pagesPaths.faq());
  // The served page has neither a session nor an alert. The assertions below apply after it has checked the session.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' }).filter({ visible: true })).toBeVisible();
  await expect(page).toHaveURL(pagesPaths.faq());
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a logged-in guard finds the way back to the portal', async ({ page, guard }) => {
  await logIn(page, guard);
  await page.goto(enquiriesPaths.contact());
  await expect(page.getByRole('banner').getByRole('link', { name: 'My portal' }).filter({ visible: true })).toHaveAttribute(
    'href',
    `/guard/myprofile/${guard.id}`,
  );
});
