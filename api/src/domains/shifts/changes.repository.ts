import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';
import { phaseAt, unbegunStates } from '../shift-state/shift-state.columns';
import type { NearShift } from './rest.repository';

const a = typedTable('held_assignments', 'a');
const s = typedTable('shifts', 's');
const j = typedTable('jobs', 'j');
const o = typedTable('held_assignments', 'o');
const os = typedTable('shifts', 'os');
const oj = typedTable('jobs', 'oj');

/** Removes the guard from their upcoming shifts of a job, or from one of them, and returns these. Their SOS and leave requests stay. */
export async function takeUnbegun(jobId: string, guardId: string, now: string, shiftId: string | null = null): Promise<string[]> {
  const taken = await db()
    .updateTable('assignments as a')
    .from(['shifts as s', 'jobs as j'])
    .set({ state: 'taken-back', taken_back_at: now })
    .whereRef('s.id', '=', 'a.shift_id')
    .whereRef('j.id', '=', 'a.job_id')
    .where('a.job_id', '=', jobId)
    .where('a.guard_id', '=', guardId)
    .$if(shiftId !== null, (all) => all.where('a.shift_id', '=', shiftId as string))
    .where(phaseAt({ state: a.state, startsAt: s.starts_at, endsAt: s.ends_at, jobStatus: j.status }, now), '=', 'upcoming')
    .returning('a.shift_id as shiftId')
    .execute();
  return taken.map(({ shiftId }) => shiftId);
}

export async function countHeld(jobId: string, guardId: string): Promise<number> {
  const { held } = await db()
    .selectFrom('held_assignments')
    .select(sql<number>`count(*)::int`.as('held'))
    .where('job_id', '=', jobId)
    .where('guard_id', '=', guardId)
    .executeTakeFirstOrThrow();
  return held;
}

/** A shift as staff change it: times of day are at the site, `HH:mm`. */
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
  timeZone: string;
}

export async function plannedShift(shiftId: string): Promise<PlannedShift | null> {
  const found = db()
    .selectFrom('shifts as s')
    .innerJoin('jobs as j', 'j.id', 's.job_id')
    .select(['s.id', 's.job_id as jobId', 'j.title as jobTitle', 'j.status as jobStatus', 's.shift_date as date'])
    .select([sql<string>`to_char(${s.start_time}, 'HH24:MI')`.as('start'), sql<string>`to_char(${s.end_time}, 'HH24:MI')`.as('end')])
    .select(['s.starts_at as startTime', 's.ends_at as endTime', 'j.time_zone as timeZone'])
    .where('s.id', '=', shiftId);
  return (await found.executeTakeFirst()) ?? null;
}

/** Whether a guard has arrived at a shift, or has started or ended it. */
export async function isBegun(shiftId: string): Promise<boolean> {
  const found = db()
    .selectFrom('held_assignments')
    .select('id')
    .where('shift_id', '=', shiftId)
    .where('state', 'not in', [...unbegunStates])
    .limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

/** The guards of a shift with a confirmed earlier start. */
export async function confirmedEarly(shiftId: string): Promise<string[]> {
  const found = db()
    .selectFrom('held_assignments')
    .select('guard_id as id')
    .where('shift_id', '=', shiftId)
    .where('paid_from', 'is not', null);
  return (await found.execute()).map(({ id }) => id);
}

/** An overlapping shift of one of the shift's guards. */
export async function overlapOf(shiftId: string): Promise<NearShift | null> {
  const { rows } = await sql<NearShift>`
    select ${oj.title} as "jobTitle", ${os.starts_at} as "startTime", ${os.ends_at} as "endTime", ${oj.time_zone} as "timeZone", -1 as gap
    from ${s} join ${a} on ${a.shift_id} = ${s.id} and ${a.state} in ('awarded', 'leave-requested')
      join ${o} on ${o.guard_id} = ${a.guard_id} and ${o.id} <> ${a.id} and ${o.state} in ('awarded', 'leave-requested', 'arrived', 'running', 'on-break')
      join ${os} on ${os.id} = ${o.shift_id} and ${os.starts_at} < ${s.ends_at} and ${os.ends_at} > ${s.starts_at} join ${oj} on ${oj.id} = ${o.job_id} and ${oj.status} = 1
    where ${s.id} = ${shiftId} order by ${os.starts_at} limit 1`.execute(db());
  return rows[0] ?? null;
}

/** Moves a shift; the database recomputes its instants. 23505: the job has another one on that date. Overlaps of the guards are checked at commit. */
export async function moveShift({ id, jobId, date, start, end }: Pick<PlannedShift, 'id' | 'jobId' | 'date' | 'start' | 'end'>) {
  await sql`set constraints assignments_one_place deferred`.execute(db());
  const moved = await db()
    .updateTable('shifts')
    .set(({ eb }) => ({ shift_date: date, start_time: start, end_time: end, sequence: eb('sequence', '+', 1) }))
    .where('id', '=', id)
    .returning(['starts_at as startTime', 'ends_at as endTime'])
    .executeTakeFirst();
  await sql`select chain_shifts(array[${jobId}]::uuid[])`.execute(db());
  return moved ?? null;
}
