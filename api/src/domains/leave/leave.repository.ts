import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { leaveOfJob } from '@portal/contracts/leave/leave.endpoints';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';

export interface NewLeave {
  guardId: string;
  shiftId: string;
  leaveTitle: number;
  leaveDescription: string | null;
  now: string;
}

/** False when the guard asked for this shift before. */
export async function insertLeave({ guardId, shiftId, leaveTitle, leaveDescription, now }: NewLeave): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into leaves (guard_id, shift_id, leave_title, leave_description, created_at)
    values (${guardId}, ${shiftId}, ${leaveTitle}, ${leaveDescription}, ${now}) on conflict (guard_id, shift_id) do nothing`.execute(db());
  return numAffectedRows === 1n;
}

export async function leavesOfJob(guardId: string, jobId: string): Promise<Output<typeof leaveOfJob>> {
  const { rows } = await sql<Output<typeof leaveOfJob>[number]>`
    select l.shift_id as "shiftId", s.shift_date as "shiftDate", l.leave_title as "leaveTitle", l.leave_description as "leaveDescription", l.status
    from leaves l join held_assignments a using (guard_id, shift_id) join shifts s on s.id = l.shift_id where l.guard_id = ${guardId} and s.job_id = ${jobId} order by s.starts_at`.execute(
    db(),
  );
  return rows;
}

/** Decides an open request; false when there is none. */
export async function decideLeave(guardId: string, shiftId: string, status: 1 | 2, now: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update leaves set status = ${status}, decided_at = ${now} where guard_id = ${guardId} and shift_id = ${shiftId} and status = 0`.execute(
    db(),
  );
  return numAffectedRows === 1n;
}
