import type { BrowserContext, Page } from '@playwright/test';
import { copy } from '@portal/contracts/_kernel/copy';
import { BASE } from '@portal/contracts/_kernel/endpoint';
import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { applicationMessages } from '@portal/contracts/applications/applications.rules';
import { logoutQuestion } from '@portal/contracts/auth/auth.session';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { logOut, loseSignal, press } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';
import { apiCall } from '../../support/staff';

const isApiCall = (url: URL) => url.pathname.startsWith(`${BASE}/`);
const isApply = apiCall(applyForJob);
const chip = (page: Page) => page.getByRole('button', { name: '1 waiting to be sent' });

/** Records the keys of the applications that this browser sent, with the replies of the server. */
function watchApplies(context: BrowserContext) {
  const replies: { key: string; status: number }[] = [];
  context.on('response', (response) => {
    if (isApply(new URL(response.url())))
      replies.push({ key: response.request().headers()['idempotency-key'] ?? '', status: response.status() });
  });
  return replies;
}

/** Finds a job like a guard. Resolves with its address. */
async function find(page: Page, title: string): Promise<string> {
  await page.goto(jobsPaths.search());
  await page.getByRole('searchbox').fill(title);
  await page.getByRole('searchbox').press('Enter');
  await press(page.getByRole('link', { name: `View More: ${title}` }));
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  return page.url();
}

test.beforeEach(({ noise }) => {
  noise.expected.push(/net::ERR_FAILED|net::ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket connection/);
});

test('an application made offline waits through a reload, in every tab, and is sent once', async ({ page, context, guard, job }) => {
  const replies = watchApplies(context);
  await logIn(page, guard);
  const jobPage = await find(page, job.title);
  await page.goto(jobPage);

  await test.step('waits on the device', async () => {
    await loseSignal(page);
    await press(page.getByRole('button', { name: applicationMessages.applyNow }));
    await expect(page.getByRole('button', { name: applicationMessages.waits, exact: true })).toBeDisabled();
    await expect(page.getByText(applicationMessages.kept)).toBeVisible();
    await expect(chip(page)).toBeVisible();
  });

  await test.step('leaving explains that nothing is lost, and one key cancels it', async () => {
    await press(page.getByRole('button', { name: 'Menu' }));
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer.getByText(copy.unreachable)).toBeVisible();
    // The notice must not cover the button; otherwise this press fails.
    await drawer.getByRole('button', { name: 'Close the menu' }).click({ trial: true });
    await drawer.getByRole('link', { name: 'My Profile' }).click({ trial: true });
    await press(page.getByRole('button', { name: 'Logout' }));
    const question = page.getByRole('alertdialog', { name: logoutQuestion.title });
    await expect(question).toContainText(`“Application: ${job.title}”. Nothing is lost`);
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(chip(page)).toBeVisible();
  });

  // The portal host serves the page; only the API is out of reach.
  await context.route(isApiCall, (route) => route.abort());
  await context.setOffline(false);
  await page.reload();
  await expect(chip(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto(jobsPaths.search());
  await expect(chip(other)).toBeVisible();
  await press(chip(other));
  await expect(other.getByRole('dialog').getByRole('listitem')).toContainText([`Application: ${job.title}`]);
  expect(replies).toEqual([]);

  await context.unroute(isApiCall);
  await expect(
    other
      .getByRole('dialog')
      .getByRole('listitem')
      .getByText(/^Sent /),
    // The page checks every ten seconds whether the API is back, and pauses after a failed try.
  ).toBeVisible({ timeout: 60_000 });
  await expect(chip(page)).toBeHidden();
  await page.goto(jobPage);
  await expect(page.getByRole('button', { name: applicationMessages.alreadyApplied })).toBeVisible();
  await expect(page.getByText('1 of 5 guards applied')).toBeVisible();
  expect(replies).toEqual([{ key: expect.stringMatching(/.{8}/), status: 200 }]);
});

test('a waiting entry is sent only by the same guard', async ({ page, context, guard, job, guardAt }) => {
  const replies = watchApplies(context);
  const other = await guardAt('done');
  await logIn(page, guard);
  const jobPage = await find(page, job.title);
  await context.route(isApply, (route) => route.abort());
  await page.goto(jobPage);
  await press(page.getByRole('button', { name: applicationMessages.applyNow }));
  await expect(chip(page)).toBeVisible();
  await logOut(page);

  await context.unroute(isApply);
  await logIn(page, other);
  await page.goto(jobPage);
  await expect(page.getByRole('button', { name: applicationMessages.applyNow })).toBeVisible();
  await expect(chip(page)).toHaveCount(0);
  await logOut(page);
  expect(replies).toEqual([]);

  await logIn(page, guard);
  const statuses = () => replies.map(({ status }) => status);
  await expect.poll(statuses, { message: 'sent by itself after the login', timeout: 60_000 }).toEqual([200]);
  await page.goto(jobPage);
  await expect(page.getByRole('button', { name: applicationMessages.alreadyApplied })).toBeVisible();
  await expect(page.getByText('1 of 5 guards applied')).toBeVisible();
});
