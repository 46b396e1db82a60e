import { boolean, object } from 'yup';
import { copy } from '../_kernel/copy';
import type { Guard } from '../_kernel/guard';
import { id } from '../_kernel/shapes';
import { onboardingPaths } from './onboarding.paths';

/** The agreements in the order that the server enforces (ROUTING-12): the flag and the page with the text. */
export const agreements = [
  { flag: 'isPrivacyAgreement', page: 'privacy', next: onboardingPaths.terms }, // AGREE-03, AGREE-04
  { flag: 'isTermsOfUse', page: 'terms', next: onboardingPaths.agreement }, // AGREE-06, AGREE-07
  { flag: 'isIndependentContractor', page: 'guardAgreement', next: onboardingPaths.otp }, // AGREE-09, AGREE-10
] as const;
export type Agreement = (typeof agreements)[number];
export type AgreementFlag = Agreement['flag'];

export const agreementMessages = {
  agree: copy.agreeAndContinue,
  agreed: 'Thank you. Your agreement is recorded.',
  oneFlag: 'Agree to one text at a time',
  notRecorded: 'Your agreement was not recorded. Please try again.',
  earlierFirst: 'There is an earlier step to finish first.',
  notThisBrowser: 'This registration was started in another browser, or too long ago. Please log in to continue.',
} as const;

/** The flag that an input sets. The rules ensure that there is exactly one. */
export const flagOf = (input: Partial<Record<AgreementFlag, boolean | undefined>>): AgreementFlag =>
  (agreements.find(({ flag }) => input[flag]) ?? agreements[0]).flag;

/** Exactly one flag, set to true (AGREE-11, API-AUTH-16). */
export const agreementInput = object({
  id: id().required(),
  isPrivacyAgreement: boolean(),
  isTermsOfUse: boolean(),
  isIndependentContractor: boolean(),
}).test('one-flag', agreementMessages.oneFlag, (input) => {
  const given = agreements.map(({ flag }) => input?.[flag]).filter((value) => value !== undefined);
  return given.length === 1 && given[0] === true;
});

export const withAgreement = (guard: Guard, flag: AgreementFlag): Guard => ({ ...guard, [flag]: true });

/**
 * Before log-in, a cookie binds agreements and the code to the browser that registered. Set `isRequired` to false for a guard API that sets
 * no such cookie.
 */
export const boundToBrowser = { isRequired: true, cookie: 'registration', days: 7 };
