import { authPaths } from '@portal/contracts/auth/auth.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { hydratePage, touch } from '../support/chrome';
import { expect, logIn, test } from '../support/fixtures';
import { remotes } from '../support/remotes';
import { frontOf, pathFor, routesOf } from '../support/routes';

// The first pages of these two are prerendered and contain their stylesheets.
const rendersItself = ['mf-onboarding', 'mf-public'];

for (const module of remotes.filter((name) => !rendersItself.includes(name))) {
  test(`shows the error card when a stylesheet of ${module} is missing at the first load, and Retry loads it`, async ({
    page,
    request,
    guard,
    noise,
  }) => {
    noise.expected.push(/404|Failed to load|integrity/i);
    const front = frontOf(await routesOf(request), module);
    await logIn(page, guard);
    const styles = new RegExp(`/modules/${module}/.*\\.css`);
    await page.route(styles, (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto(pathFor(front.pattern, guard.id));
    const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
    await expect(retry).toBeVisible();
    await page.unroute(styles);
    await retry.click();
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).not.toHaveText(/not responding/);
    await expect(retry).toBeHidden();
    const bare = await page.evaluate(
      (name) =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
          .filter(({ href, sheet }) => href.includes(`/modules/${name}/`) && !sheet)
          .map(({ href }) => href),
      module,
    );
    expect(bare).toEqual([]);
    expect(await page.locator(`link[rel="stylesheet"][href*="/modules/${module}/"]`).count()).toBeGreaterThan(0);
  });
}

const rendered = [
  { path: authPaths.login(), heading: 'Log in' },
  { path: pagesPaths.home(), heading: /./ },
];

for (const { path, heading } of rendered)
  test(`${path} is laid out by its HTML alone, and its scripts do not request a stylesheet that the HTML contains`, async ({ page }) => {
    const stylesheets: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'stylesheet') stylesheets.push(new URL(request.url()).pathname);
    });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(stylesheets).toEqual([]);
    const inside = await page.locator('style[data-from]').evaluateAll((styles) => styles.map((style) => style.getAttribute('data-from')));
    expect(inside.length).toBeGreaterThan(1);
    expect(await page.locator('body').evaluate((body) => getComputedStyle(body).marginTop)).toBe('0px');
    await hydratePage(page);
    expect(stylesheets.filter((file) => inside.includes(file))).toEqual([]);
  });

test('shows no message and leaves no element when a guard leaves a prerendered page during hydration', async ({ page }) => {
  // The mark is removed in the same task in which hydration begins.
  await page.addInitScript((login) => {
    new MutationObserver((_, observer) => {
      const main = document.querySelector('main');
      if (!main?.querySelector('[data-module]') || main.querySelector('[data-prerendered]')) return;
      observer.disconnect();
      window.history.pushState(null, '', login);
    }).observe(document, { subtree: true, childList: true, attributes: true });
  }, authPaths.login());
  await page.goto(pagesPaths.home());
  await touch(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await expect(page.locator('main > [data-module="mf-public"]')).toHaveCount(0);
});

test('shows the error card for a module that hangs, cancels it on leaving, and requests it again on return', async ({
  page,
  guard,
  noise,
}) => {
  noise.expected.push(/ERR_|Failed to load/);
  await logIn(page, guard);
  await page.goto(jobsPaths.search());
  await expect(page.getByRole('heading', { level: 1, name: 'Search Jobs' })).toBeVisible();
  const entryRequests: string[] = [];
  const entry = /\/modules\/mf-account\/.*remoteEntry\.js/;
  let isHung = true;
  await page.route(entry, (route) => {
    entryRequests.push(new URL(route.request().url()).search);
    return isHung ? undefined : route.continue();
  });
  const profile = page.getByRole('link', { name: 'My Jobs' }).first();
  await profile.click();
  // `npm run bench -- --only first-card` measures the exact time on an idle machine.
  await expect(page.getByRole('heading', { level: 1, name: /not responding/ })).toBeVisible({ timeout: 20_000 });

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Search Jobs' })).toBeVisible();
  isHung = false;
  await profile.click();
  await expect(page.getByText(guard.email).first()).toBeVisible();
  expect(entryRequests.at(-1)).toMatch(/^\?try=\d+$/);
});
