import type { Page } from '@playwright/test';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { logOut } from '../../support/chrome';
import type { CaseResult } from './act';
import { filesOf } from './broken-builds';
import { modules, pathOf } from './fronts';
import {
  checkNeverBlank,
  follow,
  goTo,
  LOOK_MS,
  type MatrixWorld,
  reportsOf,
  visitModules,
  waitForRevision,
  waitForScreen,
  waitForShell,
  withPage,
} from './inPage';
import { BAD_SHELL, FAILURE_TIME_KEY, type ShellCase } from './shellTable';
import { SHORT_WAITS } from './test-host';

/** Time in which a reload would be detected. */
const STILL_MS = 2000;
const START_MS = Number(SHORT_WAITS.PORTAL_START_MS);

const mark = (page: Page) => page.evaluate(() => void Object.assign(globalThis, { __sameDocument: true }));
/** True if the page is requested again within `STILL_MS`. */
const isLoadedAnew = (page: Page) =>
  page
    .waitForRequest((request) => request.isNavigationRequest(), { timeout: STILL_MS })
    .then(
      () => true,
      () => false,
    );
const isSame = (page: Page) => page.evaluate(() => '__sameDocument' in globalThis);

/** Applies the fault to a file of the bad shell, and returns the time of its first request. */
async function strike(page: Page, { stand }: MatrixWorld, { version, file, wire, isEach }: ShellCase): Promise<() => number | null> {
  let at: number | null = null;
  if (!wire || !file) return () => null;
  for (const shell of [BAD_SHELL[version], ...(isEach ? [stand.good.shell ?? ''] : [])]) {
    const name = (await filesOf(stand.context.store, shell))[file];
    if (!name) throw new Error(`the shell has no ${file}`);
    await page.route(new RegExp(`/modules/shell/${shell}/${name}`), (route) => {
      at ??= Date.now();
      return wire(route);
    });
  }
  return () => at;
}

async function comesBack(world: MatrixWorld, page: Page, one: ShellCase, result: CaseResult): Promise<void> {
  const { stand, guard } = world;
  const good = stand.good.shell ?? '';
  let visits = 0;
  page.on('request', (request) => void (request.isNavigationRequest() && visits++));
  const struckAt = await strike(page, world, one);
  const began = Date.now();
  await page.goto(jobsPaths.search(), { waitUntil: 'commit' });
  await waitForShell(page, good, START_MS + LOOK_MS);
  const readyAt = Date.now();
  const noted = Number(await page.evaluate((key) => sessionStorage.getItem(key), FAILURE_TIME_KEY));
  const struck = one.waits ? began + START_MS : struckAt() || noted || began;
  result.recoveryMs = Math.max(0, readyAt - struck);
  if (result.recoveryMs > world.limits.recoveryMs) result.wrong.push(`the last good shell came after ${result.recoveryMs} ms`);
  await waitForScreen(page, 'mf-jobs', guard);
  const before = visits;
  await page.reload();
  await waitForShell(page, good, LOOK_MS);
  if (visits !== before + 1) result.wrong.push('a reload tried the bad shell again');
  await works(world, page, result.wrong);
}

async function works(world: MatrixWorld, page: Page, wrong: string[]): Promise<void> {
  await visitModules(world, page, modules, wrong);
  await logOut(page).catch((error: Error) => wrong.push(`logging out: ${error.message.split('\n')[0]}`));
}

/** No shell starts: the page shows one error with a retry button, and does not reload itself. */
async function isCalm(world: MatrixWorld, page: Page, one: ShellCase): Promise<void> {
  await strike(page, world, one);
  await page.goto(jobsPaths.search(), { waitUntil: 'commit' });
  const said = page.getByRole('alert').filter({ hasText: 'The portal did not start' });
  await said.waitFor({ timeout: LOOK_MS });
  if (await isLoadedAnew(page)) throw new Error('the page was reloaded again');
  await said.getByRole('button', { name: 'Try again' }).waitFor();
  if ((await said.count()) !== 1) throw new Error('the error is shown more than once');
}

/** The connection fails when the page loads the shell and the registry: the page shows an error, and the same shell starts once it is online. */
async function isUnblamed(world: MatrixWorld, page: Page, result: CaseResult): Promise<void> {
  let isDown = true;
  const cut = /\/modules\/shell\/|\/registry\.json/;
  await page.route(cut, (route) => (isDown ? route.abort('internetdisconnected') : route.continue()));
  await page.goto(jobsPaths.search(), { waitUntil: 'commit' });
  await page.getByRole('alert').filter({ hasText: 'The portal did not start' }).waitFor({ timeout: LOOK_MS });
  isDown = false;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await waitForShell(page, BAD_SHELL.next, LOOK_MS);
  const told = (await reportsOf(page)).filter(({ event }) => event === 'failed');
  if (told.length > 0) result.wrong.push(`a version was reported as failed: ${told[0]?.detail}`);
  await works(world, page, result.wrong);
}

/** A new shell is activated while the guard types: the page keeps the input, and reloads at a later navigation. */
async function isFollowed(world: MatrixWorld, page: Page, { wrong }: CaseResult): Promise<void> {
  const { stand, guard } = world;
  await stand.run();
  await page.goto(pathOf('mf-onboarding', guard));
  await waitForScreen(page, 'mf-onboarding', guard);
  const postal = page.getByLabel('Postal code');
  await postal.fill('K1A 0B1');
  await mark(page);
  await stand.run('shell', BAD_SHELL.next);
  const { revision } = JSON.parse((await stand.signed()).document) as { revision: number };
  await waitForRevision(page, revision);
  if ((await isLoadedAnew(page)) || !(await isSame(page)) || !(await postal.inputValue()).startsWith('K1A'))
    throw new Error('the typed input is lost');
  // The first navigation leaves the page with the unsaved input; the reload may happen at the next one.
  await goTo(page, 'mf-jobs', guard);
  await follow(page, pathOf('mf-communication', guard));
  await waitForShell(page, BAD_SHELL.next, LOOK_MS);
  await waitForScreen(page, 'mf-communication', guard);
  await works(world, page, wrong);
}

async function meet(world: MatrixWorld, page: Page, one: ShellCase, result: CaseResult): Promise<void> {
  if (one.ends === 'reloaded') return isFollowed(world, page, result);
  await world.stand.run('shell', BAD_SHELL[one.version]);
  if (one.ends === 'unblamed') return isUnblamed(world, page, result);
  if (one.ends === 'calm') return isCalm(world, page, one);
  await comesBack(world, page, one, result);
}

/** Tries one fault of the shell in its own page. Never rejects. */
export async function trySpoiledShell(world: MatrixWorld, one: ShellCase): Promise<CaseResult> {
  const began = performance.now();
  const result: CaseResult = { id: `shell / ${one.id}`, wrong: [], ms: 0, recoveryMs: null, leavingMs: null };
  try {
    await withPage(world, one.code ?? '', async (page) => {
      await meet(world, page, one, result);
      await checkNeverBlank(page, world.limits, result.wrong);
    });
  } catch (error) {
    result.wrong.push((error as Error).message.split('\n')[0] ?? '');
  }
  return { ...result, ms: Math.round(performance.now() - began) };
}
