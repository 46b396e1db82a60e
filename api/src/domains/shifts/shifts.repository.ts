import type { AssignmentState } from '@portal/contracts/_kernel/shift';
import type { Shift } from '@portal/contracts/jobs/jobs.shapes';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';
import { coverStateAt } from '../shift-state/cover-state.columns';
import { isOnShiftAt, paidFromOf, phaseAt, stateAt } from '../shift-state/shift-state.columns';

const s = typedTable('shifts', 's');
const j = typedTable('jobs', 'j');
const a = typedTable('held_assignments', 'a');
const l = typedTable('leaves', 'l');
const c = typedTable('cover_offers', 'c');
const deciding = { state: a.state, startsAt: s.starts_at, endsAt: s.ends_at, jobStatus: j.status };
const paidFrom = paidFromOf(a, s);
const f = typedTable('assignments', 'f');
const p = typedTable('applications', 'p');
/** In an upsert, the existing row. */
const stored = typedTable('assignments', 'assignments');

export interface NewShifts {
  jobId: string;
  dates: readonly string[];
  /** `HH:mm` at the site; an end at or before the start is on the next day. */
  start: string;
  end: string;
}

/** One shift a date. The database converts dates and times of the site to instants. */
export async function insertShifts({ jobId, dates, start, end }: NewShifts): Promise<string[]> {
  const made = await db()
    .insertInto('shifts')
    .columns(['job_id', 'shift_date', 'start_time', 'end_time'])
    .expression(
      sql`select ${j.id}, day, ${start}::time, ${end}::time from ${j}, unnest(${[...dates]}::date[]) day where ${j.id} = ${jobId} order by day`,
    )
    .returning('id')
    .execute();
  await sql`select chain_shifts(array[${jobId}]::uuid[])`.execute(db());
  return made.map(({ id }) => id);
}

/** A shift with the fields of `shiftShape`, and its pay for the service to add up. */
export interface GuardedShift extends Shift {
  pay: string;
}

/** A job's shifts in time, with the guard's assignments. */
export async function shiftsOfJob(jobId: string, guardId: string, now: string): Promise<GuardedShift[]> {
  const { rows } = await sql<GuardedShift>`
    select ${s.id} as "shiftId", ${s.shift_date} as "shiftDate", ${s.starts_at} as "startTime", ${s.ends_at} as "endTime", ${j.time_zone} as "timeZone", ${j.hourly_rate}::text as "customerRate",
      trim_scale(shift_hours(${s.starts_at}, ${s.ends_at}))::text as "totalShiftHours", ${s.sequence} as sequence,
      ${stateAt(deciding, now)} as state, ${phaseAt(deciding, now)} as phase,
      case when ${l.id} is null then null else json_build_object('status', ${l.status}, 'leaveTitle', ${l.leave_title}) end as leave,
      (select json_build_object('state', ${coverStateAt(now)}, 'endsAt', to_char(${c.ends_at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from ${c} where ${c.shift_id} = ${s.id} and ${c.guard_id} = ${guardId} order by ${c.offered_at} desc limit 1) as cover,
      shift_pay(${j.hourly_rate}, ${paidFrom}, ${s.ends_at}, coalesce(${a.started_at}, ${s.starts_at}), null)::text as pay
    from ${s} join ${j} on ${j.id} = ${s.job_id}
      left join ${a} on ${a.shift_id} = ${s.id} and ${a.guard_id} = ${guardId}
      left join ${l} on ${l.shift_id} = ${a.shift_id} and ${l.guard_id} = ${a.guard_id}
    where ${s.job_id} = ${jobId} order by ${s.starts_at}`.execute(db());
  return rows;
}

export interface ShiftPlace {
  startTime: string;
  endTime: string;
  timeZone: string;
  place: string;
}

/** Start and place of the earliest of these shifts; null when there are none. */
export async function earliestOf(shiftIds: readonly string[]): Promise<ShiftPlace | null> {
  const { rows } = await sql<ShiftPlace>`
    select ${s.starts_at} as "startTime", ${s.ends_at} as "endTime", ${j.time_zone} as "timeZone", ${j.place} as place
    from ${s} join ${j} on ${j.id} = ${s.job_id} where ${s.id} = any (${[...shiftIds]}::uuid[]) order by ${s.starts_at} limit 1`.execute(
    db(),
  );
  return rows[0] ?? null;
}

/** The start of a shift of a job; null when the job has no such shift. */
export async function shiftStart(jobId: string, shiftId: string): Promise<string | null> {
  const found = db().selectFrom('shifts').select('starts_at').where('job_id', '=', jobId).where('id', '=', shiftId);
  return (await found.executeTakeFirst())?.starts_at ?? null;
}

