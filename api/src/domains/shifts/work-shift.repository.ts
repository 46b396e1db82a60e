import type { AssignmentState } from '@portal/contracts/_kernel/shift';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';
import { isRunning, paidFromOf, phaseAt, stateAt } from '../shift-state/shift-state.columns';

const s = typedTable('shifts', 's');
const j = typedTable('jobs', 'j');
const a = typedTable('held_assignments', 'a');
const e = typedTable('end_job_reasons', 'e');
const t = typedTable('transactions', 't');
const x = typedTable('sos_alerts', 'x');
const paidFrom = paidFromOf(a, s);
const isLost = sql<boolean>`(${a.taken_back_at} is not null)`;
const deciding = { state: a.state, startsAt: s.starts_at, endsAt: s.ends_at, jobStatus: j.status };

/** An active SOS of the last 12 hours: it keeps its shift on On Job and its notice on every page. */
export const isShown = (now: string): RawBuilder<boolean> =>
  sql`(${x.ended_at} is null and ${x.received_at} > ${now}::timestamptz - interval '12 hours')`;

/** A guard's shift with the columns that the calls on it need. */
export interface AssignedShift {
  id: string;
  guardId: string;
  jobId: string;
  jobTitle: string;
  jobStatus: number;
  state: AssignmentState;
  startsAt: string;
  endsAt: string;
  timeZone: string;
  arrivedAt: string | null;
  arrivedDistance: number | null;
  arrivedAccuracy: number | null;
  startedAt: string | null;
  endedAt: string | null;
  endedByStaff: boolean;
  /** When the guard lost the shift, because staff revoked the award or another guard covers it; null while they have it. */
  takenBackAt: string | null;
}

/** The guard's assignment to a shift; null when it is another guard's or of another job. `from`: a table to read in place of `held_assignments`. */
export async function workedShift(
  guardId: string,
  jobId: string,
  shiftId: string,
  from: Expression<unknown> = a,
): Promise<AssignedShift | null> {
  const { rows } = await sql<AssignedShift>`
    select ${a.id} as id, ${a.guard_id} as "guardId", ${a.job_id} as "jobId", ${j.title} as "jobTitle", ${j.status} as "jobStatus", ${a.state} as state,
      ${s.starts_at} as "startsAt", ${s.ends_at} as "endsAt", ${j.time_zone} as "timeZone", ${a.arrived_at} as "arrivedAt", ${a.arrived_distance} as "arrivedDistance",
      ${a.arrived_accuracy} as "arrivedAccuracy", ${a.started_at} as "startedAt", ${a.ended_at} as "endedAt", ${a.ended_by_staff} as "endedByStaff",
      ${a.taken_back_at} as "takenBackAt"
    from ${from} join ${s} on ${s.id} = ${a.shift_id} join ${j} on ${j.id} = ${a.job_id}
    where ${a.guard_id} = ${guardId} and ${a.job_id} = ${jobId} and ${a.shift_id} = ${shiftId}`.execute(db());
  return rows[0] ?? null;
}

/** The job of a guard's shift; null when it is another guard's. */
export async function jobOfShift(guardId: string, shiftId: string): Promise<string | null> {
  const found = db().selectFrom('held_assignments').select('job_id').where('guard_id', '=', guardId).where('shift_id', '=', shiftId);
  return (await found.executeTakeFirst())?.job_id ?? null;
}

