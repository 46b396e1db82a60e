import type { Page } from '@playwright/test';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { violations } from '../support/axe';
import { expect, logIn, test } from '../support/fixtures';
import { closedToApproved, expectAt, openable, pageNotFound, type Route, readsOfNothing, routesOf, unfinished } from '../support/routes';

const isBuilt = (route: Route) => route.built !== false;

/** A page that was opened is the page that was asked for: a login in its place would pass every check. */
async function pageViolations(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAt(page, path);
  return violations(page, path);
}

test('every built page that a visitor may open has no axe violation', async ({ page, request, noise }) => {
  noise.expected.push(pageNotFound);
  const open = (await routesOf(request)).filter((route) => isBuilt(route) && ['public', 'visitor', 'flow'].includes(route.access));
  expect(open.length).toBeGreaterThan(10);
  const found: string[] = [];
  for (const route of open) found.push(...(await pageViolations(page, openable(route.pattern, 'x'))));
  expect(found).toEqual([]);
});

// The pages of communication apart: all of them together take longer than one test may.
for (const [whose, isTheirs] of [
  ['of communication', (module: string) => module === 'mf-communication'],
  ['of the other modules', (module: string) => module !== 'mf-communication'],
] as const)
  test(`every built page of a guard has no axe violation: those ${whose}`, async ({ page, request, guard, job, noise }) => {
    for (const endpoint of readsOfNothing) noise.refusal(404, endpoint);
    await logIn(page, guard);
    const own = (await routesOf(request)).filter(
      (route) =>
        isTheirs(route.module) && isBuilt(route) && ['guard', 'held', 'session'].includes(route.access) && !closedToApproved(route),
    );
    expect(own.length).toBeGreaterThan(8);
    const aboutOneJob: string[] = [jobsPaths.jobPage.pattern, jobsPaths.jobDetail.pattern];
    const found: string[] = [];
    for (const route of own) {
      const query = aboutOneJob.includes(route.pattern) ? `?jobId=${job.jobId}&shiftId=${job.shiftIds[0]}` : '';
      found.push(...(await pageViolations(page, openable(route.pattern, guard.id) + query)));
    }
    expect(found).toEqual([]);
  });

for (const { step, path } of unfinished) {
  test(`the step ${step} of a guard who is not done has no axe violation`, async ({ page, guardAt }) => {
    const guard = await guardAt(step);
    await logIn(page, guard);
    expect(await pageViolations(page, path({ id: guard.id }))).toEqual([]);
  });
}
