import type { Page } from '@playwright/test';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { session } from '@portal/contracts/auth/auth.endpoints';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { logOut, openMenu, press, touch } from '../support/chrome';
import { expect, logIn, logInByScreen, test } from '../support/fixtures';
import { openLive } from '../support/live';

/** The shell's files that load after the page: all except its entry and the libraries that it provides to modules. */
const lateFile = /\/modules\/shell\/[^/]+\/(?!shell\.|yup\.|moment\.)[^/]+\.js/;
const isSession = (url: URL) => url.pathname === fullPath(session);
const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' }).first();

test('the bar and the menus work without any late file of the shell; the picture and the logout work after their files have loaded', async ({
  page,
  guard,
  noise,
}) => {
  noise.expected.push(/ERR_FAILED|ChunkLoadError|Loading chunk|preview/);
  await page.route(isSession, async (route) => {
    const response = await route.fetch();
    const reply = await response.json();
    // After the logout there is no guard.
    if (reply.data) reply.data.guard.profileImage = 'portrait.png';
    await route.fulfill({ response, json: reply });
  });
  const lost: string[] = [];
  let isLost = true;
  await page.route(lateFile, (route) => {
    if (!isLost) return route.continue();
    lost.push(route.request().url());
    return route.abort();
  });
  await logIn(page, guard);
  await page.goto(jobsPaths.search());
  await expect.poll(() => lost.length, 'files were asked for and lost').toBeGreaterThan(1);
  await expect(mainMenu(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'My Profile' }).first()).toBeVisible();

  await test.step('uses a late file without a reload', async () => {
    const before = await page.evaluate(() => performance.timeOrigin);
    const pictureRequest = page.waitForRequest((request) => request.url().includes('portrait.png'), { timeout: 60_000 });
    isLost = false;
    await pictureRequest;
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(before);
    await expect(mainMenu(page)).toBeVisible();
  });

  isLost = true;
  await page.reload();
  await expect(mainMenu(page)).toBeVisible();
  await test.step('the logout keeps the session until its file has loaded, and requests the file again at the next press', async () => {
    const folds = await openMenu(page);
    await press(page.getByRole('button', { name: 'Logout' }));
    await expect(page.getByText('Log out is not ready. Check your connection and try again.')).toBeVisible();
    expect([folds, new URL(page.url()).pathname]).toEqual([false, jobsPaths.search()]);
    isLost = false;
    await logOut(page);
  });
});

test('a session without its guard and a server without a reply: the portal starts, and continues when the reply arrives', async ({
  page,
  guard,
}) => {
  await logIn(page, guard);
  await page.evaluate(() => localStorage.clear());
  let answer: () => void = () => undefined;
  const blocked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(isSession, async (route) => {
    await blocked;
    await route.continue();
  });
  await page.goto(jobsPaths.search());
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  answer();
  await expect(page).not.toHaveURL(new RegExp(authPaths.login()));
  await expect(mainMenu(page)).toBeVisible();
});

test('when the browser stores nothing, public pages work, and a guard works until a reload and sees a notice about it', async ({
  page,
  context,
  guard,
}) => {
  await context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, { get: refuse });
    Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse });
    Object.defineProperty(Navigator.prototype, 'locks', { get: refuse });
    Object.defineProperty(window, 'BroadcastChannel', { value: refuse });
  });
  await page.goto(pagesPaths.home());
  await page.getByRole('link', { name: 'Log in' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();

  await logInByScreen(page, guard);
  await expect(page.getByText(/does not store data for this site, so closing or reloading this page logs you out/)).toBeVisible();
  await mainMenu(page).getByRole('link', { name: 'Search Jobs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Search Jobs' })).toBeVisible();
  await mainMenu(page).getByRole('link', { name: 'Notifications' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Notification Alerts' })).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(authPaths.login());
});

test("a guard logs in, reads and writes when the browser's storage never replies", async ({ page, context, guard, job, awarded }) => {
  await awarded(guard, job);
  await context.addInitScript(() => {
    const never = () => new Promise(() => undefined);
    for (const name of ['open', 'has', 'keys', 'match', 'delete'] as const)
      Object.defineProperty(CacheStorage.prototype, name, { value: never });
    const silent = Object.create(IDBOpenDBRequest.prototype, { addEventListener: { value: () => undefined } });
    Object.defineProperty(IDBFactory.prototype, 'open', { value: () => silent });
    Object.defineProperty(LockManager.prototype, 'request', { value: never });
  });
  await page.goto(pagesPaths.home());
  await page.getByRole('link', { name: 'Log in' }).first().click();
  await logIn(page, guard);
  await openLive(page, jobsPaths.search());
  await expect(page.getByRole('link', { name: /^View More/ }).first()).toBeVisible();
  await page.goto(chatPaths.rooms());
  await page
    .getByRole('list', { name: 'Chats' })
    .getByRole('link', { name: new RegExp(job.title) })
    .click();
  const box = page.getByRole('textbox', { name: /^Message to/ });
  await box.fill('Who has the keys?');
  await box.press('Enter');
  await expect(page.getByRole('log').getByRole('article').filter({ hasText: 'Who has the keys?' })).toContainText(/Sent|Delivered/);
  await logOut(page);
});

test('an event stream that replies with an error is requested again until it works', async ({ page, noise }) => {
  noise.expected.push(/registry\/events|EventSource|503/);
  const answers: number[] = [];
  await page.route(/\/registry\/events/, (route) => {
    answers.push(answers.length < 2 ? 503 : 200);
    return answers.length < 3 ? route.fulfill({ status: 503, body: '' }) : route.continue();
  });
  const open = page.waitForResponse((response) => /\/registry\/events/.test(response.url()) && response.status() === 200, {
    timeout: 60_000,
  });
  await page.goto(pagesPaths.home());
  await touch(page);
  await expect.poll(() => answers, { timeout: 60_000 }).toEqual([503, 503, 200]);
  expect((await open).headers()['content-type']).toContain('text/event-stream');
});

test('a suspended leader tab does not block others: a visible tab takes over, and the first one learns of it when it wakes', async ({
  page,
  context,
  guard,
  staff,
}) => {
  await logIn(page, guard);
  await openLive(page, notificationsPaths.list());
  const other = await context.newPage();
  const newSocket = other.waitForEvent('websocket', { timeout: 120_000 });
  await other.goto(notificationsPaths.list());
  await expect(other.getByRole('heading', { level: 1, name: 'Notification Alerts' })).toBeVisible();

  const cdp = await context.newCDPSession(page);
  await cdp.send('Debugger.enable');
  const paused = new Promise((resolve) => cdp.once('Debugger.paused', resolve));
  await cdp.send('Debugger.pause');
  await paused;
  await newSocket;
  await staff.call(notify, { guard: guard.id, title: 'The back gate is closed' });
  await expect(other.getByRole('heading', { name: 'The back gate is closed' })).toBeVisible();

  await cdp.send('Debugger.resume');
  await cdp.detach();
  await expect(page.getByRole('heading', { name: 'The back gate is closed' })).toBeVisible();
  await staff.call(notify, { guard: guard.id, title: 'Bring a torch' });
  for (const tab of [page, other]) await expect(tab.getByRole('heading', { name: 'Bring a torch' })).toBeVisible();
});
