import type { Input } from '@portal/contracts/_kernel/endpoint';
import { passwordChangedMail } from '@portal/contracts/auth/auth.change-password';
import type { forgotPassword, resetPassword } from '@portal/contracts/auth/auth.endpoints';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { noAccountMail, resetLimits, resetMail, resetMessages } from '@portal/contracts/auth/auth.reset';
import { fromNow, nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { fail } from '../../platform/http/errors';
import { limitAttempts, refundAttempt } from '../../platform/http/rate-limit';
import type { CallContext } from '../../platform/http/routes';
import { rememberDevice } from '../../platform/identity/known-devices';
import { withAccessRecheck } from '../../platform/identity/recheck-access';
import { newToken, sha256 } from '../../platform/identity/secrets';
import { queueMessage } from '../../platform/messages/message-queue';
import * as guards from '../guards/guards.service';
import { hashNewPassword } from '../guards/password-strength.service';
import { forgetLogins } from './auth.service';
import { dropOtherWays } from './factors';
import * as links from './password-reset.repository';

const asksPerAccount = { bucket: 'forgot.account', max: 5, perSeconds: 3600 };
const asksPerAddress = { bucket: 'forgot.address', max: 30, perSeconds: 3600 };
/** Counts failed tries only: a success is refunded. */
const resetsPerAddress = { bucket: 'reset.address', max: 30, perSeconds: 900 };

/**
 * Mails a link to the requested address. A known and an unknown address take the same time: one look-up, one row, one mail; only the texts differ.
 * @param portalUrl the public address of the portal; empty: the link is relative.
 */
export async function askForReset({ email }: Input<typeof forgotPassword>, address: string, portalUrl: string): Promise<null> {
  const account = email.toLowerCase();
  await limitAttempts(asksPerAddress, address);
  await limitAttempts(asksPerAccount, account);
  const token = newToken();
  const id = await guards.idOfEmail(account);
  const mail = id ? resetMail(`${portalUrl}${authPaths.resetPassword()}?token=${token}`) : noAccountMail(portalUrl + authPaths.signup());
  await transaction(async () => {
    await links.insertLink(sha256(token), account, fromNow(resetLimits.linkMinutes * 60_000));
    await queueMessage({ channel: 'mail', to: account, guardId: id || null, ...mail, isSecret: true, isUrgent: true });
  });
  return null;
}

/**
 * Sets the password by a valid link, revokes all other access to the account, and lets the guard log in immediately. 401 for any other link.
 * The calling device becomes a known device; all earlier devices become unknown.
 */
export async function resetByLink({ token, password }: Input<typeof resetPassword>, context: CallContext): Promise<null> {
  const { address } = context;
  await limitAttempts(resetsPerAddress, address);
  const email = await links.emailOfLink(sha256(token), nowText());
  const id = email && (await guards.idOfEmail(email));
  if (!id) fail(401, resetMessages.linkSpent);
  const passwordHash = await hashNewPassword(password, await guards.guard(id));
  const isStillSo = async () => (await guards.idOfEmail(email)) === id && (await links.consumeLink(sha256(token), email));
  const done = await withAccessRecheck(id, isStillSo, async (way) => {
    const { isTakenOver } = await guards.replacePassword(way, passwordHash);
    if (isTakenOver) await dropOtherWays(id);
    await queueMessage({ channel: 'mail', to: email, guardId: id, ...passwordChangedMail });
    return true;
  });
  if (!done) fail(401, resetMessages.linkSpent);
  rememberDevice(context, { account: email, passwordHash });
  await forgetLogins(email);
  await refundAttempt(resetsPerAddress, address);
  return null;
}
