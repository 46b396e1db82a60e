import type { Input } from '@portal/contracts/_kernel/endpoint';
import type { LoginReply } from '@portal/contracts/_kernel/guard';
import type { login } from '@portal/contracts/auth/auth.endpoints';
import { authMessages } from '@portal/contracts/auth/auth.rules';
import { fail } from '../../platform/http/errors';
import { forgetBucket, type Limit, limitAttempts, refundAttempt, resetAttempts } from '../../platform/http/rate-limit';
import type { CallContext } from '../../platform/http/routes';
import type { RequestOrigin } from '../../platform/identity/device-name';
import { knownDevice, rememberDevice } from '../../platform/identity/known-devices';
import { withAccessRecheck } from '../../platform/identity/recheck-access';
import { sha256 } from '../../platform/identity/secrets';
import { openSession } from '../../platform/identity/sessions';
import * as guards from '../guards/guards.service';
import { sendCodeIfNone } from '../onboarding/otp.service';

/** Failed tries only: a success takes its own back. */
export const perAddress = { bucket: 'login.address', max: 50, perSeconds: 900 };
/** Of one account, by each address and by each device that is known to it apart: who guesses shuts out nobody but themselves. */
const perCaller = (account: string): Limit => ({ bucket: `login.${sha256(account).toString('hex')}`, max: 10, perSeconds: 900 });
/** Of one account by all devices that are strange to it, wherever they are: as many as NIST SP 800-63B lets go by. */
const perAccount = { bucket: 'login.account', max: 100, perSeconds: 3600 };

/** The account's tries are forgotten: its password is another one now. */
export async function forgetLogins(account: string): Promise<void> {
  await resetAttempts(perAccount, account);
  await forgetBucket(perCaller(account));
}

/** Whom a login lets in, by what, and what is said when that counts no more. */
interface LetIn {
  id: string;
  isStillSo: () => Promise<boolean>;
  refusal: string;
  /** The proof is fresh, so the session begins confirmed. */
  isConfirmed: boolean;
}

/** The reply of every kind of login: the guard as they are now, and the token of a new session. Who must enter a code next has one sent. */
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

/** Opens a session for the right password. 401 with the same words for a wrong password and an unknown address; 429 after too many tries. */
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
