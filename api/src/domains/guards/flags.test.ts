import { profile } from '@portal/contracts/guards/guards.endpoints';
import { testApi } from '../../../test/test-api';

const api = testApi();

it.each([
  ['DATA-GUARD-07', 'isLicense', 'licence'],
  ['DATA-GUARD-12', 'isPrivacyAgreement', 'privacy'],
  ['DATA-GUARD-13', 'isTermsOfUse', 'terms'],
  ['DATA-GUARD-14', 'isIndependentContractor', 'agreement'],
  ['DATA-GUARD-15', 'isVerifyOtp', 'otp'],
] as const)('[%s] %s is false while a guard is at the step %s, and true afterwards', async (_id, flag, step) => {
  const shown = async (who: Awaited<ReturnType<typeof api.guard>>) => (await api.call(profile, { id: who.id }, who)).data.guard[flag];
  expect([await shown(await api.guard({ step })), await shown(await api.guard())]).toEqual([false, true]);
});