/** The job of a shift, which never changes; null when there is no such shift. */
export async function jobOf(shiftId: string): Promise<string | null> {
  return (await db().selectFrom('shifts').select('job_id').where('id', '=', shiftId).executeTakeFirst())?.job_id ?? null;
}

/** Every job that the guard applied for, has or had a shift of, or was proposed for. */
export async function jobsOf(guardId: string): Promise<string[]> {
  const held = db().selectFrom('assignments').select('job_id as id').where('guard_id', '=', guardId);
  const proposed = db().selectFrom('cover_offers').select('job_id as id').where('proposed_guard_id', '=', guardId);
  const applied = db().selectFrom('applications').select('job_id as id').where('guard_id', '=', guardId);
  const found = await applied.union(held).union(proposed).execute();
  return found.map(({ id }) => id);
}

/** Every assignment that the guard has or had. */
export async function assignmentIdsOf(guardId: string): Promise<string[]> {
  const found = await db().selectFrom('assignments').select('id').where('guard_id', '=', guardId).execute();
  return found.map(({ id }) => id);
}

/** The guard's assignment to one shift. */
export interface Assignment {
  id: string;
  state: AssignmentState;
  jobId: string;
  jobTitle: string;
  jobStatus: number;
  shiftDate: string;
  startsAt: string;
  endsAt: string;
}

/** The guard's assignment to a shift; null when it is another guard's. */
export async function assignmentOf(guardId: string, shiftId: string): Promise<Assignment | null> {
  const { rows } = await sql<Assignment>`
    select ${a.id} as id, ${a.state} as state, ${a.job_id} as "jobId", ${j.title} as "jobTitle", ${j.status} as "jobStatus",
      ${s.shift_date} as "shiftDate", ${s.starts_at} as "startsAt", ${s.ends_at} as "endsAt"
    from ${a} join ${s} on ${s.id} = ${a.shift_id} join ${j} on ${j.id} = ${a.job_id}
    where ${a.guard_id} = ${guardId} and ${a.shift_id} = ${shiftId}`.execute(db());
  return rows[0] ?? null;
}

export async function setState(assignmentId: string, state: AssignmentState): Promise<void> {
  await db().updateTable('assignments').set({ state }).where('id', '=', assignmentId).execute();
}

const unbegun = {
  arrived_at: null,
  arrived_received_at: null,
  arrived_within_ms: null,
  arrived_lat: null,
  arrived_long: null,
  arrived_accuracy: null,
  arrived_distance: null,
  started_at: null,
  started_received_at: null,
  started_within_ms: null,
};

/**
 * Assigns every shift of the job that is not over yet, or one of them, to the guard. An assignment that was revoked gets its earlier state again, such as
 * on leave, without an arrival before the revocation. 23P01 when it overlaps another shift of the guard.
 */
export async function assign(jobId: string, guardId: string, now: string, shiftId: string | null = null): Promise<string[]> {
  const asItStood = sql<AssignmentState>`coalesce((
    select case ${l.status} when 0 then 'leave-requested' when 1 then 'on-leave' end from ${l}
    where ${l.guard_id} = ${stored.guard_id} and ${l.shift_id} = ${stored.shift_id}), 'awarded')`;
  const given = await db()
    .insertInto('assignments')
    .columns(['guard_id', 'job_id', 'shift_id', 'created_at'])
    .expression(
      sql`select ${guardId}, ${s.job_id}, ${s.id}, ${now} from ${s} where ${s.job_id} = ${jobId} and ${s.ends_at} > ${now}::timestamptz
        and (${shiftId}::uuid is null or ${s.id} = ${shiftId}::uuid) order by ${s.starts_at}`,
    )
    .onConflict((known) =>
      known
        .columns(['guard_id', 'shift_id'])
        .doUpdateSet(({ ref }) => ({
          ...unbegun,
          taken_back_at: null,
          paid_from: null,
          created_at: ref('excluded.created_at'),
          state: asItStood,
        }))
        .where('assignments.state', '=', 'taken-back'),
    )
    .returning(['shift_id as shiftId', sql<boolean>`xmax <> 0`.as('isAgain')])
    .execute();
  const again = given.filter(({ isAgain }) => isAgain).map(({ shiftId }) => shiftId);
  // The cancellation in the guard's calendar has the sequence between.
  if (again.length > 0)
    await db()
      .updateTable('shifts')
      .set(({ eb }) => ({ sequence: eb('sequence', '+', 2) }))
      .where('id', 'in', again)
      .execute();
  return given.map(({ shiftId }) => shiftId);
}

