import type { StaffRole } from '@portal/contracts/_kernel/staff';
import { staffMessages } from '@portal/contracts/staff/staff.rules';
import { now } from '../clock';
import { preparedQuery } from '../database/db';
import { fail } from '../http/errors';
import { limitAttempts } from '../http/rate-limit';
import { equalsConstantTime, newToken, sha256 } from './secrets';

/** Who of the staff makes a call. */
export interface StaffMember {
  /** Null: whoever has the shared token, which production does not have. */
  keyId: string | null;
  name: string;
  /** Null: every role, and what only tests may do. */
  role: StaffRole | null;
}

export const sharedToken: StaffMember = { keyId: null, name: 'shared token', role: null };

/** Whoever makes a key beside the database. */
export const databaseOperator: StaffMember = { keyId: null, name: 'database', role: null };

/** Whether the audit says this name of acts that were done without a key. */
export const isReservedName = (name: string): boolean =>
  [sharedToken, databaseOperator].some((one) => one.name === name.trim().toLowerCase());

/** A person at a keyboard or a program of theirs; what was taken from them empties nothing at once. */
const callsPerKey = { bucket: 'staff.key', max: 300, perSeconds: 60 };

/** What a key begins with, so that one that was published by mistake can be found. */
const PREFIX = 'gpstaff_';

/** A new key, and what is kept of it. A fast hash is right: 256 random bits cannot be tried out, and a slow one would be paid at each call. */
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

/** The person behind a key or the shared token. 401 when it counts no more or never did, 429 when it calls too often. Before any transaction. */
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

/** Which of these keys count no more. */
export const endedKeys = async (ids: string[]): Promise<string[]> =>
  (await preparedQuery<{ id: string }>('dead-staff-keys', DEAD, [ids, now()])).map(({ id }) => id);
