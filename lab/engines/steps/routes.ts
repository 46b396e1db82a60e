import assert from 'node:assert/strict';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { refusalPattern } from '../../../e2e/support/noise';
import { remotes } from '../../../e2e/support/remotes';
import {
  isClosedToApproved,
  pageNotFound,
  pathFor,
  type Route,
  readsWithUnknownId,
  routesOf,
  unfinishedSteps,
} from '../../../e2e/support/routes';
import type { Scene, Step } from '../environment';
import { title, type Visit } from '../visit';

const isBuilt = (route: Route) => route.built !== false;
const ofVisitors = ({ access }: Route) => ['public', 'visitor', 'flow'].includes(access);
const ofGuards = ({ access }: Route) => ['guard', 'held', 'session'].includes(access);
const aboutOneJob: readonly string[] = [jobsPaths.jobPage.pattern, jobsPaths.jobDetail.pattern];

const builtRoutes = async ({ url }: Scene): Promise<Route[]> =>
  (await routesOf({ get: (path) => fetch(new URL(path, url)) })).filter(isBuilt);

/** Opens a path and checks its title, that no data is loading, and that the path did not change. */
async function opens(visit: Visit, path: string): Promise<void> {
  await visit.open(path);
  await visit.sees(title());
  await visit.misses({ css: '[aria-busy="true"]' });
  assert.equal(await visit.path(), path.split('?')[0]);
}

/** Opens the pages of one module as a guard without pending tasks. */
const ofModule = (module: string): Step => ({
  name: `opens each built page of a guard: ${module}`,
  async run(scene) {
    for (const endpoint of readsWithUnknownId) scene.expected.push(refusalPattern(404, endpoint));
    const guard = await scene.guard();
    const { jobId, shiftIds } = await scene.job(guard);
    const routes = (await builtRoutes(scene)).filter((route) => route.module === module && ofGuards(route) && !isClosedToApproved(route));
    assert.ok(routes.length > 0);
    const visit = await scene.visitAs(guard);
    for (const { pattern } of routes) {
      const query = aboutOneJob.includes(pattern) ? `?jobId=${jobId}&shiftId=${shiftIds[0]}` : '';
      await opens(visit, pathFor(pattern, guard.id) + query);
    }
  },
});

const onboarding: Step = {
  name: 'opens each step of the onboarding',
  async run(scene) {
    for (const { step, path } of unfinishedSteps) {
      const guard = await scene.guard({ step });
      await opens(await scene.visitAs(guard), path({ id: guard.id }));
    }
  },
};

export const routes: readonly Step[] = [
  {
    name: 'opens each built page of a visitor',
    async run(scene) {
      scene.expected.push(pageNotFound);
      const found = (await builtRoutes(scene)).filter(ofVisitors);
      assert.ok(found.length > 10);
      const visit = await scene.visit();
      for (const { pattern } of found) await opens(visit, pathFor(pattern, 'x'));
    },
  },
  // The public site has no pages for guards.
  ...remotes.filter((name) => name !== 'mf-public').map(ofModule),
  onboarding,
];
