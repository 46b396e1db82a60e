import type { Page } from '@playwright/test';
import { guardsPaths, settingsFragments } from '@portal/contracts/guards/guards.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { ModuleName } from '@portal/mf-kit/module';
import { expect, logIn, test } from './fixtures';
import { remotes } from './remotes';
import { isClosedToApproved, isForGuards, pageNotFound, pathFor, type Route, readsWithUnknownId, routesOf } from './routes';

const visitors = ['public', 'visitor', 'flow'];
const aboutOneJob: string[] = [jobsPaths.jobPage.pattern, jobsPaths.jobDetail.pattern];

export interface PagesOptions {
  /** The minimum number of pages of the remote. */
  atLeast?: number;
  prepare?: (page: Page) => Promise<unknown>;
}

/** The time in ms for all pages of a remote, on a busy machine. */
const WHOLE_MS = 300_000;

/** A test that opens every built page of a remote, as a visitor or as a guard with access, and expects that `inspect` returns nothing. */
export function testEveryPage(
  remote: ModuleName,
  title: string,
  inspect: (page: Page, path: string) => Promise<string[]>,
  { atLeast = 9, prepare }: PagesOptions = {},
): void {
  test(title, async ({ page, request, guard, job, awarded, noise }) => {
    test.setTimeout(WHOLE_MS);
    noise.expected.push(pageNotFound);
    for (const endpoint of readsWithUnknownId) noise.refusal(404, endpoint);
    const routes = await routesOf(request);
    // Every remote, and every page of this one, is covered.
    expect([...new Set(routes.map(({ module }) => module))].sort()).toEqual(remotes);
    const built = routes.filter(({ module, built }) => module === remote && built !== false);
    const open = built.filter(({ access }) => visitors.includes(access));
    const own = built.filter(isForGuards);
    expect(open.length + own.length).toBe(built.length);
    expect(built.length).toBeGreaterThanOrEqual(atLeast);

    await prepare?.(page);
    if (built.some(({ pattern }) => aboutOneJob.includes(pattern))) await awarded(guard, job);
    const found: string[] = [];
    for (const { pattern } of open) found.push(...(await inspect(page, pathFor(pattern, 'x'))));
    const fragmentsOf = ({ pattern }: Route) =>
      pattern === guardsPaths.settings.pattern ? ['', ...settingsFragments.map((id) => `#${id}`)] : [''];
    const withJob = ({ pattern }: Route) => (aboutOneJob.includes(pattern) ? `?jobId=${job.jobId}&shiftId=${job.shiftIds[0]}` : '');
    if (own.length > 0) await logIn(page, guard);
    for (const route of own.filter((route) => !isClosedToApproved(route)))
      for (const fragment of fragmentsOf(route))
        found.push(...(await inspect(page, pathFor(route.pattern, guard.id) + withJob(route) + fragment)));
    expect(found).toEqual([]);
  });
}
