import { randomInt } from 'node:crypto';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import type { Guard, LoginReply } from '@portal/contracts/_kernel/guard';
import { agreementMessages } from '@portal/contracts/onboarding/onboarding.agreements';
import type { verifyOtp } from '@portal/contracts/onboarding/onboarding.endpoints';
import { otpLimits, otpMail, otpMessages } from '@portal/contracts/onboarding/onboarding.otp';
import { nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import { fromNow, now } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { ApiError, fail } from '../../platform/http/errors';
import { limitAttempts, refuseTooMany } from '../../platform/http/rate-limit';
import type { CallContext } from '../../platform/http/routes';
import { rememberDevice } from '../../platform/identity/known-devices';
import { hashPassword, verifyPassword } from '../../platform/identity/passwords';
import { withAccessRecheck } from '../../platform/identity/recheck-access';
import { openSession } from '../../platform/identity/sessions';
import { notifyChanged } from '../../platform/live/realtime';
import { queueMessage } from '../../platform/messages/message-queue';
import * as guards from '../guards/guards.service';
import { isRegisteringBrowser, pushTokenOfBrowser, releaseBrowser, requireRegisteringBrowser } from './browser-binding.service';
import { type CodeHashes, codeOf, putCodes, tryCodes, useCodes } from './onboarding.repository';

/** Four digits are few, so the number of codes a day limits the tries, too. */
const perGuard = { bucket: 'otp.sent', max: otpLimits.codesADay, perSeconds: 86_400 };
const TOO_MANY = 429;
const lifeMs = otpLimits.minutes * 60_000;

type Proof = Parameters<typeof guards.setVerified>[2];

const atOtp = (guard: Guard) => nextStep(guard).step === 'otp';

/** Two different codes, so that the entered code shows which message was read. */
function newCodes(): [mail: string, sms: string] {
  const count = 10 ** otpLimits.length;
  const first = randomInt(count);
  const second = (first + randomInt(1, count)) % count;
  return [first, second].map((code) => String(code).padStart(otpLimits.length, '0')) as [string, string];
}

/**
 * Sends a new code by e-mail and another one by SMS; earlier ones become invalid. 429 after a day's codes, and when others were sent after
 * `sentBefore`, by a concurrent call.
 */
async function sendCode({ id, email, mobileNumber }: Guard, sentBefore: string): Promise<void> {
  await limitAttempts(perGuard, id);
  const [byMail, bySms] = newCodes();
  const [mail, sms] = await Promise.all([hashPassword(byMail), hashPassword(bySms)]);
  await transaction(async () => {
    await lock({ guard: id });
    if (!(await putCodes(id, { mail, sms }, fromNow(lifeMs), sentBefore))) refuseTooMany(otpLimits.resendSeconds);
    const secret = { guardId: id, isSecret: true, isUrgent: true };
    await queueMessage({ channel: 'mail', to: email, subject: otpMail.subject, body: otpMail.body(byMail), ...secret });
    await queueMessage({ channel: 'sms', to: mobileNumber, subject: '', body: otpMail.body(bySms), ...secret });
  });
}

/** Sends a code to a guard at that step without a valid code: after the third agreement and after a login. */
export async function sendCodeIfNone(guard: Guard): Promise<void> {
  if (!atOtp(guard)) return;
  const last = await codeOf(guard.id);
  if (last && Date.parse(last.expires_at) > now().getTime()) return;
  try {
    await sendCode(guard, fromNow(-lifeMs));
  } catch (error) {
    // Agreeing and logging in succeed without a code; requesting one replies how long to wait.
    if (!(error instanceof ApiError && error.code === TOO_MANY)) throw error;
  }
}

/** Sends new codes on request. 401 another browser, 409 another step, 429 within the wait. */
export async function resend(id: string, context: CallContext): Promise<null> {
  await requireRegisteringBrowser(id, context);
  const guard = await guards.guard(id);
  if (!atOtp(guard)) fail(409, agreementMessages.earlierFirst, { data: { nextStep: nextStep(guard).to } });
  const last = await codeOf(id);
  const wait = last ? Math.ceil((Date.parse(last.sent_at) - now().getTime()) / 1000) + otpLimits.resendSeconds : 0;
  if (wait > 0) refuseTooMany(wait);
  await sendCode(guard, fromNow(-otpLimits.resendSeconds * 1000));
  return null;
}

/** The contacts that an entered code proves, or null when it is neither code. Both are always compared, so that the time reveals nothing. */
async function findProvenContacts(otp: string, { mail, sms }: CodeHashes): Promise<Proof | null> {
  const [isMail, isSms] = await Promise.all([verifyPassword(otp, mail), verifyPassword(otp, sms)]);
  return isMail || isSms ? { email: isMail, mobile: isSms } : null;
}

/** Opens the session of a guard who knows either code, and stores the three boxes and the proven contact. */
export async function verify({ id, otp, ...boxes }: Input<typeof verifyOtp>, context: CallContext): Promise<LoginReply> {
  await requireRegisteringBrowser(id, context);
  const before = await guards.guard(id);
  if (!atOtp(before)) fail(409, agreementMessages.earlierFirst, { data: { nextStep: nextStep(before).to } });
  const hashes = await tryCodes(id, otpLimits.tries);
  if (!hashes) fail(410, otpMessages.invalid, { userMessage: otpMessages.spent });
  const proof = await findProvenContacts(otp.toUpperCase(), hashes);
  if (!proof) fail(400, otpMessages.invalid, { fields: { otp: otpMessages.invalid } });
  const opened = await withAccessRecheck(
    id,
    () => isRegisteringBrowser(id, context),
    async (way) => {
      if (!(await useCodes(id, hashes))) fail(400, otpMessages.invalid);
      await guards.setVerified(id, boxes, proof);
      const deviceToken = await pushTokenOfBrowser(id, context);
      await releaseBrowser(id, context);
      return {
        token: await openSession(way, { deviceToken, from: context, isConfirmed: false }),
        passwordHash: await guards.passwordHashOf(before.email),
      };
    },
  );
  const { token, passwordHash } = opened ?? fail(401, agreementMessages.notThisBrowser);
  rememberDevice(context, { account: before.email, passwordHash });
  notifyChanged(id, 'guards');
  return { guard: await guards.guard(id), tokens: { refresh: { token } } };
}
