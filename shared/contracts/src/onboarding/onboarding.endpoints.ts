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

/** Sends a new code by e-mail and SMS; the one before counts no more. 429 with Retry-After while the wait runs. */
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

/** Opens the session of a guard who knows the code. 400: it is not the code. 410: there is none alive, or too many were tried. */
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
