import { boolean, object } from 'yup';
import { copy } from '../_kernel/copy';
import { plainText } from '../_kernel/normalise';
import { serverCopy } from '../_kernel/serverCopy';
import { id } from '../_kernel/shapes';
import { plainString } from '../_kernel/text';

/** Digits of a code, its validity in minutes, its tries, seconds between two codes, codes per day. */
export const otpLimits = { length: 4, minutes: 10, tries: 5, resendSeconds: 30, codesADay: 10 } as const; // OTP-09

export const otpMessages = {
  terms: 'Please agree to all terms and conditions to register with us.', // OTP-07
  tick: 'Please tick this box',
  missing: 'Please enter the code',
  invalid: 'Please enter valid otp', // OTP-08, OTP-11
  verified: 'OTP Verified!', // OTP-12
  resent: 'OTP re-sent to your given email and mobile.', // OTP-19
  resend: 'Resend OTP', // OTP-06
  spent: copy.codeSpent,
  submitAll: 'I confirm that I will submit all required documents.', // OTP-01
  individual: 'I am an individual, not an agency.', // OTP-02
  promotional: 'Send me news and offers.', // OTP-03
} as const;

/** 4 letters or digits with at least one digit (OTP-21). */
export const isCode = (typed: string): boolean => new RegExp(`^(?=.*\\d)[a-z\\d]{${otpLimits.length}}$`, 'i').test(typed);

const plain = (typed: string) => plainText(typed).replace(/[\s-]/g, '');

const code = () =>
  plainString()
    .typeError(otpMessages.invalid)
    .transform((value: unknown) => (typeof value === 'string' ? plain(value) : value))
    .required(otpMessages.missing)
    .test('code', otpMessages.invalid, (value) => !value || isCode(value));

/** The field marks a missing tick; the alert shows the stated text (OTP-07, OTP-20). */
const ticked = () => boolean().typeError(otpMessages.tick).required(otpMessages.tick).oneOf([true], otpMessages.tick);

/** Whether a box or the code is missing, so that the alert about the terms is shown. An invalid code has a separate message. */
export const isIncomplete = ({ isSubmitAllDocument, isIndividualDocument, otp }: Record<string, unknown>): boolean =>
  !isSubmitAllDocument || !isIndividualDocument || !plain(String(otp ?? ''));

export const otpRules = object({
  isSubmitAllDocument: ticked(),
  isIndividualDocument: ticked(),
  isPromotional: boolean().default(false),
  otp: code(),
});

export const verifyOtpInput = otpRules.shape({ id: id().required() });

export const otpMail = {
  subject: serverCopy.codeSubject,
  body: (otp: string) => `${otp} is your code for the Guard Portal. ${serverCopy.codeGoodFor(otpLimits.minutes)}`,
} as const;