/** Whether the guard works another shift than this one. */
export async function hasOtherRunningShift({ guardId, id }: AssignedShift): Promise<boolean> {
  const found = db()
    .selectFrom('held_assignments')
    .select('id')
    .where('guard_id', '=', guardId)
    .where('id', '<>', id)
    .where('state', 'in', ['running', 'on-break'])
    .limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Times of an event: the instant that counts, and when the server received it. */
export interface EventTimes {
  at: string;
  receivedAt: string;
  /** How far the true instant can be from `at`; null if that is not known. */
  withinMs: number | null;
}
export interface ShiftPosition {
  lat?: number | undefined;
  long?: number | undefined;
  accuracy?: number | undefined;
}

/** Stores the arrival. `state`: `taken-back` for a shift that the guard has lost. @returns the metres from the site, null without a position. */
export async function setArrived(
  id: string,
  { at, receivedAt, withinMs }: EventTimes,
  { lat, long, accuracy }: ShiftPosition,
  state: 'arrived' | 'taken-back' = 'arrived',
): Promise<number | null> {
  const hasPlace = lat !== undefined && long !== undefined;
  const arrived = await db()
    .updateTable('assignments as a')
    .from('jobs as j')
    .set({
      state,
      arrived_at: at,
      arrived_received_at: receivedAt,
      arrived_within_ms: withinMs,
      arrived_lat: hasPlace ? lat : null,
      arrived_long: hasPlace ? long : null,
      arrived_accuracy: hasPlace ? (accuracy ?? null) : null,
      arrived_distance: hasPlace ? sql<number>`round(1000 * distance_km(${lat}::float8, ${long}::float8, ${j.lat}, ${j.long}))` : null,
    })
    .whereRef('j.id', '=', 'a.job_id')
    .where('a.id', '=', id)
    .returning('a.arrived_distance as distance')
    .executeTakeFirst();
  return arrived?.distance ?? null;
}

export const setStarted = (id: string, { at, receivedAt, withinMs }: EventTimes, state: 'running' | 'taken-back' = 'running') =>
  db()
    .updateTable('assignments')
    .set({ state, started_at: at, started_received_at: receivedAt, started_within_ms: withinMs })
    .where('id', '=', id)
    .execute();

export const setPaidFrom = (id: string, paidFrom: string) =>
  db().updateTable('assignments').set({ paid_from: paidFrom }).where('id', '=', id).execute();

export const setState = (id: string, state: AssignmentState) =>
  db().updateTable('assignments').set({ state }).where('id', '=', id).execute();

export interface ShiftEnd {
  byStaff: boolean;
  endReasonId?: string | undefined;
  shiftEndComment?: string | undefined;
  rating?: number | undefined;
}

export const setEnded = (
  id: string,
  { at, receivedAt, withinMs }: EventTimes,
  { byStaff, endReasonId, shiftEndComment, rating }: ShiftEnd,
) =>
  db()
    .updateTable('assignments')
    .set({
      state: 'ended',
      ended_at: at,
      ended_received_at: receivedAt,
      ended_within_ms: withinMs,
      ended_by_staff: byStaff,
      end_reason_id: endReasonId ?? null,
      shift_end_comment: shiftEndComment ?? '',
      client_rating: rating === undefined ? null : String(rating),
    })
    .where('id', '=', id)
    .execute();

/** The pay of a shift, and its paid hours, as exact decimals. */
export interface ShiftPay {
  earning: string;
  paidHours: string;
}

const paidHours = (until: RawBuilder<unknown>) =>
  sql`case when ${a.started_at} is null or ${isLost} then '0' else trim_scale(round(greatest(0,
    extract(epoch from least(${until}, ${s.ends_at}) - greatest(${a.started_at}, ${paidFrom}))) / 3600, 2))::text end`;

/** The pay of an ended shift. */
export async function payOf(id: string): Promise<ShiftPay> {
  const { rows } = await sql<ShiftPay>`
    select shift_pay(${j.hourly_rate}, ${paidFrom}, ${s.ends_at}, ${a.started_at}, ${a.ended_at})::text as earning, ${paidHours(sql`${a.ended_at}`)} as "paidHours"
    from ${a} join ${s} on ${s.id} = ${a.shift_id} join ${j} on ${j.id} = ${a.job_id} where ${a.id} = ${id} and ${a.state} = 'ended'`.execute(
    db(),
  );
  return rows[0] ?? { earning: '0.00', paidHours: '0' };
}

/** The average rating of a job by all its guards, in half stars; null without a rating. */
export async function clientRatingOf(jobId: string): Promise<number | null> {
  const { rating } = await db()
    .selectFrom('held_assignments as a')
    .select(sql<number | null>`(round(avg(${a.client_rating}) * 2) / 2)::float8`.as('rating'))
    .where('a.job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  return rating;
}

/** The shift for /onJob: the requested one, else the running one, else one with an active SOS, else the next one; null when there is none. */
export async function currentShiftId(guardId: string, asked: string | null, now: string): Promise<string | null> {
  const hasSos = sql`exists (select from ${x} where ${x.assignment_id} = ${a.id} and ${isShown(now)})`;
  const { rows } = await sql<{ shiftId: string }>`
    select ${s.id} as "shiftId" from ${a} join ${s} on ${s.id} = ${a.shift_id} join ${j} on ${j.id} = ${a.job_id}
    where ${a.guard_id} = ${guardId} and (${s.id}::text = ${asked} or ${isRunning(a.state)} or ${hasSos}
      or (${phaseAt(deciding, now)} <> 'over' and ${a.state} <> 'on-leave' and ${j.status} = 1))
    order by (${s.id}::text = ${asked}) desc nulls last, ${isRunning(a.state)} desc, ${hasSos} desc, (${a.state} = 'arrived') desc, ${s.starts_at} limit 1`.execute(
    db(),
  );
  return rows[0]?.shiftId ?? null;
}

/** The shift that the guard ended last, within a day. */
export async function lastEnded(guardId: string, now: string): Promise<{ shiftId: string; jobTitle: string; at: string } | null> {
  const { rows } = await sql<{ shiftId: string; jobTitle: string; at: string }>`
    select ${a.shift_id} as "shiftId", ${j.title} as "jobTitle", ${a.ended_at} as at from ${a} join ${j} on ${j.id} = ${a.job_id}
    where ${a.guard_id} = ${guardId} and ${a.state} = 'ended' and ${a.ended_at} > ${now}::timestamptz - interval '1 day' order by ${a.ended_at} desc limit 1`.execute(
    db(),
  );
  return rows[0] ?? null;
}

export type WorkedRow = Omit<
  WorkedShift,
  'phones' | 'arriveFrom' | 'startFrom' | 'arrival' | 'started' | 'breaks' | 'sos' | 'enotes' | 'orders' | 'handover' | 'welfare' | 'ended'
> & {
  assignmentId: string;
  sitePhone: string | null;
  arrivedAt: string | null;
  arrivedReceivedAt: string | null;
  arrivedWithinMs: number | null;
  lat: number | null;
  long: number | null;
  accuracy: number | null;
  distance: number | null;
  startedAt: string | null;
  startedReceivedAt: string | null;
  startedWithinMs: number | null;
  endedAt: string | null;
  endedReceivedAt: string | null;
  endedWithinMs: number | null;
  byStaff: boolean;
  endReasonId: { id: string; name: string } | null;
  shiftEndComment: string;
  rating: number;
};

/** One of the guard's shifts with the columns of the assignment; null when it is another guard's. `from`: as for `workedShift`. */
export async function workedRow(guardId: string, shiftId: string, now: string, from: Expression<unknown> = a): Promise<WorkedRow | null> {
  const until = sql`coalesce(${a.ended_at}, ${now}::timestamptz)`;
  const { rows } = await sql<WorkedRow>`
    select ${a.id} as "assignmentId", ${a.job_id} as "jobId", ${s.id} as "shiftId", ${j.customer_id} as "userId", ${j.title} as "jobTitle",
      json_build_object('locationName', ${j.place}, 'lat', ${j.lat}, 'long', ${j.long}) as location, ${j.site_phone} as "sitePhone",
      ${s.shift_date} as "shiftDate", ${s.starts_at} as "startTime", ${s.ends_at} as "endTime", ${j.time_zone} as "timeZone",
      case when ${isLost} then 'awarded' else ${stateAt(deciding, now)} end as state, ${a.taken_back_at} as "lostAt",
      ${j.status} = 3 as "isCancelled",
      ${a.arrived_at} as "arrivedAt", ${a.arrived_received_at} as "arrivedReceivedAt", ${a.arrived_lat} as lat, ${a.arrived_long} as long,
      ${a.arrived_accuracy} as accuracy, ${a.arrived_distance} as distance, ${a.started_at} as "startedAt", ${a.started_received_at} as "startedReceivedAt",
      ${a.ended_at} as "endedAt", ${a.ended_received_at} as "endedReceivedAt", ${a.ended_by_staff} as "byStaff",
      ${a.arrived_within_ms} as "arrivedWithinMs", ${a.started_within_ms} as "startedWithinMs", ${a.ended_within_ms} as "endedWithinMs",
      (select json_build_object('id', ${e.id}, 'name', ${e.name}) from ${e} where ${e.id} = ${a.end_reason_id}) as "endReasonId",
      ${a.shift_end_comment} as "shiftEndComment", coalesce(${a.client_rating}, 0)::float8 as rating,
      ${j.hourly_rate}::text as "hourlyRate", trim_scale(shift_hours(${s.starts_at}, ${s.ends_at}))::text as "totalShiftHours",
      ${paidFrom} as "paidFrom", ${paidHours(until)} as "paidHours",
      case when ${a.started_at} is null or ${isLost} then '0.00'
        when ${a.state} = 'ended' then (select coalesce(sum(${t.amount}), 0)::numeric(12, 2) from ${t} where ${t.assignment_id} = ${a.id})::text
        else shift_pay(${j.hourly_rate}, ${paidFrom}, ${s.ends_at}, ${a.started_at}, ${until})::text end as earning,
      shift_pay(${j.hourly_rate}, ${s.starts_at}, ${s.ends_at}, null, null)::text as "expectedEarning"
    from ${from} join ${s} on ${s.id} = ${a.shift_id} join ${j} on ${j.id} = ${a.job_id}
    where ${a.guard_id} = ${guardId} and ${a.shift_id} = ${shiftId}`.execute(db());
  return rows[0] ?? null;
}

/** Stores the average rating of a job's client by its guards, 1 to 5 in halves. Call it with the job locked. */
export async function setClientRating(jobId: string, rating: number): Promise<void> {
  await db()
    .updateTable('jobs')
    .set({ client_rating: String(rating) })
    .where('id', '=', jobId)
    .execute();
}
