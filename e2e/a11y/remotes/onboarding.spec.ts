import { noViolationOn, pageViolations } from '../../support/axePages';
import { expect, logIn, test } from '../../support/fixtures';
import { unfinished } from '../../support/routes';

noViolationOn('mf-onboarding');

for (const { step, path } of unfinished) {
  test(`the step ${step} of a guard who is not done has no axe violation`, async ({ page, guardAt }) => {
    const guard = await guardAt(step);
    await logIn(page, guard);
    expect(await pageViolations(page, path({ id: guard.id }))).toEqual([]);
  });
}
