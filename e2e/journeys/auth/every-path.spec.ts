import { expect, logIn, test } from '../../support/fixtures';
import { expectAt, isClosedToApproved, pageNotFound, pathFor, readsWithUnknownId, routesOf } from '../../support/routes';

// On a desktop. The specs of a11y/remotes open each built page at the width of a phone.
test('every registered path answers, shows a heading, keeps the chrome, and is the requested page', async ({
  page,
  request,
  guard,
  noise,
}) => {
  noise.expected.push(pageNotFound);
  for (const endpoint of readsWithUnknownId) noise.refusal(404, endpoint);
  await logIn(page, guard);
  const home = new URL(page.url()).pathname;
  const routes = await routesOf(request);
  expect(routes).toHaveLength(61);
  for (const route of routes) {
    const path = pathFor(route.pattern, guard.id);
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(route.notFound ? 404 : 200);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expectAt(page, isClosedToApproved(route) ? home : path);
    if (route.chrome !== 'bare') await expect(page.getByRole('navigation').first(), path).toBeAttached();
  }
});
