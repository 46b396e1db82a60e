import { makeGuard, removeGuard } from '@portal/contracts/guards/guards.endpoints';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { logOut } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';

const waiting = () => onboardingPaths.thankYou({ isLicense: 'full' });

/** Where each of the nine states of a guard leads after the login. */
const returns = {
  licence: waiting,
  privacy: onboardingPaths.privacy,
  terms: onboardingPaths.terms,
  agreement: onboardingPaths.agreement,
  otp: onboardingPaths.otp,
  registration: onboardingPaths.registration,
  'work-profile': (keys: { id: string }) => onboardingPaths.workProfile(keys, { isShow: 'with_out_login' }),
  approval: waiting,
  done: guardsPaths.myProfile,
} as const;

for (const [step, path] of Object.entries(returns)) {
  test(`a guard who stops at ${step} comes back to it`, async ({ page, staff }) => {
    const guard = await staff.call(makeGuard, { step: step as keyof typeof returns });
    const here = path({ id: guard.id });
    await logIn(page, guard);
    await expect(page).toHaveURL(here);
    await logOut(page);
    await logIn(page, guard);
    await expect(page).toHaveURL(here);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await staff.call(removeGuard, { guard: guard.id });
  });
}
