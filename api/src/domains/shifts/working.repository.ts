import type { AssignmentState } from '@portal/contracts/_kernel/shift';
import type { Break, WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { type RawBuilder, sql } from 'kysely';
import { db } from '../../platform/database/db';

/** A guard's shift as the acts on it need it. */
export interface Worked {
  id: string;
  guardId: string;
  jobId: string;
  jobTitle: string;
  jobStatus: number;
  state: AssignmentState;
  startsAt: string;
  endsAt: string;
  arrivedAt: string | null;
  arrivedDistance: number | null;
  arrivedAccuracy: number | null;
  startedAt: string | null;
  endedAt: string | null;
  endedByStaff: boolean;
}

const held = sql.table('held_assignments');
const ever = sql.table('assignments');

/** The guard's hold on a shift; null when the shift of that job is not theirs. `from`: also one that was taken back. */
export async function workedShift(guardId: string, jobId: string, shiftId: string, from = held): Promise<Worked | null> {
  const { rows } = await sql<Worked>`
    select a.id, a.guard_id as "guardId", a.job_id as "jobId", j.title as "jobTitle", j.status as "jobStatus", a.state,
      s.starts_at as "startsAt", s.ends_at as "endsAt", a.arrived_at as "arrivedAt", a.arrived_distance as "arrivedDistance",
      a.arrived_accuracy as "arrivedAccuracy", a.started_at as "startedAt", a.ended_at as "endedAt", a.ended_by_staff as "endedByStaff"
    from ${from} a join shifts s on s.id = a.shift_id join jobs j on j.id = a.job_id
    where a.guard_id = ${guardId} and a.job_id = ${jobId} and a.shift_id = ${shiftId}`.execute(db());
  return rows[0] ?? null;
}

/** As `workedShift`, also of an award that was taken back: only help is still asked for there. */
export const everWorkedShift = async (
  guardId: string,
  jobId: string,
  shiftId: string,
): Promise<(Worked & { isTakenBack: boolean }) | null> => {
  const shift = await workedShift(guardId, jobId, shiftId, ever);
  return shift && { ...shift, isTakenBack: (shift.state as string) === 'taken-back' };
};

/** The job of a guard's shift; null when the shift is not theirs. */
export async function jobOfShift(guardId: string, shiftId: string): Promise<string | null> {
  const { rows } = await sql<{
    jobId: string;
  }>`select job_id as "jobId" from held_assignments where guard_id = ${guardId} and shift_id = ${shiftId}`.execute(db());
  return rows[0]?.jobId ?? null;
}

/** Whether the guard works another shift than this one. */
export async function worksElsewhere({ guardId, id }: Worked): Promise<boolean> {
  const { rows } =
    await sql`select from held_assignments where guard_id = ${guardId} and id <> ${id} and state in ('running', 'on-break') limit 1`.execute(
      db(),
    );
  return rows.length > 0;
}

/** When an act happened: the instant that counts, and when the server heard of it. */
export interface Times {
  at: string;
  receivedAt: string;
}
export interface Place {
  lat?: number | undefined;
  long?: number | undefined;
  accuracy?: number | undefined;
}

/** Gives the metres from the site, null without a position. */
export async function setArrived(id: string, { at, receivedAt }: Times, { lat, long, accuracy }: Place): Promise<number | null> {
  const hasPlace = lat !== undefined && long !== undefined;
  const { rows } = await sql<{ distance: number | null }>`
    update assignments a set state = 'arrived', arrived_at = ${at}, arrived_received_at = ${receivedAt},
      arrived_lat = ${hasPlace ? lat : null}, arrived_long = ${hasPlace ? long : null}, arrived_accuracy = ${hasPlace ? (accuracy ?? null) : null},
      arrived_distance = ${hasPlace ? sql`round(1000 * distance_km(${lat}::float8, ${long}::float8, j.lat, j.long))` : null}
    from jobs j where j.id = a.job_id and a.id = ${id} returning a.arrived_distance as distance`.execute(db());
  return rows[0]?.distance ?? null;
}

export const setStarted = (id: string, { at, receivedAt }: Times) =>
  sql`update assignments set state = 'running', started_at = ${at}, started_received_at = ${receivedAt} where id = ${id}`.execute(db());

export const setState = (id: string, state: AssignmentState) => sql`update assignments set state = ${state} where id = ${id}`.execute(db());

export interface End {
  byStaff: boolean;
  endReasonId?: string | undefined;
  shiftEndComment?: string | undefined;
  rating?: number | undefined;
}

export const setEnded = (id: string, { at, receivedAt }: Times, { byStaff, endReasonId, shiftEndComment, rating }: End) =>
  sql`update assignments set state = 'ended', ended_at = ${at}, ended_received_at = ${receivedAt}, ended_by_staff = ${byStaff},
    end_reason_id = ${endReasonId ?? null}, shift_end_comment = ${shiftEndComment ?? ''}, client_rating = ${rating ?? null} where id = ${id}`.execute(
    db(),
  );

/** What a shift pays, and its paid hours, as exact decimals. */
export interface Pay {
  earning: string;
  paidHours: string;
}

const paidHours = (until: RawBuilder<unknown>) =>
  sql`case when a.started_at is null then '0' else trim_scale(round(greatest(0,
    extract(epoch from least(${until}, s.ends_at) - greatest(a.started_at, s.starts_at))) / 3600, 2))::text end`;

/** What an ended shift pays. */
export async function payOf(id: string): Promise<Pay> {
  const { rows } = await sql<Pay>`
    select shift_pay(j.hourly_rate, s.starts_at, s.ends_at, a.started_at, a.ended_at)::text as earning, ${paidHours(sql`a.ended_at`)} as "paidHours"
    from held_assignments a join shifts s on s.id = a.shift_id join jobs j on j.id = a.job_id where a.id = ${id} and a.state = 'ended'`.execute(
    db(),
  );
  return rows[0] ?? { earning: '0.00', paidHours: '0' };
}

/** The job's stars of all its guards on average, in halves; null when nobody gave any. */
export async function clientRatingOf(jobId: string): Promise<number | null> {
  const { rows } = await sql<{ rating: number | null }>`
    select (round(avg(client_rating) * 2) / 2)::float8 as rating from held_assignments where job_id = ${jobId}`.execute(db());
  return rows[0]?.rating ?? null;
}

interface Told {
  startedAt: string;
  endedAt: string | null;
}

/** The latest break of a shift. */
export async function lastBreak(assignmentId: string): Promise<Told | null> {
  const { rows } = await sql<Told>`
    select started_at as "startedAt", ended_at as "endedAt" from breaks where assignment_id = ${assignmentId} order by started_at desc, ended_at desc nulls first limit 1`.execute(
    db(),
  );
  return rows[0] ?? null;
}

export const insertBreak = (assignmentId: string, reasonId: string, description: string, { at, receivedAt }: Times) =>
  sql`insert into breaks (assignment_id, reason_id, description, started_at, started_received_at)
    values (${assignmentId}, ${reasonId}, ${description}, ${at}, ${receivedAt})`.execute(db());

export const endRunningBreak = (assignmentId: string, { at, receivedAt }: Times) =>
  sql`update breaks set ended_at = ${at}, ended_received_at = ${receivedAt} where assignment_id = ${assignmentId} and ended_at is null`.execute(
    db(),
  );

const reasonTables = { break: sql.table('break_reasons'), end: sql.table('end_job_reasons') };
export type ReasonKind = keyof typeof reasonTables;

export async function reasons(kind: ReasonKind): Promise<{ id: string; name: string }[]> {
  return (await sql<{ id: string; name: string }>`select id, name from ${reasonTables[kind]} order by position`.execute(db())).rows;
}

export async function hasReason(kind: ReasonKind, id: string): Promise<boolean> {
  return (await sql`select from ${reasonTables[kind]} where id = ${id}`.execute(db())).rows.length > 0;
}

/** The shift for /onJob: the one asked for, else what is worked, else what comes next; null when there is none. */
export async function currentShiftId(guardId: string, asked: string | null, now: string): Promise<string | null> {
  const { rows } = await sql<{ shiftId: string }>`
    select s.id as "shiftId" from held_assignments a join shifts s on s.id = a.shift_id join jobs j on j.id = a.job_id
    where a.guard_id = ${guardId} and (s.id::text = ${asked} or a.state in ('running', 'on-break')
      or (a.state in ('awarded', 'arrived', 'leave-requested') and j.status = 1 and s.ends_at > ${now}::timestamptz))
    order by (s.id::text = ${asked}) desc nulls last, (a.state in ('running', 'on-break')) desc, (a.state = 'arrived') desc, s.starts_at limit 1`.execute(
    db(),
  );
  return rows[0]?.shiftId ?? null;
}

/** What the guard ended last, within a day. */
export async function lastEnded(guardId: string, now: string): Promise<{ shiftId: string; jobTitle: string; at: string } | null> {
  const { rows } = await sql<{ shiftId: string; jobTitle: string; at: string }>`
    select a.shift_id as "shiftId", j.title as "jobTitle", a.ended_at as at from held_assignments a join jobs j on j.id = a.job_id
    where a.guard_id = ${guardId} and a.state = 'ended' and a.ended_at > ${now}::timestamptz - interval '1 day' order by a.ended_at desc limit 1`.execute(
    db(),
  );
  return rows[0] ?? null;
}

export type WorkedRow = Omit<WorkedShift, 'arriveFrom' | 'startFrom' | 'arrival' | 'started' | 'breaks' | 'sos' | 'enotes' | 'ended'> & {
  assignmentId: string;
  arrivedAt: string | null;
  arrivedReceivedAt: string | null;
  lat: number | null;
  long: number | null;
  accuracy: number | null;
  distance: number | null;
  startedAt: string | null;
  startedReceivedAt: string | null;
  endedAt: string | null;
  endedReceivedAt: string | null;
  byStaff: boolean;
  endReasonId: { id: string; name: string } | null;
  shiftEndComment: string;
  rating: number;
};

/** One of the guard's shifts with what stands on the assignment itself; null when it is not theirs. */
export async function workedRow(guardId: string, shiftId: string, now: string): Promise<WorkedRow | null> {
  const until = sql`coalesce(a.ended_at, ${now}::timestamptz)`;
  const { rows } = await sql<WorkedRow>`
    select a.id as "assignmentId", a.job_id as "jobId", s.id as "shiftId", j.customer_id as "userId", j.title as "jobTitle",
      json_build_object('locationName', j.place, 'lat', j.lat, 'long', j.long) as location,
      s.shift_date as "shiftDate", s.starts_at as "startTime", s.ends_at as "endTime",
      case when a.state in ('awarded', 'arrived') and s.ends_at <= ${now}::timestamptz then 'missed' else a.state end as state,
      j.status = 3 as "isCancelled",
      a.arrived_at as "arrivedAt", a.arrived_received_at as "arrivedReceivedAt", a.arrived_lat as lat, a.arrived_long as long,
      a.arrived_accuracy as accuracy, a.arrived_distance as distance, a.started_at as "startedAt", a.started_received_at as "startedReceivedAt",
      a.ended_at as "endedAt", a.ended_received_at as "endedReceivedAt", a.ended_by_staff as "byStaff",
      (select json_build_object('id', r.id, 'name', r.name) from end_job_reasons r where r.id = a.end_reason_id) as "endReasonId",
      a.shift_end_comment as "shiftEndComment", coalesce(a.client_rating, 0)::float8 as rating,
      j.hourly_rate::text as "hourlyRate", trim_scale(shift_hours(s.starts_at, s.ends_at))::text as "totalShiftHours",
      ${paidHours(until)} as "paidHours",
      case when a.started_at is null then '0.00'
        when a.state = 'ended' then (select coalesce(sum(t.amount), 0)::numeric(12, 2) from transactions t where t.assignment_id = a.id)::text
        else shift_pay(j.hourly_rate, s.starts_at, s.ends_at, a.started_at, ${until})::text end as earning,
      shift_pay(j.hourly_rate, s.starts_at, s.ends_at, null, null)::text as "expectedEarning"
    from held_assignments a join shifts s on s.id = a.shift_id join jobs j on j.id = a.job_id
    where a.guard_id = ${guardId} and a.shift_id = ${shiftId}`.execute(db());
  return rows[0] ?? null;
}

export async function breaksOf(assignmentId: string): Promise<Break[]> {
  const { rows } = await sql<Break>`
    select b.id as "breakId", json_build_object('id', r.id, 'name', r.name) as reason, b.description, b.started_at as at,
      b.started_received_at as "receivedAt", b.ended_at as "endedAt"
    from breaks b join break_reasons r on r.id = b.reason_id where b.assignment_id = ${assignmentId} order by b.started_at`.execute(db());
  return rows;
}

/** Keeps what guards think of a job's client: their average in halves, 1 to 5. Call it with the job held. */
export async function setClientRating(jobId: string, rating: number): Promise<void> {
  await sql`update jobs set client_rating = ${rating} where id = ${jobId}`.execute(db());
}
