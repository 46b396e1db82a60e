import { copy } from '@portal/contracts/_kernel/copy';
import { confirmationLimits } from '@portal/contracts/auth/auth.confirmation';
import { sql } from 'kysely';
import { fromNow, nowText } from '../clock';
import { db } from '../database/db';
import { fail } from '../http/errors';
import { hasFactorOf, isActive, type SignedIn } from './sessions';

const LASTS_MS = confirmationLimits.minutes * 60_000;

type Me = Pick<SignedIn, 'id' | 'sessionId'>;

let requirePassword: (me: Me, given: { password: string }) => Promise<void> = async () => {
  throw new Error('No check of passwords is registered');
};

/** Registers the check of the guard's own password: it refuses a wrong one and confirms the session by a right one. */
export function confirmByPassword(check: typeof requirePassword): void {
  requirePassword = check;
}

/**
 * Confirms an open session from now on. Where the guard has a second factor, only a proof of that factor confirms.
 * @returns until when; null when the session has ended, or the proof is not the second factor that this guard has.
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

/** A second factor was added in this session. */
export async function noteFactorOf({ sessionId }: Pick<Me, 'sessionId'>): Promise<void> {
  await sql`update sessions set factor_confirmed_at = ${nowText()} where id = ${sessionId}`.execute(db());
}

/** Forgets which sessions of a guard a factor confirmed: the guard has no factor any more. */
export async function forgetFactorSessions(guardId: string): Promise<void> {
  await sql`update sessions set factor_confirmed_at = null where guard_id = ${guardId} and factor_confirmed_at is not null`.execute(db());
}

/** Sessions of the guard count as unconfirmed, but for one: a second factor was added, and the password is no longer enough. */
export async function unconfirmOthers({ id, sessionId }: Me): Promise<void> {
  await sql`update sessions set confirmed_at = null where guard_id = ${id} and id <> ${sessionId}`.execute(db());
}

/** Until when the session is confirmed; null when it is not. */
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
 * Refuses with 403 and the reason `confirmation` unless the session is confirmed; with 401 when it has ended. A `password` in the input, as the release before sends it,
 * is checked instead: 400 at its field when it is wrong.
 */
export async function requireConfirmation(me: Me, input: unknown): Promise<void> {
  const { password } = (input ?? {}) as { password?: unknown };
  if (typeof password === 'string' && password !== '') await requirePassword(me, { password });
  if (await confirmedUntil(me)) return;
  if (!(await isActive(me.sessionId))) fail(401, copy.sessionExpired);
  fail(403, copy.notConfirmed, { reason: 'confirmation' });
}
