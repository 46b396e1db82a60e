import type { Input } from '@portal/contracts/_kernel/endpoint';
import type { LoginReply } from '@portal/contracts/_kernel/guard';
import type { login } from '@portal/contracts/auth/auth.endpoints';
import { authMessages } from '@portal/contracts/auth/auth.rules';
import type { From } from '../../platform/device';
import { fail } from '../../platform/errors';
import { countTry, forgetTries, forgiveTry } from '../../platform/rate-limit';
import { openSession } from '../../platform/sessions';
import * as guards from '../guards/guards.service';
import { sendCodeIfNone } from '../onboarding/otp.service';

/** Failed tries only: a success takes its own back. */
export const perAccount = { bucket: 'login.account', max: 10, perSeconds: 900 };
export const perAddress = { bucket: 'login.address', max: 50, perSeconds: 900 };

/** The reply of every kind of login: the guard as they are now, and the token of a new session. Who must enter a code next has one sent. */
export async function openFor(id: string, deviceToken: string | undefined, from: From): Promise<LoginReply> {
  const guard = await guards.guard(id);
  await sendCodeIfNone(guard);
  return { guard, tokens: { refresh: { token: await openSession(id, deviceToken, from) } } };
}

/** Opens a session for the right password. 401 with the same words for a wrong password and an unknown address; 429 after too many tries. */
export async function logIn({ email, password, deviceToken }: Input<typeof login>, from: From): Promise<LoginReply> {
  const account = email.toLowerCase();
  await countTry(perAddress, from.address);
  await countTry(perAccount, account);
  const id = await guards.checkPassword(account, password);
  if (!id) fail(401, authMessages.wrongCredentials);
  await forgetTries(perAccount, account);
  await forgiveTry(perAddress, from.address);
  return openFor(id, deviceToken, from);
}
