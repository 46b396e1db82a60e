import type { ContactKind } from '@portal/contracts/guards/guards.contacts';
import { contactLimits } from '@portal/contracts/guards/guards.contacts';
import type { ContactChange } from '@portal/contracts/guards/guards.contacts.endpoints';
import { sql } from 'kysely';
import { fromNow, nowText } from '../../platform/clock';
import { db } from '../../platform/database/db';
import type { VerifiedAccess } from '../../platform/identity/recheck-access';

const DAY_MS = 86_400_000;
const columns = sql`kind, value, sent_at as "sentAt", expires_at as "expiresAt", greatest(${contactLimits.tries} - tries, 0) as "triesLeft"`;

/** The pending changes: for a day after their last code was sent. */
export async function pendingChangesOf(guardId: string): Promise<ContactChange[]> {
  const { rows } = await sql<ContactChange>`select ${columns} from contact_changes
    where guard_id = ${guardId} and sent_at > ${fromNow(-DAY_MS)} order by kind`.execute(db());
  return rows;
}

/** Replaces the pending change. With `sentAt` only if its code was sent then; null when another call was faster. */
export async function putChange(
  { guardId }: VerifiedAccess,
  kind: ContactKind,
  { value, hash, sentAt = null }: { value: string; hash: string; sentAt?: string | null },
): Promise<ContactChange | null> {
  const { rows } = await sql<ContactChange>`insert into contact_changes (guard_id, kind, value, code_hash, sent_at, expires_at)
    values (${guardId}, ${kind}, ${value}, ${hash}, ${nowText()}, ${fromNow(contactLimits.minutes * 60_000)})
    on conflict (guard_id, kind) do update set value = excluded.value, code_hash = excluded.code_hash, tries = 0,
      sent_at = excluded.sent_at, expires_at = excluded.expires_at
      where ${sentAt}::timestamptz is null or contact_changes.sent_at = ${sentAt}
    returning ${columns}`.execute(db());
  return rows[0] ?? null;
}

export interface CodeAttempt {
  value: string;
  codeHash: string;
}

/** Counts one try of the live code before it is compared, so that concurrent tries count, too. Null: none may be tried. */
export async function tryCode(guardId: string, kind: ContactKind): Promise<CodeAttempt | null> {
  const { rows } = await sql<CodeAttempt>`update contact_changes set tries = tries + 1
    where guard_id = ${guardId} and kind = ${kind} and tries < ${contactLimits.tries} and expires_at > ${nowText()}
    returning value, code_hash as "codeHash"`.execute(db());
  return rows[0] ?? null;
}

/** @returns false when it was used, replaced or cancelled by another call. */
export async function takeChange(guardId: string, kind: ContactKind, { codeHash }: CodeAttempt): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from contact_changes
    where guard_id = ${guardId} and kind = ${kind} and code_hash = ${codeHash}`.execute(db());
  return numAffectedRows === 1n;
}

/** Deletes every pending change. */
export async function dropChanges(guardId: string): Promise<void> {
  await sql`delete from contact_changes where guard_id = ${guardId}`.execute(db());
}

export async function dropChange(guardId: string, kind: ContactKind): Promise<void> {
  await sql`delete from contact_changes where guard_id = ${guardId} and kind = ${kind}`.execute(db());
}

/** Sets a contact that its guard has proven by a code. Another guard's contact fails with SQL state 23505. */
export async function setContact({ guardId }: VerifiedAccess, kind: ContactKind, value: string): Promise<void> {
  const proven = kind === 'email' ? { email: value, is_email_proven: true } : { mobile_number: value, is_mobile_proven: true };
  await db().updateTable('guards').set(proven).where('id', '=', guardId).execute();
}

/**
 * Before a first proof of a mailbox counts as the guard's: removes access that a stranger may have left in the account. Does nothing if the
 * mailbox was proven before. @returns whether the mailbox was unproven.
 */
export async function dropUnproven(id: string): Promise<boolean> {
  const { numUpdatedRows } = await db()
    .updateTable('guards')
    .set({ social_facebook_id: null, social_gmail_id: null, is_mobile_proven: false })
    .where('id', '=', id)
    .where('is_email_proven', '=', false)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await dropChanges(id);
  return true;
}
