import type { Guard } from '../_kernel/guard';
import { isApproved, nextStep, stepOrder } from './onboarding.rules';

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
  ['[ROUTING-09] another status that is not 0', but({ status: 2 }), `/guard/myprofile/${id}`],
  ['[ROUTING-10] status 0', but({ status: 0 }), '/thankYou?isLicense=full'],
  ['[ROUTING-10] no licence number', but({ licenseNumber: null }), '/thankYou?isLicense=full'],
])('%s', (_, guard, to) => {
  expect(nextStep(guard).to).toBe(to);
});

/** A change for each rule, in the order of the rules, that makes it match. The complete guard already matches the eighth rule. */
const lacking: [string, Partial<Facts>][] = [
  ['licence', { isLicense: false }],
  ['privacy', { isPrivacyAgreement: false }],
  ['terms', { isTermsOfUse: false }],
  ['agreement', { isIndependentContractor: false }],
  ['otp', { isVerifyOtp: false }],
  ['registration', { identityDocuments: [] }],
  ['work-profile', { workSpecialities: [] }],
  ['approval', { status: 0 }],
];
const pairs = lacking.flatMap(([step, first], at) =>
  lacking.slice(at + 1).map(([later, second]) => [step, later, { ...first, ...second }] as const),
);

it.each(pairs)('[ROUTING-01] applies only the first of %s and %s when both match', (step, _later, over) => {
  expect(nextStep(but(over)).step).toBe(step);
});

it('[ROUTING-01] applies only the first rule when every rule matches, and the next after the first is fulfilled', () => {
  expect(pairs).toHaveLength(28);
  const applied = lacking.map((_one, at) => nextStep(but(Object.assign({}, ...lacking.slice(at).map(([, over]) => over)))).step);
  expect(applied).toEqual(lacking.map(([step]) => step));
});

it('runs the steps in the stated order, with the review outside of it', () => {
  const order = ['privacy', 'terms', 'agreement', 'otp', 'registration', 'work-profile', 'approval'];
  expect(stepOrder.filter((step) => step !== 'licence')).toEqual(order);
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
  const visited = [nextStep(guard).step];
  for (const done of doing) {
    guard = { ...guard, ...done };
    visited.push(nextStep(guard).step);
  }
  expect(visited).toEqual(order);
});

it('[AUTHZ-07] treats status 0 as not approved', () => {
  expect(isApproved(but({ status: 0 }))).toBe(false);
  expect(isApproved(complete)).toBe(true);
});
