import { sql } from 'kysely';
import { db } from '../../platform/database/db';

/** Stores a link as the hash of its token. */
export const insertLink = (tokenHash: Buffer, email: string, expiresAt: string) =>
  sql`insert into password_resets (token_hash, email, expires_at) values (${tokenHash}, ${email}, ${expiresAt})`.execute(db());

/** The address of this link, if it is still valid. */
export async function emailOfLink(tokenHash: Buffer, now: string): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`select email from password_resets
    where token_hash = ${tokenHash} and expires_at > ${now}`.execute(db());
  return rows[0]?.email ?? null;
}

/** Deletes the link, and every other one of this address. @returns false when another call was faster. */
export async function consumeLink(tokenHash: Buffer, email: string): Promise<boolean> {
  const used = await sql`delete from password_resets where token_hash = ${tokenHash}`.execute(db());
  await sql`delete from password_resets where email = ${email}`.execute(db());
  return used.numAffectedRows === 1n;
}
