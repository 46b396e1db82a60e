import type { StaffRole } from '@portal/contracts/_kernel/staff';
import { staffMessages } from '@portal/contracts/staff/staff.rules';
import { now } from '../clock';
import { preparedQuery } from '../database/db';
import { fail } from '../http/errors';
import { limitAttempts } from '../http/rate-limit';
import { equalsConstantTime, newToken, sha256 } from './secrets';

/** The member of staff of a call. */
export interface StaffMember {
  /** Null for the shared token, which production does not have. */
  keyId: string | null;
  name: string;
  /** Null: every role, and the endpoints that only tests use. */
  role: StaffRole | null;
}

export const sharedToken: StaffMember = { keyId: null, name: 'shared token', role: null };

/** An operator who creates a key directly in the database. */
export const databaseOperator: StaffMember = { keyId: null, name: 'database', role: null };

/** Whether the audit uses this name for calls without a key. */
export const isReservedName = (name: string): boolean =>
  [sharedToken, databaseOperator].some((one) => one.name === name.trim().toLowerCase());

/** Enough for a person or their program; a stolen key cannot read everything quickly. */
const callsPerKey = { bucket: 'staff.key', max: 300, perSeconds: 60 };

/** Prefix of every key, by which scanners can find a published key. */
const PREFIX = 'gpstaff_';

/** Creates a key and its hash. A fast hash suffices, because 256 random bits cannot be guessed, and a slow one would delay each call. */
export function newStaffKey(): { key: string; hash: Buffer } {
  const key = PREFIX + newToken();
  return { key, hash: sha256(key) };
}

interface KeyRow {
  id: string;
  name: string;
  role: StaffRole;
  expires_at: string;
  revoked_at: string | null;
}

const LOOK_UP = 'select id, name, role, expires_at, revoked_at from staff_keys where key_hash = $1';

/** Finds the person of a key, or the shared token. Throws 401 for an invalid key, 429 above the rate limit. Call it before a transaction. */
export async function authenticateStaff(given: string | null, token: string | null): Promise<StaffMember> {
  if (given && token && equalsConstantTime(given, token)) return sharedToken;
  const [row] = given?.startsWith(PREFIX) ? await preparedQuery<KeyRow & object>('staff-key', LOOK_UP, [sha256(given)]) : [];
  if (!row) return fail(401, staffMessages.missing);
  if (row.revoked_at) fail(401, staffMessages.revoked);
  if (Date.parse(row.expires_at) <= now().getTime()) fail(401, staffMessages.expired);
  await limitAttempts(callsPerKey, row.id);
  return { keyId: row.id, name: row.name, role: row.role };
}

const DEAD = 'select id from staff_keys where id = any($1::uuid[]) and (revoked_at is not null or expires_at <= $2)';

/** The keys of the list that are revoked, or expired. */
export const endedKeys = async (ids: string[]): Promise<string[]> =>
  (await preparedQuery<{ id: string }>('dead-staff-keys', DEAD, [ids, now()])).map(({ id }) => id);
