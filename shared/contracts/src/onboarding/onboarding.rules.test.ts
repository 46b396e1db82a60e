import { isApproved, nextStep, steps } from './onboarding.rules';

type Facts = Parameters<typeof nextStep>[0];
const complete: Facts = {
  id: 'g1',
  isLicense: true,
  isPrivacyAgreement: true,
  isTermsOfUse: true,
  isIndependentContractor: true,
  isVerifyOtp: true,
  identityDocuments: [{ idType: 'Other', idNumber: '1', idProof: 'a.png', fileName: 'a.png' }],
  workSpecialities: [{ id: 's', name: 'Event' }],
  licenseNumber: '1234567',
  status: 1,
};

describe('where a guard goes next', () => {
  it.each<[string, string, Partial<Facts>, string]>([
    ['ROUTING-02', 'no licence flag', { isLicense: false }, '/thankYou?isLicense=full'],
    ['ROUTING-03', 'privacy not agreed', { isPrivacyAgreement: false }, '/privacy/g1'],
    ['ROUTING-04', 'terms not accepted', { isTermsOfUse: false }, '/termsUse/g1'],
    ['ROUTING-05', 'contractor agreement not accepted', { isIndependentContractor: false }, '/guard-agreement/g1'],
    ['ROUTING-06', 'code not verified', { isVerifyOtp: false }, '/guard/otp/g1'],
    ['ROUTING-07', 'no identity documents', { identityDocuments: [] }, '/guard/registration/g1'],
    ['ROUTING-08', 'no specialities', { workSpecialities: [] }, '/work-profile/g1?isShow=with_out_login'],
    ['ROUTING-09', 'everything complete', {}, '/guard/myprofile/g1'],
    ['ROUTING-10', 'status 0', { status: 0 }, '/thankYou?isLicense=full'],
    ['ROUTING-10', 'no licence number', { licenseNumber: null }, '/thankYou?isLicense=full'],
  ])('[%s] %s', (_id, _case, change, to) => expect(nextStep({ ...complete, ...change }).to).toBe(to));

  it('[ROUTING-01] the first matching rule wins', () =>
    expect(nextStep({ ...complete, isTermsOfUse: false, isVerifyOtp: false, identityDocuments: [], status: 0 }).step).toBe('terms'));

  it('[AUTHZ-40] only a guard with nothing left to do is approved', () => {
    expect(isApproved(complete)).toBe(true);
    expect([{ status: 0 }, { isLicense: false }, { workSpecialities: [] }].map((change) => isApproved({ ...complete, ...change }))).toEqual(
      [false, false, false],
    );
  });

  it('[ROUTING-12] the steps follow the stated order', () =>
    expect(steps.map(({ step }) => step)).toEqual([
      'licence',
      'privacy',
      'terms',
      'agreement',
      'otp',
      'registration',
      'work-profile',
      'approval',
    ]));
});
