import type { Page } from '@playwright/test';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { ModuleName } from '@portal/mf-kit/module';
import { violations } from './axe';
import { expect, logIn, test } from './fixtures';
import { remotes } from './remotes';
import { closedToApproved, expectAt, openable, pageNotFound, type Route, readsOfNothing, routesOf, wantsGuard } from './routes';

const visitors = ['public', 'visitor', 'flow'];
const aboutOneJob: string[] = [jobsPaths.jobPage.pattern, jobsPaths.jobDetail.pattern];

/** A desk and a phone: what differs between the two follows the width of the window. */
const windows = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
];

/** Two frames: what follows the window has been drawn. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))));

/**
 * What axe finds on a page that is opened once, on a desk and on a phone. A page that was opened is the page that was asked for: a login in its
 * place would pass every check.
 */
export async function pageViolations(page: Page, path: string): Promise<string[]> {
  const found: string[] = [];
  for (const [at, size] of windows.entries()) {
    await page.setViewportSize(size);
    if (at === 0) await page.goto(path);
    await drawn(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAt(page, path);
    found.push(...(await violations(page, `${path} ${size.width}`)));
  }
  return found;
}

/** How long all pages of a remote may take, on a machine that has other things to do. */
const WHOLE_MS = 300_000;

/**
 * Every built page of a remote, as whom it is open to sees it. Each remote has a spec of its own, for a change to choose its own; `atLeast`: the
 * fewest pages that were looked at when all is well.
 */
export function noViolationOn(remote: ModuleName, { atLeast = 9 } = {}): void {
  test(`every built page of ${remote} has no axe violation`, async ({ page, request, guard, job, noise }) => {
    test.setTimeout(WHOLE_MS);
    noise.expected.push(pageNotFound);
    for (const endpoint of readsOfNothing) noise.refusal(404, endpoint);
    const routes = await routesOf(request);
    // None is left out: neither a remote, nor a page that is open to somebody else.
    expect([...new Set(routes.map(({ module }) => module))].sort()).toEqual(remotes);
    const built = routes.filter(({ module, built }) => module === remote && built !== false);
    const open = built.filter(({ access }) => visitors.includes(access));
    const own = built.filter(wantsGuard);
    expect(open.length + own.length).toBe(built.length);
    expect(built.length).toBeGreaterThanOrEqual(atLeast);

    const found: string[] = [];
    for (const { pattern } of open) found.push(...(await pageViolations(page, openable(pattern, 'x'))));
    const withJob = ({ pattern }: Route) => (aboutOneJob.includes(pattern) ? `?jobId=${job.jobId}&shiftId=${job.shiftIds[0]}` : '');
    if (own.length > 0) await logIn(page, guard);
    for (const route of own.filter((route) => !closedToApproved(route)))
      found.push(...(await pageViolations(page, openable(route.pattern, guard.id) + withJob(route))));
    expect(found).toEqual([]);
  });
}
