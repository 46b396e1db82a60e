import { emailProofDays } from '@portal/contracts/guards/guards.contacts';
import { sql } from 'kysely';
import { fromNow } from '../../platform/clock';
import { db } from '../../platform/database/db';

export interface EmailProof {
  email: string;
  isProven: boolean;
  /** Null if the guard did not sign up by the portal. */
  registeredAt: string | null;
}

/** Whether the deadline for proving the address of a sign-up has passed without a proof. */
export const isProofOverdue = ({ isProven, registeredAt }: Pick<EmailProof, 'isProven' | 'registeredAt'>): boolean =>
  !isProven && registeredAt !== null && registeredAt < fromNow(-emailProofDays * 86_400_000);

export const proofOf = (guardId: string): Promise<EmailProof | undefined> =>
  db()
    .selectFrom('guards')
    .select(['email', 'is_email_proven as isProven', 'registered_at as registeredAt'])
    .where('id', '=', guardId)
    .executeTakeFirst();

/** Whether a session of the guard was used within the period that a sign-up has to prove its address. */
export async function wasSeenLately(guardId: string): Promise<boolean> {
  const { rows } = await sql`select from sessions where guard_id = ${guardId} and ended_at is null
    and last_seen_at > ${fromNow(-emailProofDays * 86_400_000)} limit 1`.execute(db());
  return rows.length > 0;
}

/** Frees the e-mail address and the mobile number, and removes the password and the provider accounts. */
export async function clearContacts(guardId: string): Promise<void> {
  await sql`update guards set email = ${`${guardId}@released.invalid`}, mobile_number = '', is_mobile_proven = false, password_hash = '',
    registered_at = null, social_facebook_id = null, social_gmail_id = null where id = ${guardId}`.execute(db());
  await sql`delete from contact_changes where guard_id = ${guardId}`.execute(db());
}
