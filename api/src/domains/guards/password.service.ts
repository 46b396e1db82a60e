import { copy } from '@portal/contracts/_kernel/copy';
import { serverCopy } from '@portal/contracts/_kernel/serverCopy';
import { sessionEndedMail } from '@portal/contracts/guards/guards.password';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { fail, failValidation } from '../../platform/http/errors';
import { countAttempt, limitAttempts, resetAttempts } from '../../platform/http/rate-limit';
import { confirmSession } from '../../platform/identity/confirmation';
import { endSession, isActive, type SignedIn } from '../../platform/identity/sessions';
import { notifyChanged } from '../../platform/live/realtime';
import { queueMessage } from '../../platform/messages/message-queue';
import { checkPassword, guard, hasPassword } from './guards.service';

/**
 * Wrong passwords, counted together for all calls that take the password; a right one resets the count. Per session, so that a person with a
 * stolen session does not stop the guard from changing the password in another one.
 */
const triesPerSession = { bucket: 'own-password', max: 10, perSeconds: 900 };
/**
 * Since the last right one, for as long as a session can last, because a person with a stolen session has time, and the guard does not notice.
 * Not for a guard who logs in by a provider: without a known password every one is wrong, and must not end the session.
 */
const triesInAll = { bucket: 'own-password.all', max: 30, perSeconds: 90 * 86_400 };

/** Ends a session that guesses, and mails its guard, once for concurrent last tries. */
export const endGuessing = (
  { id, sessionId }: Pick<SignedIn, 'id' | 'sessionId'>,
  mail: { subject: string; body: string } = sessionEndedMail,
): Promise<void> =>
  transaction(async () => {
    await lock({ guard: id });
    if (!(await isActive(sessionId))) return;
    await endSession(sessionId);
    await queueMessage({ channel: 'mail', to: (await guard(id)).email, guardId: id, ...mail });
    notifyChanged(id, 'auth');
  });

/**
 * Checks the guard's own password and returns its hash. A right password confirms the session. Call it before the transaction of the call.
 * - 400: wrong. The reply marks the field that is the only key of `given`.
 * - 429: ten wrong passwords within 15 minutes.
 * - 401: thirty wrong passwords since the last right one. The session ends.
 */
export async function checkPresentPassword(
  me: Pick<SignedIn, 'id' | 'sessionId'>,
  given: Record<string, string>,
  wrong: string = copy.passwordWrong,
): Promise<{ hash: string }> {
  const { id, sessionId } = me;
  const [[field, password] = ['password', '']] = Object.entries(given);
  await limitAttempts(triesPerSession, sessionId);
  const { email } = await guard(id);
  const isKnown = await hasPassword(email);
  const { count } = isKnown ? await countAttempt(triesInAll, sessionId) : { count: 0 };
  const known = count <= triesInAll.max ? await checkPassword(email, password) : null;
  const isRight = known?.id === id;
  if (!isRight && count >= triesInAll.max) {
    await endGuessing(me);
    fail(401, copy.sessionExpired);
  }
  if (!isRight) return failValidation({ [field]: isKnown ? wrong : serverCopy.passwordUnknown });
  await resetAttempts(triesPerSession, sessionId);
  await resetAttempts(triesInAll, sessionId);
  // Locked, because a concurrently added second factor makes the password insufficient.
  await transaction(async () => {
    await lock({ guard: id });
    await confirmSession(me);
  });
  return { hash: known.hash };
}

/** The same for a caller that does not replace the password. */
export async function requirePassword(...given: Parameters<typeof checkPresentPassword>): Promise<void> {
  await checkPresentPassword(...given);
}
