import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import type { NearShift } from './rest.repository';

/** Takes away what has not begun; gives the shifts. What belongs to them stays as it was: an arrival, an SOS, a leave request. */
export async function takeUnbegun(jobId: string, guardId: string, now: string): Promise<string[]> {
  const { rows } = await sql<{ shiftId: string }>`
    update assignments a set state = 'taken-back', taken_back_at = ${now} from shifts s where s.id = a.shift_id and a.job_id = ${jobId} and a.guard_id = ${guardId}
      and s.starts_at > ${now}::timestamptz and a.state in ('awarded', 'leave-requested', 'on-leave', 'arrived') returning a.shift_id as "shiftId"`.execute(
    db(),
  );
  return rows.map(({ shiftId }) => shiftId);
}

export async function countHeld(jobId: string, guardId: string): Promise<number> {
  const { rows } = await sql<{
    held: number;
  }>`select count(*)::int as held from held_assignments where job_id = ${jobId} and guard_id = ${guardId}`.execute(db());
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

export async function plannedShift(shiftId: string): Promise<PlannedShift | null> {
  const { rows } = await sql<PlannedShift>`select ${planned}, j.title as "jobTitle", j.status as "jobStatus"
    from shifts s join jobs j on j.id = s.job_id where s.id = ${shiftId}`.execute(db());
  return rows[0] ?? null;
}

/** Whether a guard has arrived at a shift, or gone further. */
export async function isBegun(shiftId: string): Promise<boolean> {
  const { rows } =
    await sql`select from held_assignments where shift_id = ${shiftId} and state in ('arrived', 'running', 'on-break', 'ended') limit 1`.execute(
      db(),
    );
  return rows.length > 0;
}

/** Another shift of one of the shift's guards that is at the same time as it. */
export async function overlapOf(shiftId: string): Promise<NearShift | null> {
  const { rows } = await sql<NearShift>`
    select oj.title as "jobTitle", os.starts_at as "startTime", os.ends_at as "endTime", -1 as gap
    from shifts s join held_assignments a on a.shift_id = s.id and a.state in ('awarded', 'leave-requested')
      join held_assignments o on o.guard_id = a.guard_id and o.id <> a.id and o.state in ('awarded', 'leave-requested', 'arrived', 'running', 'on-break')
      join shifts os on os.id = o.shift_id and os.starts_at < s.ends_at and os.ends_at > s.starts_at join jobs oj on oj.id = o.job_id and oj.status = 1
    where s.id = ${shiftId} order by os.starts_at limit 1`.execute(db());
  return rows[0] ?? null;
}

/** Moves a shift; the database makes its instants anew. 23505: the job has another one on that date; the guards' other shifts are judged at the end. */
export async function moveShift({ id, jobId, date, start, end }: Pick<PlannedShift, 'id' | 'jobId' | 'date' | 'start' | 'end'>) {
  await sql`set constraints assignments_one_place deferred`.execute(db());
  const { rows } = await sql<{ startTime: string; endTime: string }>`
    update shifts s set shift_date = ${date}, start_time = ${start}::time, end_time = ${end}::time, sequence = sequence + 1 where s.id = ${id}
    returning s.starts_at as "startTime", s.ends_at as "endTime"`.execute(db());
  await sql`select chain_shifts(array[${jobId}]::uuid[])`.execute(db());
  return rows[0] ?? null;
}
