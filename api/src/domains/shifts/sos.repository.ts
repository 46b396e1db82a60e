import type { Sos } from '@portal/contracts/shifts/shifts.shapes';
import { type RawBuilder, sql } from 'kysely';
import { nowText } from '../../platform/clock';
import { db } from '../../platform/database/db';
import { healthQuery } from '../../platform/database/health-pool';
import { typedTable } from '../../platform/database/typed-table';
import type { ShiftEvent } from '../../platform/hooks';
import { type EventTimes, isShown, type ShiftPosition } from './work-shift.repository';

const x = typedTable('sos_alerts', 'x');
const newer = typedTable('sos_alerts', 'newer');
const a = typedTable('assignments', 'a');
const j = typedTable('jobs', 'j');
const g = typedTable('guards', 'g');

const columns = sql`${x.id} as "sosId", case when ${x.acknowledged_at} is null then 'sent' else 'acknowledged' end as state, ${x.ended_at} is null as "isActive",
  ${x.raised_at} as at, ${x.received_at} as "receivedAt", ${x.reached_at} as "reachedAt", ${x.lat} as lat, ${x.long} as long, ${x.accuracy} as accuracy, ${x.acknowledged_at} as "acknowledgedAt", ${x.acknowledged_by} as "acknowledgedBy", ${x.ended_at} as "endedAt",
  ${x.reason} as reason, ${x.placed_at} as "placedAt", ${x.battery} as battery, ${x.answered_at} as "answeredAt", ${x.raised_within_ms} as "withinMs",
  ${x.answered_within_ms} as "answeredWithinMs"`;

const found = async (where: RawBuilder<unknown>): Promise<Sos[]> =>
  (await sql<Sos>`select ${columns} from ${x} where ${where}`.execute(db())).rows;

/** Every SOS of a shift, in time. */
export const sosOfAssignment = (assignmentId: string) =>
  found(sql`${x.assignment_id} = ${assignmentId} order by ${x.raised_at}, ${x.received_at}`);

export async function ownSos(guardId: string, sosId: string): Promise<Sos | null> {
  const [sos] = await found(
    sql`${x.id} = ${sosId} and exists (select from ${a} where ${a.id} = ${x.assignment_id} and ${a.guard_id} = ${guardId})`,
  );
  return sos ?? null;
}

/** The active SOS, else the one that was received last. */
export async function latestSos(assignmentId: string): Promise<Sos | null> {
  const [sos] = await found(
    sql`${x.assignment_id} = ${assignmentId} order by (${x.ended_at} is null) desc, ${x.received_at} desc, ${x.raised_at} desc limit 1`,
  );
  return sos ?? null;
}

const placed = ({ lat, long, accuracy }: ShiftPosition) =>
  lat === undefined || long === undefined ? { lat: null, long: null, accuracy: null } : { lat, long, accuracy: accuracy ?? null };

export async function insert(assignmentId: string, { at, receivedAt, withinMs }: EventTimes, place: ShiftPosition): Promise<void> {
  await db()
    .insertInto('sos_alerts')
    .values({ assignment_id: assignmentId, raised_at: at, received_at: receivedAt, raised_within_ms: withinMs, ...placed(place) })
    .execute();
}

/** The position that the phone sent last, its battery level, and the time of the position. */
export interface LastSign {
  lat: number | null;
  long: number | null;
  accuracy: number | null;
  placedAt: string | null;
  battery: number | null;
}

