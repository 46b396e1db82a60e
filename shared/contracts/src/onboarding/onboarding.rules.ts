import type { Guard } from '../_kernel/guard';
import { onboardingPaths } from './onboarding.paths';

export type OnboardingStep = 'licence' | 'privacy' | 'terms' | 'agreement' | 'otp' | 'registration' | 'work-profile' | 'approval' | 'done';

type Facts = Pick<
  Guard,
  'id' | 'isLicense' | 'isPrivacyAgreement' | 'isTermsOfUse' | 'isIndependentContractor' | 'isVerifyOtp' | 'licenseNumber' | 'status'
> & {
  /** Only the number of rows, so that the server can count instead of loading them. */
  identityDocuments: { length: number };
  workSpecialities: { length: number };
};

/** The nine stated rules; the first match applies (ROUTING-01). A guard without an open step goes to `profile`. */
const rules: readonly { step: OnboardingStep; applies: (guard: Facts) => boolean; to: (guard: Facts) => string }[] = [
  { step: 'licence', applies: (g) => !g.isLicense, to: () => onboardingPaths.thankYou({ isLicense: 'full' }) }, // ROUTING-02
  { step: 'privacy', applies: (g) => !g.isPrivacyAgreement, to: ({ id }) => onboardingPaths.privacy({ id }) }, // ROUTING-03
  { step: 'terms', applies: (g) => !g.isTermsOfUse, to: ({ id }) => onboardingPaths.terms({ id }) }, // ROUTING-04
  { step: 'agreement', applies: (g) => !g.isIndependentContractor, to: ({ id }) => onboardingPaths.agreement({ id }) }, // ROUTING-05
  { step: 'otp', applies: (g) => !g.isVerifyOtp, to: ({ id }) => onboardingPaths.otp({ id }) }, // ROUTING-06
  { step: 'registration', applies: (g) => g.identityDocuments.length === 0, to: ({ id }) => onboardingPaths.registration({ id }) }, // ROUTING-07
  {
    step: 'work-profile',
    applies: (g) => g.workSpecialities.length === 0,
    to: ({ id }) => onboardingPaths.workProfile({ id }, { isShow: 'with_out_login' }),
  }, // ROUTING-08
  {
    step: 'done',
    applies: (g) => Boolean(g.licenseNumber) && g.status !== 0,
    to: ({ id }) => `/guard/myprofile/${encodeURIComponent(id)}`,
  }, // ROUTING-09
  { step: 'approval', applies: () => true, to: () => onboardingPaths.thankYou({ isLicense: 'full' }) }, // ROUTING-10
];

/** The next step of a guard and its path, for password login, social login, every logged-in route and the server (LOGIN-23). */
export function nextStep(guard: Facts): { step: OnboardingStep; to: string } {
  const rule = rules.find(({ applies }) => applies(guard)) as (typeof rules)[number];
  return { step: rule.step, to: rule.to(guard) };
}

/** Whether the guard has no open step. Only such guards may browse and apply (AUTHZ-40). */
export const isApproved = (guard: Facts): boolean => nextStep(guard).step === 'done';

/** The onboarding steps in their order (ROUTING-12). A pending guard may open their own step and earlier ones. */
export const stepOrder: readonly OnboardingStep[] = [
  'licence',
  'privacy',
  'terms',
  'agreement',
  'otp',
  'registration',
  'work-profile',
  'approval',
];
