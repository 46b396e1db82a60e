import { copy } from '@portal/contracts/_kernel/copy';
import { serverCopy } from '@portal/contracts/_kernel/serverCopy';
import { confirmationLimits } from '@portal/contracts/auth/auth.confirmation';
import { sql } from 'kysely';
import { fromNow, nowText } from '../clock';
import { currentServices } from '../context';
import { db } from '../database/db';
import { fail } from '../http/errors';
import { hasFactorOf, isActive, type SignedIn } from './sessions';

const LASTS_MS = confirmationLimits.minutes * 60_000;

type Me = Pick<SignedIn, 'id' | 'sessionId'>;

/**
 * Confirms an open session from now on. If the guard has a second factor, only a proof of that factor confirms.
 * @returns the end of the confirmation; null if the session has ended, or if the proof is not the guard's second factor.
 */
export async function confirmSession({ sessionId }: Pick<Me, 'sessionId'>, isByFactor = false): Promise<string | null> {
  const { numAffectedRows } = await sql`update sessions s set confirmed_at = ${nowText()},
      factor_confirmed_at = case when ${isByFactor} then ${nowText()}::timestamptz else s.factor_confirmed_at end
    where s.id = ${sessionId} and s.ended_at is null and (${isByFactor} or not ${hasFactorOf(sql.ref('s.guard_id'))})`.execute(db());
  return numAffectedRows === 1n ? fromNow(LASTS_MS) : null;
}

/** Whether a second factor ever confirmed the session, or was added in it. */
export async function isFactorConfirmed({ sessionId }: Pick<Me, 'sessionId'>): Promise<boolean> {
  const { rows } = await sql`select from sessions where id = ${sessionId} and factor_confirmed_at is not null`.execute(db());
  return rows.length > 0;
}

/** Records that a second factor was added in this session. */
export async function noteFactorOf({ sessionId }: Pick<Me, 'sessionId'>): Promise<void> {
  await sql`update sessions set factor_confirmed_at = ${nowText()} where id = ${sessionId}`.execute(db());
}

/** Clears which sessions of a guard a factor confirmed, because the guard has no factor any more. */
export async function forgetFactorSessions(guardId: string): Promise<void> {
  await sql`update sessions set factor_confirmed_at = null where guard_id = ${guardId} and factor_confirmed_at is not null`.execute(db());
}

/** Ends the confirmation of the guard's other sessions: a second factor was added, so the password no longer suffices. */
export async function unconfirmOthers({ id, sessionId }: Me): Promise<void> {
  await sql`update sessions set confirmed_at = null where guard_id = ${id} and id <> ${sessionId}`.execute(db());
}

/** The end of the session's confirmation; null if it is not confirmed. */
export async function confirmedUntil({ sessionId }: Pick<Me, 'sessionId'>): Promise<string | null> {
  const row = await db()
    .selectFrom('sessions')
    .select('confirmed_at')
    .where('id', '=', sessionId)
    .where('confirmed_at', '>', fromNow(-LASTS_MS))
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row?.confirmed_at ? new Date(Date.parse(row.confirmed_at) + LASTS_MS).toISOString() : null;
}

/**
 * Throws 403 with the reason `confirmation` unless the session is confirmed, and 401 if it has ended. A `password` in the input, as the previous
 * release sends it, is checked instead: a wrong one throws 400 at its field.
 */
export async function requireConfirmation(me: Me, input: unknown): Promise<void> {
  const { password } = (input ?? {}) as { password?: unknown };
  if (typeof password === 'string' && password !== '') await currentServices().hooks.requirePassword(me, { password });
  if (await confirmedUntil(me)) return;
  if (!(await isActive(me.sessionId))) fail(401, copy.sessionExpired);
  fail(403, serverCopy.notConfirmed, { reason: 'confirmation' });
}