/** Copies a confirmed earlier start from one guard of a shift to another. @returns it; null without one. */
export async function copyPaidFrom(shiftId: string, from: string, to: string): Promise<string | null> {
  const copied = await db()
    .updateTable('assignments')
    .set({ paid_from: sql`(select ${f.paid_from} from ${f} where ${f.shift_id} = ${shiftId} and ${f.guard_id} = ${from})` })
    .where('shift_id', '=', shiftId)
    .where('guard_id', '=', to)
    .returning('paid_from as paidFrom')
    .executeTakeFirst();
  return copied?.paidFrom ?? null;
}

/** Hours worked within the schedule, as a decimal. */
export async function hoursWorked(guardId: string): Promise<string> {
  const { rows } = await sql<{ hours: string }>`
    select trim_scale(coalesce(round(sum(greatest(0, extract(epoch from least(${a.ended_at}, ${s.ends_at}) - greatest(${a.started_at}, ${paidFrom})))) / 3600, 2), 0))::text as hours
    from ${a} join ${s} on ${s.id} = ${a.shift_id} where ${a.guard_id} = ${guardId} and ${a.state} = 'ended'`.execute(db());
  return rows[0]?.hours ?? '0';
}

/**
 * When the guard's current shift began, by arrival or start; null when the guard is on no shift. A shift is current from arrival until its end;
 * while it is running or on a break, until `overdueSince`, when staff close it.
 */
export async function currentShiftStart(guardId: string, now: string, overdueSince: string): Promise<string | null> {
  const { rows } = await sql<{ start: string | null }>`select min(coalesce(${a.arrived_at}, ${a.started_at})) as start
    from ${a} join ${s} on ${s.id} = ${a.shift_id} join ${j} on ${j.id} = ${a.job_id} where ${a.guard_id} = ${guardId}
      and ${isOnShiftAt(deciding, now)} and ${s.ends_at} > ${overdueSince}::timestamptz`.execute(db());
  return rows[0]?.start ?? null;
}

/** When the job was awarded to the guard; null when it is not theirs. */
export async function heldSince(guardId: string, jobId: string): Promise<string | null> {
  const { since } = await db()
    .selectFrom('held_assignments')
    .select(({ fn }) => fn.min<string | null>('created_at').as('since'))
    .where('guard_id', '=', guardId)
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  return since;
}

/** When the job was first awarded to the guard, also if they have lost it; null when it never was. */
export async function firstHeldSince(guardId: string, jobId: string): Promise<string | null> {
  const { rows } = await sql<{ since: string | null }>`select least(
    (select min(${f.created_at}) from ${f} where ${f.guard_id} = ${guardId} and ${f.job_id} = ${jobId}),
    (select min(${p.awarded_at}) from ${p} where ${p.guard_id} = ${guardId} and ${p.job_id} = ${jobId})) as since`.execute(db());
  return rows[0]?.since ?? null;
}

/** When the guard last lost a job that they do not have any more; null when they never had it. */
export async function heldUntil(guardId: string, jobId: string): Promise<string | null> {
  const { until } = await db()
    .selectFrom('applications')
    .select(({ fn }) => fn.max<string | null>('refused_at').as('until'))
    .where('guard_id', '=', guardId)
    .where('job_id', '=', jobId)
    .where('state', '=', 'refused')
    .where('awarded_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return until;
}

export interface Moment {
  jobId: string;
  /** Only this shift, if given. */
  shiftId: string | undefined;
  at: string;
}

/** The named shift that was the guard's at an instant, else their shift of the job then; null when there is none. */
export async function shiftAt(guardId: string, { jobId, shiftId, at }: Moment): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select ${s.id} as id from ${f} join ${s} on ${s.id} = ${f.shift_id} where ${f.guard_id} = ${guardId} and ${f.job_id} = ${jobId}
      and (${f.taken_back_at} is null or ${f.taken_back_at} >= ${at}::timestamptz)
      and ${shiftId ? sql`${s.id} = ${shiftId}` : sql`${at}::timestamptz between coalesce(${f.arrived_at}, ${s.starts_at}) - interval '2 hours' and coalesce(${f.ended_at}, ${s.ends_at}) + interval '2 hours'`}
    order by ${s.starts_at} desc limit 1`.execute(db());
  return rows[0]?.id ?? null;
}

/** All guards with a shift of the job. */
export async function guardsOfJob(jobId: string): Promise<string[]> {
  const found = await db().selectFrom('held_assignments').select('guard_id as id').distinct().where('job_id', '=', jobId).execute();
  return found.map(({ id }) => id);
}
