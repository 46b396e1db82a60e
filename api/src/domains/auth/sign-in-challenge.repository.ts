import { sql } from 'kysely';
import { fromNow } from '../../platform/clock';
import { db } from '../../platform/database/db';

/** Longer than the lifetime of an ID token. */
const KEPT_MS = 2 * 3_600_000;

/** Stores the hash of a single-use value. @returns false if it was stored before. */
export async function storeUsed(hash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into used_identity_proofs (hash, expires_at) values (${hash}, ${fromNow(KEPT_MS)})
    on conflict do nothing`.execute(db());
  return numAffectedRows === 1n;
}
