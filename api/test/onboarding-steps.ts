import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';

const last = () => onboardingPaths.thankYou({ isLicense: 'full' });

/** The steps of a guard whose onboarding is not done, each with the address of the next step. */
export const unfinishedSteps = [
  ['licence', last],
  ['privacy', (id: string) => onboardingPaths.privacy({ id })],
  ['terms', (id: string) => onboardingPaths.terms({ id })],
  ['agreement', (id: string) => onboardingPaths.agreement({ id })],
  ['otp', (id: string) => onboardingPaths.otp({ id })],
  ['registration', (id: string) => onboardingPaths.registration({ id })],
  ['work-profile', (id: string) => onboardingPaths.workProfile({ id }, { isShow: 'with_out_login' })],
  ['approval', last],
] as const;
