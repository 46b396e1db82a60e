import type { Page } from '@playwright/test';
import { logOut } from '../../support/chrome';
import { modules, pathOf } from './fronts';
import {
  checkNeverBlank,
  follow,
  goTo,
  LOOK_MS,
  type MatrixWorld,
  readObservations,
  reportsOf,
  revisionOf,
  runningVersion,
  visitModules,
  waitForReport,
  waitForRevision,
  waitForScreen,
  waitUntilRunning,
  withPage,
} from './inPage';
import { BAD, type Case } from './table';
import { SHORT_WAITS } from './test-host';

/** Time limit here for the active version of a module that has a last good version. */
const PATIENCE_MS = 5000 * Number(SHORT_WAITS.PORTAL_PATIENCE);

export interface CaseResult {
  id: string;
  /** Violations; empty: passed. */
  wrong: string[];
  ms: number;
  /** From the error or the deadline to the last good version. */
  recoveryMs: number | null;
  /** Time until the next screen after a module with a hanging unmount. */
  leavingMs: number | null;
}

export const FAILURE_EVENTS = ['failed', 'screen failed', 'does not fit'];
const neighbourOf = (module: string) => modules[(modules.indexOf(module) + 1) % modules.length] ?? '';

interface Course extends MatrixWorld {
  page: Page;
  one: Case;
  good: string;
  bad: string;
  /** Time of the first request of the entry that the fault intercepted. */
  struckAt: () => number | null;
}

/** Opens the module's bad version at the moment of the case. */
async function meet({ page, stand, guard, one: { module, moment }, good, bad }: Course): Promise<void> {
  const path = pathOf(module, guard);
  if (moment === 'open page') {
    await stand.run();
    await page.goto(path);
    await waitUntilRunning(page, module, good);
    await waitForScreen(page, module, guard);
    await stand.run(module, bad);
    return;
  }
  await stand.run(module, bad);
  if (moment === 'first load') return void (await page.goto(path, { waitUntil: 'commit' }));
  await page.goto(pathOf(neighbourOf(module), guard));
  await waitForScreen(page, neighbourOf(module), guard);
  await follow(page, path);
}

/** The fault occurs before the module is shown: its last good version must follow. Returns the milliseconds from the error or the deadline. */
async function recovers(course: Course): Promise<number> {
  const { page, guard, one, good, bad, struckAt } = course;
  const { fault, module } = one;
  await meet(course);
  const failure = await waitForReport(page, FAILURE_EVENTS, bad, (fault.waits ? PATIENCE_MS : 0) + LOOK_MS);
  await waitUntilRunning(page, module, good);
  await waitForScreen(page, module, guard);
  const shown = (await reportsOf(page)).findLast(({ event, version }) => event === 'shown' && version === good);
  if (!shown) throw new Error(`no report shows ${module} ${good}`);
  // A hanging version fails at its deadline, which the report names. Without a recorded time the failure report is the start.
  const struck = fault.waits ? null : ((await readObservations(page)).faultAt ?? struckAt());
  return Math.max(0, Date.parse(shown.at) - (struck ?? Date.parse(failure.at)));
}

/** The fault occurs when the module is left: the next screen must not wait for it. Returns the milliseconds until that screen. */
async function isLeft(course: Course): Promise<number> {
  const { page, guard, one, bad } = course;
  await meet(course);
  await waitUntilRunning(page, one.module, bad);
  await waitForScreen(page, one.module, guard);
  const ms = await goTo(page, neighbourOf(one.module), guard);
  await waitForReport(page, ['failed'], bad, LOOK_MS);
  return ms;
}

/** The revision has no valid signature: neither the host nor an open page may apply it. */
async function staysAway(course: Course): Promise<void> {
  const { page, stand, guard, one, good, bad } = course;
  const { module, moment } = one;
  await stand.run();
  const { revision, signed, met, takeAway } = await stand.corrupt(module, bad);
  try {
    await met();
    if (moment === 'first load') await page.goto(pathOf(module, guard), { waitUntil: 'commit' });
    else {
      const first = moment === 'navigation' ? neighbourOf(module) : module;
      await page.goto(pathOf(first, guard));
      await waitForScreen(page, first, guard);
      await page.route('**/registry.json', (route) => route.fulfill({ json: signed }));
      // An online event makes the page fetch the registry.
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await Promise.race([waitForReport(page, ['registry refused'], null, LOOK_MS), waitForRevision(page, revision)]);
      if (moment === 'navigation') await follow(page, pathOf(module, guard));
    }
    await waitForScreen(page, module, guard);
    if ((await runningVersion(page, module)) !== good || (await revisionOf(page)) === revision)
      throw new Error(`${module} ${bad} was applied from a revision without a valid signature`);
  } finally {
    takeAway();
  }
}

/** Checks that the other modules work in this page, and that it was never blank. */
async function worksOn(course: Course, wrong: string[]): Promise<void> {
  const { page, one } = course;
  await visitModules(
    course,
    page,
    modules.filter((name) => name !== one.module),
    wrong,
  );
  await checkNeverBlank(page, course.limits, wrong);
  await logOut(page).catch((error: Error) => wrong.push(`logging out: ${error.message.split('\n')[0]}`));
}

/** Tries one fault in one module at one moment, in its own page. Never rejects. */
export async function tryCase(world: MatrixWorld, one: Case): Promise<CaseResult> {
  const began = performance.now();
  const { fault, module } = one;
  const [good = '', bad] = [world.stand.good[module], BAD[fault.version]];
  const result: CaseResult = { id: one.id, wrong: [], ms: 0, recoveryMs: null, leavingMs: null };
  try {
    await withPage(world, fault.code ?? '', async (page) => {
      let struckAt: number | null = null;
      const { wire } = fault;
      const entry = new RegExp(`/modules/${module}/${bad}/remoteEntry\\.js`);
      if (wire)
        await page.route(entry, (route) => {
          struckAt ??= Date.now();
          return wire(route);
        });
      const course: Course = { ...world, page, one, good, bad, struckAt: () => struckAt };
      if (fault.shows === 'coming') result.recoveryMs = await recovers(course);
      else if (fault.shows === 'leaving') result.leavingMs = await isLeft(course);
      else await staysAway(course);
      if ((result.recoveryMs ?? 0) > world.limits.recoveryMs) result.wrong.push(`the last good version came after ${result.recoveryMs} ms`);
      await worksOn(course, result.wrong);
    });
  } catch (error) {
    result.wrong.push((error as Error).message.split('\n')[0] ?? '');
  }
  return { ...result, ms: Math.round(performance.now() - began) };
}
