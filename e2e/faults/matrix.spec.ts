import { expect, test } from '../support/fixtures';
import { modules } from './matrix/fronts';
import { createMatrixGuard, type MadeGuard } from './matrix/matrix-guard';
import { openSpoiled, shellTrials, trialOf } from './matrix/run-matrix';
import { coveringOf } from './matrix/table';
import type { IsolatedHost } from './matrix/test-host';
import { ownPortal } from './releases';

// A separate portal host and guard, so that these releases reach no other test. The whole matrix: npm run lab -- matrix.
let stand: IsolatedHost;
let testGuard: MadeGuard;

/** Wide limits. `npm run bench -- --only fault-matrix` measures the exact times on an idle machine. */
const wide = { recoveryMs: 10_000, worksMs: 15_000, blankMs: 2000 };

test.beforeAll(async () => {
  // Dozens of broken releases are packed and published while other tests run on the machine.
  test.setTimeout(600_000);
  stand = await openSpoiled(ownPortal());
  testGuard = await createMatrixGuard(ownPortal());
});
test.afterAll(async () => {
  await testGuard?.remove();
  await stand?.stop();
});
// Each test causes errors, so console messages are expected.
test.beforeEach(({ noise }) => noise.end());

for (const one of coveringOf(modules))
  test(`a release of ${one.module} of which ${one.fault.what}, met at ${one.moment}: its last good version runs, and the rest of the portal works`, async ({
    browser,
  }) => {
    const found = await trialOf(one).try({ browser, stand, guard: testGuard.guard, limits: wide });
    expect(found.wrong).toEqual([]);
  });

for (const trial of shellTrials)
  test(`a release of the ${trial.id}`, async ({ browser }) => {
    const found = await trial.try({ browser, stand, guard: testGuard.guard, limits: wide });
    expect(found.wrong).toEqual([]);
  });
