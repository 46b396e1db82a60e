import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { leaveOfJob } from '@portal/contracts/leave/leave.endpoints';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';

const l = typedTable('leaves', 'l');
const a = typedTable('held_assignments', 'a');
const s = typedTable('shifts', 's');

export interface NewLeave {
  guardId: string;
  shiftId: string;
  leaveTitle: number;
  leaveDescription: string | null;
  now: string;
}

/** @returns false when the guard has requested leave from this shift before. */
export async function insertLeave({ guardId, shiftId, leaveTitle, leaveDescription, now }: NewLeave): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db()
    .insertInto('leaves')
    .values({ guard_id: guardId, shift_id: shiftId, leave_title: leaveTitle, leave_description: leaveDescription, created_at: now })
    .onConflict((known) => known.columns(['guard_id', 'shift_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function leavesOfJob(guardId: string, jobId: string): Promise<Output<typeof leaveOfJob>> {
  const { rows } = await sql<Output<typeof leaveOfJob>[number]>`
    select ${l.shift_id} as "shiftId", ${s.shift_date} as "shiftDate", ${l.leave_title} as "leaveTitle", ${l.leave_description} as "leaveDescription", ${l.status} as status
    from ${l} join ${a} on ${a.guard_id} = ${l.guard_id} and ${a.shift_id} = ${l.shift_id} join ${s} on ${s.id} = ${l.shift_id}
    where ${l.guard_id} = ${guardId} and ${s.job_id} = ${jobId} order by ${s.starts_at}`.execute(db());
  return rows;
}

/** Decides an open request. @returns false when there is none. */
export async function decideLeave(guardId: string, shiftId: string, status: 1 | 2, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db()
    .updateTable('leaves')
    .set({ status, decided_at: now })
    .where('guard_id', '=', guardId)
    .where('shift_id', '=', shiftId)
    .where('status', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
