import { agreementInput } from './onboarding.agreements';
import { isIncomplete, otpRules } from './onboarding.otp';

const right = { isSubmitAllDocument: true, isIndividualDocument: true, isPromotional: false, otp: '1234' };
const accepts = (over: object) => otpRules.isValidSync({ ...right, ...over });
const messageOf = (over: object) => {
  try {
    otpRules.validateSync({ ...right, ...over });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

it.each(['1234', 'a1bc', 'ABC9', ' 12 34'])('[OTP-21/1, OTP-08] accepts the code %j', (otp) => expect(accepts({ otp })).toBe(true));
it.each(['abcd', '123', '12345', '12-3!'])('[OTP-21/1, OTP-08] refuses the code %j', (otp) =>
  expect(messageOf({ otp })).toBe('Please enter valid otp'),
);

it.each([
  [{ otp: '' }, 'Please enter the code'],
  [{ isSubmitAllDocument: false }, 'Please tick this box'],
  [{ isIndividualDocument: false }, 'Please tick this box'],
])('refuses a missing %j', (over, message) => {
  expect(isIncomplete({ ...right, ...over })).toBe(true);
  expect(messageOf(over)).toBe(message);
});

it('[OTP-03] does not require the promotional box', () => {
  expect(isIncomplete(right)).toBe(false);
  expect(accepts({ isPromotional: undefined })).toBe(true);
});

it('[AGREE-11] accepts one agreement per call', () => {
  const id = '00000000-0000-4000-8000-000000000001';
  expect(agreementInput.isValidSync({ id, isTermsOfUse: true })).toBe(true);
  expect(agreementInput.isValidSync({ id })).toBe(false);
  expect(agreementInput.isValidSync({ id, isTermsOfUse: true, isPrivacyAgreement: true })).toBe(false);
});
