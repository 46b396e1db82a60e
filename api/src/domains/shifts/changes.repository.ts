import { sql } from 'kysely';
import { db } from '../../platform/db';

/** Takes away what has not begun; gives the shifts. A leave request goes with its assignment. */
export async function deleteUnbegun(jobId: string, guardId: string, now: string): Promise<string[]> {
  const { rows } = await sql<{ shiftId: string }>`
    delete from assignments a using shifts s where s.id = a.shift_id and a.job_id = ${jobId} and a.guard_id = ${guardId}
      and s.starts_at > ${now}::timestamptz and a.state in ('awarded', 'leave-requested', 'on-leave', 'arrived') returning a.shift_id as "shiftId"`.execute(
    db(),
  );
  return rows.map(({ shiftId }) => shiftId);
}

export async function countHeld(jobId: string, guardId: string): Promise<number> {
  const { rows } = await sql<{
    held: number;
  }>`select count(*)::int as held from assignments where job_id = ${jobId} and guard_id = ${guardId}`.execute(db());
  return rows[0]?.held ?? 0;
}

/** A shift as staff change it: times of day are the site's own, `HH:mm`. */
export interface PlannedShift {
  id: string;
  jobId: string;
  jobTitle: string;
  jobStatus: number;
  date: string;
  start: string;
  end: string;
  startTime: string;
  endTime: string;
}

const planned = sql`s.id, s.job_id as "jobId", s.shift_date as date, to_char(s.start_time, 'HH24:MI') as start, to_char(s.end_time, 'HH24:MI') as "end",
  s.starts_at as "startTime", s.ends_at as "endTime"`;

/** The shift, locked until the transaction ends. */
export async function lockShift(shiftId: string): Promise<PlannedShift | null> {
  const { rows } = await sql<PlannedShift>`select ${planned}, j.title as "jobTitle", j.status as "jobStatus"
    from shifts s join jobs j on j.id = s.job_id where s.id = ${shiftId} for update of s`.execute(db());
  return rows[0] ?? null;
}

/** Moves a shift; the database makes its instants anew. 23505: the job has another one on that date. */
export async function moveShift({ id, jobId, date, start, end }: Pick<PlannedShift, 'id' | 'jobId' | 'date' | 'start' | 'end'>) {
  const { rows } = await sql<{ startTime: string; endTime: string }>`
    update shifts s set shift_date = ${date}, start_time = ${start}::time, end_time = ${end}::time, sequence = sequence + 1 where s.id = ${id}
    returning s.starts_at as "startTime", s.ends_at as "endTime"`.execute(db());
  await sql`select chain_shifts(array[${jobId}]::uuid[])`.execute(db());
  return rows[0] ?? null;
}
