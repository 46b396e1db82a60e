import { licenceName, reminderDays } from '@portal/contracts/documents/documents.expiry';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';

export interface DocumentExpiry {
  guardId: string;
  /** Null: the security licence. */
  documentId: string | null;
  name: string;
  expiryDate: string;
}

const ends = sql`select id as guard_id, null::uuid as document_id, ${licenceName} as name, security_registration_expiry_date as expiry_date
    from guards where security_registration_expiry_date is not null
  union all select guard_id, id, document_type, expiry_date from guard_documents`;

/** Days on which the guard's licence and documents end, from the first up to a day. */
export async function expiriesOf(guardId: string, upTo: string): Promise<DocumentExpiry[]> {
  const { rows } = await sql<DocumentExpiry>`
    select guard_id as "guardId", document_id as "documentId", name, expiry_date as "expiryDate" from (${ends}) e
    where guard_id = ${guardId} and expiry_date <= ${upTo}::date order by expiry_date, name`.execute(db());
  return rows;
}

export interface DueReminder extends DocumentExpiry {
  daysLeft: number;
  daysBefore: number;
}

/** Unsent reminders that are due on a day, the most urgent first, after the first `passed` ones. */
export async function dueReminders(today: string, limit: number, passed = 0): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    select d.guard_id as "guardId", d.document_id as "documentId", d.name, d.expiry_date as "expiryDate", d.days_left as "daysLeft",
      d.days_before as "daysBefore"
    from (
      select e.*, e.expiry_date - ${today}::date as days_left,
        (select min(days) from unnest(${[...reminderDays]}::int[]) days where days >= e.expiry_date - ${today}::date) as days_before
      from (${ends}) e where e.expiry_date between ${today}::date and ${today}::date + ${Math.max(...reminderDays)}::int
    ) d
    where not exists (select from expiry_reminders r where r.guard_id = d.guard_id and r.document_id is not distinct from d.document_id
      and r.expiry_date = d.expiry_date and r.days_before = d.days_before)
    order by d.days_left, d.guard_id, d.document_id limit ${limit} offset ${passed}`.execute(db());
  return rows;
}

/** Waits for a concurrent call. @returns false when the reminder was already sent, or the document is gone. */
export async function markTold({ guardId, documentId, expiryDate, daysBefore }: DueReminder, now: string): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into expiry_reminders (guard_id, document_id, expiry_date, days_before, told_at)
    select ${guardId}, ${documentId}::uuid, ${expiryDate}, ${daysBefore}, ${now}
    where ${documentId}::uuid is null or exists (select from guard_documents d where d.id = ${documentId}::uuid)
    on conflict do nothing`.execute(db());
  return numAffectedRows === 1n;
}
