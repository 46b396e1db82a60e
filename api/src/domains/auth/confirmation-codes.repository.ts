import { confirmationLimits, type WaitingCode } from '@portal/contracts/auth/auth.confirmation';
import { sql } from 'kysely';
import { fromNow, nowText } from '../../platform/clock';
import { db } from '../../platform/database/db';
import type { SignedIn } from '../../platform/identity/sessions';

const columns = sql`sent_at as "sentAt", expires_at as "expiresAt", greatest(${confirmationLimits.codeTries} - tries, 0) as "triesLeft"`;

/** The code that was sent for a session and has not expired. */
export async function codeOf(sessionId: string): Promise<WaitingCode | null> {
  const { rows } = await sql<WaitingCode>`select ${columns} from confirmation_codes
    where session_id = ${sessionId} and expires_at > ${nowText()}`.execute(db());
  return rows[0] ?? null;
}

/** Stores a new code unless one was stored within the wait between two codes; null then. */
export async function putCode({ id, sessionId }: SignedIn, hash: string): Promise<WaitingCode | null> {
  const { resendSeconds, codeMinutes } = confirmationLimits;
  const { rows } = await sql<WaitingCode>`insert into confirmation_codes (session_id, guard_id, code_hash, sent_at, expires_at)
    values (${sessionId}, ${id}, ${hash}, ${nowText()}, ${fromNow(codeMinutes * 60_000)})
    on conflict (session_id) do update set code_hash = excluded.code_hash, tries = 0, sent_at = excluded.sent_at, expires_at = excluded.expires_at
      where confirmation_codes.sent_at <= ${fromNow(-resendSeconds * 1000)}
    returning ${columns}`.execute(db());
  return rows[0] ?? null;
}

/** Counts one try before the code is compared, so that parallel tries count too. @returns the hash; null when no code can be tried. */
export async function tryCode(sessionId: string): Promise<string | null> {
  const { rows } = await sql<{ hash: string }>`update confirmation_codes set tries = tries + 1
    where session_id = ${sessionId} and tries < ${confirmationLimits.codeTries} and expires_at > ${nowText()}
    returning code_hash as hash`.execute(db());
  return rows[0]?.hash ?? null;
}

/** Removes a code that was right. @returns false when another call used or replaced it. */
export async function useCode(sessionId: string, hash: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from confirmation_codes
    where session_id = ${sessionId} and code_hash = ${hash}`.execute(db());
  return numAffectedRows === 1n;
}
