import { sql } from 'kysely';
import { nowText } from '../../platform/clock';
import { db } from '../../platform/database/db';
import type { Tables } from '../../platform/database/tables';
import { typedTable } from '../../platform/database/typed-table';

export type NoticeKind = Tables['sos_notices']['kind'];
export type NoticeReceiver = Tables['sos_notices']['receiver'];

const n = typedTable('sos_notices', 'n');
const x = typedTable('sos_alerts', 'x');
const a = typedTable('assignments', 'a');
const later = typedTable('sos_notices', 'later');
const other = typedTable('sos_alerts', 'other');

export interface SosNotice {
  id: number;
  sosId: string;
  kind: NoticeKind;
  receiver: NoticeReceiver;
  jobId: string;
  guardId: string;
  /** The award was revoked, so the guard does not join the chat. */
  isTakenBack: boolean;
  /** A newer call for help on the shift replaces it. */
  isReplaced: boolean;
}

const assignmentOf = (sosId: string) => sql`(select ${x.assignment_id} from ${x} where ${x.id} = ${sosId})`;

/** Deletes the waiting cancellations of a shift, because a newer call for help replaces them. A notice that is being sent stays. */
export async function dropDelayed(sosId: string): Promise<void> {
  await sql`update sos_notices set done_at = ${nowText()}, is_dropped = true where id in (
    select ${n.id} from ${n} join ${other} on ${other.id} = ${n.sos_id} where ${other.assignment_id} = ${assignmentOf(sosId)}
      and ${n.done_at} is null and ${n.is_droppable} for no key update of n skip locked)`.execute(db());
}

export async function insert(
  sosId: string,
  kind: NoticeKind,
  receivers: readonly NoticeReceiver[],
  { notedAt, dueAt }: { notedAt: string; dueAt: string },
): Promise<void> {
  const row = { sos_id: sosId, kind, noted_at: notedAt, due_at: dueAt, is_droppable: dueAt > notedAt };
  await db()
    .insertInto('sos_notices')
    .values(receivers.map((receiver) => ({ ...row, receiver })))
    .execute();
}

/** Ids of the notices for a receiver that are due, ordered by due time; of one SOS or of all. None is older than `oldest`. */
export async function dueNoticeIds(receiver: NoticeReceiver, sosId: string | null, oldest: string, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select ${n.id} as id from ${n} where ${n.done_at} is null and ${n.due_at} <= ${nowText()} and ${n.receiver} = ${receiver}
      and ${n.noted_at} > ${oldest} and (${sosId}::uuid is null or ${n.sos_id} = ${sosId}) order by ${n.due_at}, ${n.id} limit ${most}`.execute(
    db(),
  );
  return rows.map(({ id }) => id);
}

/** Locks a notice until the end of the surrounding transaction; null when it is done, or another process has it. */
export async function take(id: number): Promise<SosNotice | null> {
  const { rows } = await sql<SosNotice>`
    select ${n.id} as id, ${n.sos_id} as "sosId", ${n.kind} as kind, ${n.receiver} as receiver, ${a.job_id} as "jobId",
      ${a.guard_id} as "guardId", ${a.state} = 'taken-back' as "isTakenBack",
      ${n.is_droppable} and exists (select from ${later} join ${other} on ${other.id} = ${later.sos_id}
        where ${other.assignment_id} = ${x.assignment_id} and ${later.receiver} = ${n.receiver} and ${later.id} > ${n.id}
          and ${later.kind} in ('call', 'again')) as "isReplaced"
    from ${n} join ${x} on ${x.id} = ${n.sos_id} join ${a} on ${a.id} = ${x.assignment_id}
    where ${n.id} = ${id} and ${n.done_at} is null for no key update of n skip locked`.execute(db());
  return rows[0] ?? null;
}

export async function settle(id: number, isDropped: boolean): Promise<void> {
  await db().updateTable('sos_notices').set({ done_at: nowText(), is_dropped: isDropped }).where('id', '=', id).execute();
}

/** Postpones a notice to an instant, after the notices that are due by then. */
export async function postpone(id: number, until: string): Promise<void> {
  await db().updateTable('sos_notices').set({ due_at: until }).where('id', '=', id).where('done_at', 'is', null).execute();
}
