import type { Input } from '@portal/contracts/_kernel/endpoint';
import type { LoginReply } from '@portal/contracts/_kernel/guard';
import type { login } from '@portal/contracts/auth/auth.endpoints';
import { authMessages } from '@portal/contracts/auth/auth.rules';
import { fail } from '../../platform/http/errors';
import { forgetBucket, limitAttempts, type RateLimit, refundAttempt, resetAttempts } from '../../platform/http/rate-limit';
import type { CallContext } from '../../platform/http/routes';
import type { RequestOrigin } from '../../platform/identity/device-name';
import { knownDevice, rememberDevice } from '../../platform/identity/known-devices';
import { withAccessRecheck } from '../../platform/identity/recheck-access';
import { sha256 } from '../../platform/identity/secrets';
import { openSession } from '../../platform/identity/sessions';
import * as guards from '../guards/guards.service';
import { sendCodeIfNone } from '../onboarding/otp.service';

/** Counts failed tries only: a success is refunded. */
export const perAddress = { bucket: 'login.address', max: 50, perSeconds: 900 };
/** Per account and address, and per account and known device, so that a person who guesses locks out no other caller. */
const perCaller = (account: string): RateLimit => ({ bucket: `login.${sha256(account).toString('hex')}`, max: 10, perSeconds: 900 });
/** Per account, for all unknown devices together: the maximum of NIST SP 800-63B. */
const perAccount = { bucket: 'login.account', max: 100, perSeconds: 3600 };

/** Resets the tries of an account after a change of its password. */
export async function forgetLogins(account: string): Promise<void> {
  await resetAttempts(perAccount, account);
  await forgetBucket(perCaller(account));
}

/** The guard whom a login admits, a recheck of its proof, and the message if the proof is no longer valid. */
interface LetIn {
  id: string;
  isStillSo: () => Promise<boolean>;
  refusal: string;
  /** The proof is fresh, so the session begins confirmed. */
  isConfirmed: boolean;
}

/** Opens a session and returns the reply of every kind of login. Sends a code to a guard whose next onboarding step needs one. */
export async function openFor(
  { id, isStillSo, refusal, isConfirmed }: LetIn,
  deviceToken: string | undefined,
  context: CallContext,
): Promise<LoginReply> {
  const guard = await guards.guard(id);
  await sendCodeIfNone(guard);
  const opened = await withAccessRecheck(id, isStillSo, async (way) => ({
    token: await openSession(way, { deviceToken, from: context, isConfirmed }),
    passwordHash: await guards.passwordHashOf(guard.email),
  }));
  const { token, passwordHash } = opened ?? fail(401, refusal);
  rememberDevice(context, { account: guard.email, passwordHash });
  return { guard, tokens: { refresh: { token } } };
}

async function countLogin(account: string, device: string | null, { address }: RequestOrigin): Promise<void> {
  if (device) return limitAttempts(perCaller(account), `device ${device}`);
  await limitAttempts(perAddress, address);
  await limitAttempts(perCaller(account), `address ${address}`);
  await limitAttempts(perAccount, account);
}

async function forgiveLogin(account: string, device: string | null, { address }: RequestOrigin): Promise<void> {
  if (device) return resetAttempts(perCaller(account), `device ${device}`);
  await refundAttempt(perAddress, address);
  await resetAttempts(perCaller(account), `address ${address}`);
  await refundAttempt(perAccount, account);
}

/** Opens a session for the right password. 401 with the same message for a wrong password and an unknown address; 429 after too many tries. */
export async function logIn({ email, password, deviceToken }: Input<typeof login>, context: CallContext): Promise<LoginReply> {
  const account = email.toLowerCase();
  const device = knownDevice(context, { account, passwordHash: await guards.passwordHashOf(account) });
  await countLogin(account, device, context);
  const known = await guards.checkPassword(account, password);
  if (!known) fail(401, authMessages.wrongCredentials);
  await forgiveLogin(account, device, context);
  const isStillSo = () => guards.isStillPassword(known);
  return openFor({ id: known.id, isStillSo, refusal: authMessages.wrongCredentials, isConfirmed: true }, deviceToken, context);
}
