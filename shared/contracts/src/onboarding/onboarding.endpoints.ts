import { object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { loginReply } from '../_kernel/guard';
import { anything, id } from '../_kernel/shapes';
import { agreementInput, agreementMessages } from './onboarding.agreements';
import { otpMessages, verifyOtpInput } from './onboarding.otp';

/** Agrees to one text. Needs the browser that registered, or the guard's token (AUTHZ-13). 409: an earlier step comes first. */
export const agree = endpoint({
  id: 'onboarding.agree',
  method: 'POST',
  path: '/guard/auth/guardAgreement/:id',
  auth: 'basic',
  carriesToken: true,
  input: agreementInput,
  output: object({ id: id().required() }),
  ok: agreementMessages.agreed,
  silent: {
    otherwise: agreementMessages.notRecorded,
    reasons: { 401: agreementMessages.notThisBrowser, 409: agreementMessages.earlierFirst },
  }, // AGREE-14
  showsOwn401: true,
});

/** Sends a new code by e-mail and SMS, and invalidates the previous one. 429 with Retry-After: the minimum pause has not passed. */
export const resendOtp = endpoint({
  id: 'onboarding.resend-otp',
  method: 'GET',
  path: '/guard/otp/:id',
  auth: 'basic',
  carriesToken: true,
  input: object({ id: id().required() }),
  output: anything(),
  ok: otpMessages.resent,
  showsOwn401: true,
});

/** Opens a session with the code. 400: wrong code. 410: no valid code, or too many tries. */
export const verifyOtp = endpoint({
  id: 'onboarding.verify-otp',
  method: 'PATCH',
  path: '/guard/otp/:id',
  auth: 'basic',
  carriesToken: true,
  input: verifyOtpInput,
  always: ['id'], // API-AUTH-24
  output: loginReply,
  ok: otpMessages.verified,
  showsOwn401: true,
});
