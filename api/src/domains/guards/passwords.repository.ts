import { db } from '../../platform/database/db';
import type { VerifiedAccess } from '../../platform/identity/recheck-access';

interface Credentials {
  id: string;
  password_hash: string;
  has_password: boolean;
  is_verify_otp: boolean;
  is_email_proven: boolean;
  registered_at: string | null;
}

export const passwordOf = (email: string): Promise<Credentials | undefined> =>
  db()
    .selectFrom('guards')
    .select(['id', 'password_hash', 'has_password', 'is_verify_otp', 'is_email_proven', 'registered_at'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();

/** @param isKnown false for a random password that is sent to no one, so that it cannot log in. */
export async function setPasswordHash({ guardId }: VerifiedAccess, passwordHash: string, isKnown = true): Promise<void> {
  await db().updateTable('guards').set({ password_hash: passwordHash, has_password: isKnown }).where('id', '=', guardId).execute();
}

/** Replaces the password `before`. @returns false if another call changed it first. */
export async function replacePasswordHash(id: string, before: string, passwordHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db()
    .updateTable('guards')
    .set({ password_hash: passwordHash, has_password: true })
    .where('id', '=', id)
    .where('password_hash', '=', before)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A password hash at the time when the guard proved the password. */
export interface ProvenPassword {
  id: string;
  hash: string;
}

/** Marks this password as known to the guard, unless another one has replaced it. */
export async function markPasswordKnown({ id, hash }: ProvenPassword): Promise<void> {
  await db().updateTable('guards').set({ has_password: true }).where('id', '=', id).where('password_hash', '=', hash).execute();
}

export async function isPasswordUnchanged({ id, hash }: ProvenPassword): Promise<boolean> {
  const found = await db().selectFrom('guards').select('id').where('id', '=', id).where('password_hash', '=', hash).executeTakeFirst();
  return found !== undefined;
}
