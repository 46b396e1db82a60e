import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { findPageViolations, testNoViolations } from '../../support/axePages';
import { expect, logIn, test } from '../../support/fixtures';
import { changeAsExtensionsDo, findFailuresAt, testForeignChanges } from '../../support/foreignChanges';
import { enlargeText, findCutOff, testLargeText } from '../../support/largeText';
import { unfinishedSteps } from '../../support/routes';

test.describe.configure({ mode: 'parallel' });
testNoViolations('mf-onboarding');
testLargeText('mf-onboarding');
testForeignChanges('mf-onboarding');

for (const { step, path } of unfinishedSteps) {
  test(`the step ${step} of an unfinished guard has no axe violation`, async ({ page, guardAt }) => {
    const guard = await guardAt(step);
    await logIn(page, guard);
    expect(await findPageViolations(page, path({ id: guard.id }))).toEqual([]);
  });
}

const screens = [
  ...unfinishedSteps.map(({ step, path }) => ({ name: `the step ${step}`, step, path })),
  { name: 'the review before the work profile', step: 'work-profile', path: onboardingPaths.review },
  {
    name: 'the registration in edit mode',
    step: 'done',
    path: (keys: { id: string }) => onboardingPaths.registration(keys, { status: 'loggedin' }),
  },
] as const;

for (const { name, step, path } of screens) {
  test(`${name} fits a width of 360 px at 200 % text`, async ({ page, guardAt }) => {
    const guard = await guardAt(step);
    await enlargeText(page);
    await logIn(page, guard);
    expect(await findCutOff(page, path({ id: guard.id }))).toEqual([]);
  });
}

for (const { name, step, path } of screens) {
  test(`${name} works while a translator and a password manager change its elements`, async ({ page, guardAt }) => {
    const guard = await guardAt(step);
    await changeAsExtensionsDo(page);
    await logIn(page, guard);
    expect(await findFailuresAt(page, path({ id: guard.id }))).toEqual([]);
  });
}

for (const { step, path } of unfinishedSteps.filter(({ step }) => ['registration', 'work-profile'].includes(step))) {
  test(`shows and removes the errors of the step ${step} while a translator and a password manager change its elements`, async ({
    page,
    guardAt,
  }) => {
    const guard = await guardAt(step);
    await changeAsExtensionsDo(page);
    await logIn(page, guard);
    expect(await findFailuresAt(page, path({ id: guard.id }))).toEqual([]);
    const submits = page.locator('main button[type="submit"]:enabled');
    await expect(submits.first()).toBeVisible();
    for (const submit of await submits.all()) await submit.click();
    await expect(page.locator('main [aria-invalid="true"]').first()).toBeVisible();
    // The locator counts only fields that are still invalid. From the last to the first, no index changes.
    const refused = await page.locator('main input[aria-invalid="true"]:is([type="text"], :not([type]))').all();
    for (const field of refused.reverse()) await field.fill('Own words');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}
