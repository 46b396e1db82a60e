import type { Guard } from '../_kernel/guard';
import { isApproved, nextStep, steps } from './onboarding.rules';

type Facts = Parameters<typeof nextStep>[0];

const id = '00000000-0000-4000-8000-000000000001';
const complete: Facts = {
  id,
  isLicense: true,
  isPrivacyAgreement: true,
  isTermsOfUse: true,
  isIndependentContractor: true,
  isVerifyOtp: true,
  identityDocuments: [{ idType: 'Canadian passport', idNumber: 'P1' }] as Guard['identityDocuments'],
  workSpecialities: [{ id: 's', name: 'Concierge' }],
  licenseNumber: '123456',
  status: 1,
};
const but = (over: Partial<Facts>): Facts => ({ ...complete, ...over });

it.each<[string, Facts, string]>([
  ['[ROUTING-02] without the licence flag', but({ isLicense: false }), '/thankYou?isLicense=full'],
  ['[ROUTING-03] privacy not agreed', but({ isPrivacyAgreement: false }), `/privacy/${id}`],
  ['[ROUTING-04] terms not accepted', but({ isTermsOfUse: false }), `/termsUse/${id}`],
  ['[ROUTING-05] contractor agreement not accepted', but({ isIndependentContractor: false }), `/guard-agreement/${id}`],
  ['[ROUTING-06] code not verified', but({ isVerifyOtp: false }), `/guard/otp/${id}`],
  ['[ROUTING-07] no identity documents', but({ identityDocuments: [] }), `/guard/registration/${id}`],
  ['[ROUTING-08] no work specialities', but({ workSpecialities: [] }), `/work-profile/${id}?isShow=with_out_login`],
  ['[ROUTING-09] all complete, licence and status', complete, `/guard/myprofile/${id}`],
  ['[ROUTING-10] status 0', but({ status: 0 }), '/thankYou?isLicense=full'],
  ['[ROUTING-10] no licence number', but({ licenseNumber: null }), '/thankYou?isLicense=full'],
])('%s', (_, guard, to) => {
  expect(nextStep(guard).to).toBe(to);
});

it('[ROUTING-01] applies the first matching rule only', () => {
  const nothingDone = but({ isPrivacyAgreement: false, isTermsOfUse: false, isVerifyOtp: false, identityDocuments: [], status: 0 });
  expect(nextStep(nothingDone).step).toBe('privacy');
  expect(nextStep({ ...nothingDone, isPrivacyAgreement: true }).step).toBe('terms');
});

it('runs the chain in the stated order; the review stands beside it', () => {
  const order = ['privacy', 'terms', 'agreement', 'otp', 'registration', 'work-profile', 'approval'];
  expect(steps.map(({ step }) => step).filter((step) => step !== 'licence')).toEqual(order);
  let guard = but({
    isPrivacyAgreement: false,
    isTermsOfUse: false,
    isIndependentContractor: false,
    isVerifyOtp: false,
    identityDocuments: [],
    workSpecialities: [],
    status: 0,
  });
  const doing: Partial<Facts>[] = [
    { isPrivacyAgreement: true },
    { isTermsOfUse: true },
    { isIndependentContractor: true },
    { isVerifyOtp: true },
    { identityDocuments: complete.identityDocuments },
    { workSpecialities: complete.workSpecialities },
  ];
  const taken = [nextStep(guard).step];
  for (const done of doing) {
    guard = { ...guard, ...done };
    taken.push(nextStep(guard).step);
  }
  expect(taken).toEqual(order);
});

it('[AUTHZ-07] treats status 0 as not approved', () => {
  expect(isApproved(but({ status: 0 }))).toBe(false);
  expect(isApproved(complete)).toBe(true);
});