/** Stores an SOS for a guard who did not answer a welfare check. @returns its id. */
export async function insertForSilence(assignmentId: string, now: string, { lat, long, accuracy, placedAt, battery }: LastSign) {
  const row = { assignment_id: assignmentId, raised_at: now, received_at: now, lat, long, accuracy, placed_at: placedAt, battery };
  const { id } = await db()
    .insertInto('sos_alerts')
    .values({ ...row, reason: 'no-answer' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An answer to a welfare check. */
export type WelfareAnswer = Pick<ShiftEvent, 'at' | 'withinMs'>;

/** Ends the active SOS of a shift that has this reason, with or without an answer. @returns its id; null without one. */
export async function endSosForSilence(assignmentId: string, now: string, answer: WelfareAnswer | null): Promise<string | null> {
  const ended = await db()
    .updateTable('sos_alerts')
    .set({ ended_at: now, answered_at: answer?.at ?? null, answered_within_ms: answer?.withinMs ?? null })
    .where('assignment_id', '=', assignmentId)
    .where('reason', '=', 'no-answer')
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended?.id ?? null;
}

/** Adds the position to an SOS without one. @returns whether it was added. */
export async function fillPlace(sosId: string, place: ShiftPosition): Promise<boolean> {
  const known = placed(place);
  const { numUpdatedRows } = await db()
    .updateTable('sos_alerts')
    .set(known)
    .where('id', '=', sosId)
    .where('lat', 'is', null)
    .where(sql<boolean>`${known.lat}::float8 is not null`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends an SOS, unless it has ended. */
export const turnOff = (sosId: string, at: string) =>
  db().updateTable('sos_alerts').set({ ended_at: at }).where('id', '=', sosId).where('ended_at', 'is', null).execute();

/** The guard's newest active SOS that was received in the last 12 hours, with the time zone of its site. */
export async function activeOf(guardId: string, now: string): Promise<(Sos & { timeZone: string }) | null> {
  const { rows } = await sql<Sos & { timeZone: string }>`
    select ${columns}, ${j.time_zone} as "timeZone" from ${x} join ${a} on ${a.id} = ${x.assignment_id} join ${j} on ${j.id} = ${a.job_id}
    where ${a.guard_id} = ${guardId} and ${isShown(now)} order by ${x.received_at} desc limit 1`.execute(db());
  return rows[0] ?? null;
}

/** The guard and the assignment of an SOS; null when there is none. */
export async function ownerOf(sosId: string): Promise<{ guardId: string; assignmentId: string } | null> {
  const found = db()
    .selectFrom('sos_alerts as x')
    .innerJoin('assignments as a', 'a.id', 'x.assignment_id')
    .select(['a.guard_id as guardId', 'a.id as assignmentId'])
    .where('x.id', '=', sosId);
  return (await found.executeTakeFirst()) ?? null;
}

/** Stores time and name of the first acknowledgement. @returns the seconds since the SOS; null when it was not the first. */
export async function acknowledge(sosId: string, now: string, name: string | null): Promise<number | null> {
  const first = await db()
    .updateTable('sos_alerts as x')
    .set({ acknowledged_at: now, acknowledged_by: name })
    .where('x.id', '=', sosId)
    .where('x.acknowledged_at', 'is', null)
    .returning(sql<number>`extract(epoch from ${x.acknowledged_at} - ${x.received_at})::float8`.as('seconds'))
    .executeTakeFirst();
  return first?.seconds ?? null;
}

/** Stores the first receipt. @returns whether this was the first. */
export async function markReached(sosId: string, at: string): Promise<boolean> {
  const { rows } = await sql`update sos_alerts set reached_at = ${at} where id = ${sosId} and reached_at is null returning id`.execute(
    db(),
  );
  return rows.length > 0;
}

/** An SOS with all that a dispatcher needs to act. */
export type SosCall = Sos & {
  guardId: string;
  name: string;
  mobile: string;
  jobTitle: string;
  site: string;
  timeZone: string;
  isPassedOn: boolean;
  /** A newer SOS of the shift replaced it. */
  isReplaced: boolean;
};

export async function callOf(sosId: string): Promise<SosCall | null> {
  const { rows } = await sql<SosCall>`
    select ${columns}, ${a.guard_id} as "guardId", concat_ws(' ', ${g.first_name}, ${g.last_name}) as name, ${g.mobile_number} as mobile, ${j.title} as "jobTitle", ${j.place} as site, ${j.time_zone} as "timeZone",
      ${x.escalations} > 0 as "isPassedOn",
      exists (select from ${newer} where ${newer.assignment_id} = ${x.assignment_id} and ${newer.id} <> ${x.id} and ${newer.raised_at} = ${x.ended_at}) as "isReplaced"
    from ${x} join ${a} on ${a.id} = ${x.assignment_id} join ${j} on ${j.id} = ${a.job_id} join ${g} on ${g.id} = ${a.guard_id}
    where ${x.id} = ${sosId}`.execute(db());
  return rows[0] ?? null;
}

export interface UnansweredSos {
  sosId: string;
  assignmentId: string;
}

const isUnanswered = (before: string) =>
  sql<boolean>`${x.acknowledged_at} is null and ${x.ended_at} is null and coalesce(${x.escalated_at}, ${x.received_at}) <= ${before}`;

/**
 * The active SOS that are not acknowledged and whose last call was at `before` or earlier. An SOS older than `oldest` stays on the staff list, but is
 * not escalated any more.
 */
export async function unansweredSos(before: string, oldest: string, most: number): Promise<UnansweredSos[]> {
  const { rows } = await sql<UnansweredSos>`
    select ${x.id} as "sosId", ${x.assignment_id} as "assignmentId" from ${x}
    where ${x.received_at} > ${oldest} and ${isUnanswered(before)} order by ${x.received_at} limit ${most}`.execute(db());
  return rows;
}

/** Seconds that the oldest active SOS has waited for an acknowledgement; 0 when there is none. Outside the pool, because monitoring reads it. */
export const unansweredAge = () =>
  healthQuery<{ seconds: number }>(
    `select coalesce(extract(epoch from '${nowText()}' - min(received_at)), 0)::float8 as seconds
      from sos_alerts where acknowledged_at is null and ended_at is null`,
  );

/** Stores an escalation. @returns whether the SOS had no acknowledgement and no other process was faster. */
export async function markEscalated(sosId: string, now: string, before: string): Promise<boolean> {
  const { numUpdatedRows } = await db()
    .updateTable('sos_alerts as x')
    .set(({ eb }) => ({ escalated_at: now, escalations: eb('x.escalations', '+', 1) }))
    .where('x.id', '=', sosId)
    .where(isUnanswered(before))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type WaitingSos = Sos & { guard: string; mobile: string; jobTitle: string; locationName: string };

/** Active or not acknowledged, newest first. */
export async function waitingSos(limit: number): Promise<WaitingSos[]> {
  const { rows } = await sql<WaitingSos>`
    select ${columns}, ${g.email} as guard, ${g.mobile_number} as mobile, ${j.title} as "jobTitle", ${j.place} as "locationName"
    from ${x} join ${a} on ${a.id} = ${x.assignment_id} join ${j} on ${j.id} = ${a.job_id} join ${g} on ${g.id} = ${a.guard_id}
    where ${x.ended_at} is null or ${x.acknowledged_at} is null order by ${x.received_at} desc, ${x.id} limit ${limit}`.execute(db());
  return rows;
}
