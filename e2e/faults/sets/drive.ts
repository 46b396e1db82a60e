import type { BrowserContext, Page } from '@playwright/test';
import { BASE } from '@portal/contracts/_kernel/endpoint';
import { deviceKey } from '@portal/contracts/auth/auth.device-key';
import { session } from '@portal/contracts/auth/auth.endpoints';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { saveNotificationSettings } from '@portal/contracts/guards/guards.endpoints';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { logOut } from '../../support/chrome';
import { refusalPattern } from '../../support/noise';
import { FAILURE_EVENTS } from '../matrix/act';
import { type GuardLogin, modules } from '../matrix/fronts';
import { follow, type MatrixWorld, reportsOf, runningVersion, visitModules, withPage } from '../matrix/inPage';
import type { Versions } from './builds';
import { nextPath } from './next';
import type { VersionSet } from './table';

export interface DriveResult {
  id: string;
  /** Violations; empty: passed. */
  wrong: string[];
  ms: number;
}

const BADGE = 'Gold';

const inFlight = [session, deviceKey].map((call) => refusalPattern(401, call));

/** Collects console errors of all pages. A request of the shell may be in flight when the session ends, so its 401 is ignored. */
function listen(context: BrowserContext): string[] {
  const heard: string[] = [];
  const hear = (line: string) => void (inFlight.some((refused) => refused.test(line)) || heard.push(`console: ${line}`));
  context.on('console', (message) => void (message.type() === 'error' && hear(`${message.text()} ${message.location().url}`)));
  context.on('weberror', (error) => hear(String(error.error())));
  return heard;
}

async function logIn(page: Page, { email, password }: GuardLogin): Promise<void> {
  await page.goto(authPaths.login());
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== authPaths.login());
}

/** Shell versions whose files this page loaded. The previous release may not publish its version in the page. */
const shellsIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const versions = performance.getEntriesByType('resource').map(({ name }) => /\/modules\/shell\/([^/]+)\//.exec(name)?.[1]);
    return [...new Set(versions.filter((version) => version !== undefined))];
  });

/** Changes an alert setting of the guard, and checks it after a reload. */
async function write(page: Page): Promise<void> {
  await follow(page, `${guardsPaths.settings()}#alerts`);
  const chat = page.getByRole('group', { name: 'Chat' });
  const sms = chat.getByRole('switch', { name: 'SMS' });
  await sms.waitFor();
  const before = await sms.isChecked();
  await sms.press('Space');
  await chat.getByText(String(saveNotificationSettings.ok)).waitFor();
  await page.reload();
  await sms.waitFor();
  if ((await sms.isChecked()) === before) throw new Error('the changed setting is not stored');
}

/** Simulates a later API that gives the guard a badge. */
async function giveBadge(page: Page): Promise<void> {
  await page.route(`**${BASE}${session.path}`, async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { data?: { guard?: object } };
    if (reply.data?.guard) Object.assign(reply.data.guard, { badge: BADGE });
    await route.fulfill({ response, json: reply });
  });
}

/** Opens the screen of the next release: it shows the data of this set's shell and API, and works without the rest. */
async function seeNext(page: Page, remote: string, { edition, badge }: { edition: string; badge: string }): Promise<void> {
  await follow(page, nextPath(remote));
  const inIt = page.locator(`main > [data-module="${remote}"]`);
  for (const line of [`Edition: ${edition}`, `Badge: ${badge}`])
    await inIt
      .getByText(line)
      .waitFor()
      .catch(() => Promise.reject(new Error(`${remote} does not show "${line}" on the screen of its next release`)));
}

/** Composes one set and tests it as a guard uses it. Never rejects. */
export async function driveSet(world: MatrixWorld, { id, levels }: VersionSet, versions: Versions): Promise<DriveResult> {
  const began = performance.now();
  const wrong: string[] = [];
  const set = Object.fromEntries(Object.entries(levels).map(([name, level]) => [name, versions[level][name] ?? '']));
  // A module without a different next version keeps the active one.
  const isNext = (name: string) => set[name] === versions.next[name] && set[name] !== versions.live[name];
  const edition = isNext('shell') ? 'next' : 'not said';
  const tryTo = (what: string, act: Promise<unknown>) =>
    act.catch((error: Error) => void wrong.push(`${what}: ${error.message.split('\n')[0]}`));
  const seeAll = async (page: Page, badge: string) => {
    for (const name of modules.filter(isNext)) await tryTo('next', seeNext(page, name, { edition, badge }));
  };
  const goAround = async (page: Page) => {
    for (const name of modules) {
      await visitModules(world, page, [name], wrong);
      const version = await runningVersion(page, name);
      if (version !== set[name]) wrong.push(`${name} ${version} runs, not ${set[name]}`);
    }
    const shells = await shellsIn(page);
    if (shells.join() !== set.shell) wrong.push(`shell ${shells.join(', ')} runs, not ${set.shell}`);
    const failures = (await reportsOf(page)).filter(({ event }) => FAILURE_EVENTS.includes(event));
    wrong.push(...failures.map(({ event, module, version, detail }) => `${event} ${module} ${version}: ${detail}`));
  };
  const drive = async (page: Page, context: BrowserContext) => {
    const heard = listen(context);
    await logIn(page, world.guard);
    await goAround(page);
    await seeAll(page, 'none');
    await giveBadge(page);
    await tryTo('a write', write(page));
    await seeAll(page, BADGE);
    await goAround(page);
    await page.unrouteAll({ behavior: 'wait' });
    const before = heard.length;
    await tryTo('logging out', logOut(page));
    // When the server ends the socket at logout, the previous shell reads the guard's data once more and gets 401.
    const isForgiven = (line: string, at: number) => levels.shell === 'previous' && at >= before && line.includes('status of 401');
    wrong.push(...heard.filter((line, at) => !isForgiven(line, at)));
  };
  try {
    await world.stand.compose(set);
    await withPage(world, '', drive, false);
  } catch (error) {
    wrong.push((error as Error).message.split('\n')[0] ?? '');
  }
  return { id, wrong: [...new Set(wrong)], ms: Math.round(performance.now() - began) };
}
