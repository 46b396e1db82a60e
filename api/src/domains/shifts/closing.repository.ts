import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';
import { isRunning, stateAt } from '../shift-state/shift-state.columns';

const a = typedTable('held_assignments', 'a');
const s = typedTable('shifts', 's');
const j = typedTable('jobs', 'j');
const g = typedTable('guards', 'g');
const deciding = { state: a.state, startsAt: s.starts_at, endsAt: s.ends_at, jobStatus: j.status };

export interface OverdueShift {
  shiftId: string;
  guard: string;
  jobTitle: string;
  state: string;
  endTime: string;
}

/** Shifts whose end was before this instant and that still run or were never started; the oldest first. */
export async function overdueShifts(endedBefore: string, limit: number): Promise<OverdueShift[]> {
  const { rows } = await sql<OverdueShift>`
    select ${a.shift_id} as "shiftId", ${g.email} as guard, ${j.title} as "jobTitle", ${a.state} as state, ${s.ends_at} as "endTime"
    from ${a} join ${s} on ${s.id} = ${a.shift_id} join ${j} on ${j.id} = ${a.job_id} join ${g} on ${g.id} = ${a.guard_id}
    where (${isRunning(a.state)} or ${stateAt(deciding, endedBefore)} = 'missed') and ${a.state} <> 'missed' and ${s.ends_at} <= ${endedBefore}::timestamptz order by ${s.ends_at}, ${a.id} limit ${limit}`.execute(
    db(),
  );
  return rows;
}
