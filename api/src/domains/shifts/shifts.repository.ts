import type { AssignmentState } from '@portal/contracts/_kernel/shift';
import type { Shift } from '@portal/contracts/jobs/jobs.shapes';
import { sql } from 'kysely';
import { db } from '../../platform/db';

export interface NewShifts {
  jobId: string;
  dates: readonly string[];
  /** `HH:mm` at the site; an end at or before the start is on the next day. */
  start: string;
  end: string;
  customerRate: number;
}

/** One shift a date. The database turns dates and times of the site into instants. */
export async function insertShifts({ jobId, dates, start, end, customerRate }: NewShifts): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into shifts (job_id, shift_date, start_time, end_time, customer_rate)
    select ${jobId}, day, ${start}::time, ${end}::time, ${customerRate} from unnest(${[...dates]}::date[]) day order by day returning id`.execute(
    db(),
  );
  await sql`select chain_shifts(array[${jobId}]::uuid[])`.execute(db());
  return rows.map(({ id }) => id);
}

/** A shift as `shiftShape` says, and what the service sums up. */
export interface GuardedShift extends Shift {
  pay: string;
}

/** A job's shifts in time, with what the guard has of them; `missed` is what the clock makes of a shift that nobody started. */
export async function shiftsOfJob(jobId: string, guardId: string, now: string): Promise<GuardedShift[]> {
  const { rows } = await sql<GuardedShift>`
    select s.id as "shiftId", s.shift_date as "shiftDate", s.starts_at as "startTime", s.ends_at as "endTime", s.customer_rate::text as "customerRate",
      trim_scale(shift_hours(s.starts_at, s.ends_at))::text as "totalShiftHours", s.sequence,
      case when a.state in ('awarded', 'arrived') and s.ends_at <= ${now}::timestamptz then 'missed' else a.state end as state,
      case when l.id is null then null else json_build_object('status', l.status, 'leaveTitle', l.leave_title) end as leave,
      shift_pay(j.hourly_rate, s.starts_at, s.ends_at, null, null)::text as pay
    from shifts s join jobs j on j.id = s.job_id
      left join assignments a on a.shift_id = s.id and a.guard_id = ${guardId}
      left join leaves l on l.shift_id = s.id and l.guard_id = ${guardId}
    where s.job_id = ${jobId} order by s.starts_at`.execute(db());
  return rows;
}

/** When a shift of a job begins; null when the job has no such shift. */
export async function shiftStart(jobId: string, shiftId: string): Promise<string | null> {
  const { rows } = await sql<{
    startsAt: string;
  }>`select starts_at as "startsAt" from shifts where job_id = ${jobId} and id = ${shiftId}`.execute(db());
  return rows[0]?.startsAt ?? null;
}

/** The guard's hold on one shift. */
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

/** The assignment, locked until the transaction ends; null when the shift is not the guard's. */
export async function lockAssignment(guardId: string, shiftId: string): Promise<Assignment | null> {
  const { rows } = await sql<Assignment>`
    select a.id, a.state, a.job_id as "jobId", j.title as "jobTitle", j.status as "jobStatus", s.shift_date as "shiftDate", s.starts_at as "startsAt", s.ends_at as "endsAt"
    from assignments a join shifts s on s.id = a.shift_id join jobs j on j.id = a.job_id
    where a.guard_id = ${guardId} and a.shift_id = ${shiftId} for update of a`.execute(db());
  return rows[0] ?? null;
}

export async function setState(assignmentId: string, state: AssignmentState): Promise<void> {
  await sql`update assignments set state = ${state} where id = ${assignmentId}`.execute(db());
}

/** Gives the guard every shift of the job that is not over yet. */
export async function assign(jobId: string, guardId: string, now: string): Promise<string[]> {
  const { rows } = await sql<{ shiftId: string }>`
    insert into assignments (guard_id, job_id, shift_id, created_at)
    select ${guardId}, job_id, id, ${now} from shifts where job_id = ${jobId} and ends_at > ${now}::timestamptz order by starts_at
    on conflict (guard_id, shift_id) do nothing returning shift_id as "shiftId"`.execute(db());
  return rows.map(({ shiftId }) => shiftId);
}

/** Hours worked within the schedule, as a decimal. */
export async function hoursWorked(guardId: string): Promise<string> {
  const { rows } = await sql<{ hours: string }>`
    select trim_scale(coalesce(round(sum(greatest(0, extract(epoch from least(a.ended_at, s.ends_at) - greatest(a.started_at, s.starts_at)))) / 3600, 2), 0))::text as hours
    from assignments a join shifts s on s.id = a.shift_id where a.guard_id = ${guardId} and a.state = 'ended'`.execute(db());
  return rows[0]?.hours ?? '0';
}

/** Whether the guard works at this moment: arrived, running or on a break. */
export async function isOnShift(guardId: string): Promise<boolean> {
  const { rows } =
    await sql`select from assignments where guard_id = ${guardId} and state in ('arrived', 'running', 'on-break') limit 1`.execute(db());
  return rows.length > 0;
}

/** Since when a job is the guard's; null when it is not. */
export async function heldSince(guardId: string, jobId: string): Promise<string | null> {
  const { rows } = await sql<{ since: string | null }>`
    select min(created_at) as since from assignments where guard_id = ${guardId} and job_id = ${jobId}`.execute(db());
  return rows[0]?.since ?? null;
}

/** From when to when a job was the guard's whose award was taken back; null when it never was. */
export async function onceHeld(guardId: string, jobId: string): Promise<{ since: string; until: string } | null> {
  const { rows } = await sql<{ since: string | null; until: string }>`
    select min(awarded_at) as since, max(refused_at) as until from applications where guard_id = ${guardId} and job_id = ${jobId} and state = 'refused'
      and awarded_at is not null`.execute(db());
  const [{ since, until } = { since: null, until: '' }] = rows;
  return since === null ? null : { since, until };
}

export interface Moment {
  jobId: string;
  /** Only this one, when it is named. */
  shiftId: string | undefined;
  at: string;
}

/** The guard's shift of a job that is named, else the one whose time an instant falls into; null when there is none. */
export async function shiftAt(guardId: string, { jobId, shiftId, at }: Moment): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select s.id from assignments a join shifts s on s.id = a.shift_id where a.guard_id = ${guardId} and a.job_id = ${jobId}
      and ${shiftId ? sql`s.id = ${shiftId}` : sql`${at}::timestamptz between coalesce(a.arrived_at, s.starts_at) - interval '2 hours' and coalesce(a.ended_at, s.ends_at) + interval '2 hours'`}
    order by s.starts_at desc limit 1`.execute(db());
  return rows[0]?.id ?? null;
}

/** Whoever has a shift of the job. */
export async function guardsOfJob(jobId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct guard_id as id from assignments where job_id = ${jobId}`.execute(db());
  return rows.map(({ id }) => id);
}
