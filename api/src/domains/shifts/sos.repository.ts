import type { Sos } from '@portal/contracts/shifts/shifts.shapes';
import { type RawBuilder, sql } from 'kysely';
import { db } from '../../platform/database/db';
import type { Place, Times } from './working.repository';

const columns = sql`x.id as "sosId", case when x.acknowledged_at is null then 'sent' else 'acknowledged' end as state, x.ended_at is null as "isActive",
  x.raised_at as at, x.received_at as "receivedAt", x.reached_at as "reachedAt", x.lat, x.long, x.accuracy, x.acknowledged_at as "acknowledgedAt", x.ended_at as "endedAt"`;

const found = async (where: RawBuilder<unknown>): Promise<Sos[]> =>
  (await sql<Sos>`select ${columns} from sos_alerts x where ${where}`.execute(db())).rows;

/** Every SOS of a shift, in time. */
export const ofAssignment = (assignmentId: string) => found(sql`x.assignment_id = ${assignmentId} order by x.raised_at, x.received_at`);

export async function own(guardId: string, sosId: string): Promise<Sos | null> {
  const [sos] = await found(
    sql`x.id = ${sosId} and exists (select from assignments a where a.id = x.assignment_id and a.guard_id = ${guardId})`,
  );
  return sos ?? null;
}

/** The one that is on, else the last one. */
export async function latest(assignmentId: string): Promise<Sos | null> {
  const [sos] = await found(
    sql`x.assignment_id = ${assignmentId} order by (x.ended_at is null) desc, x.raised_at desc, x.received_at desc limit 1`,
  );
  return sos ?? null;
}

const placed = ({ lat, long, accuracy }: Place) =>
  lat === undefined || long === undefined ? [null, null, null] : [lat, long, accuracy ?? null];

export async function insert(assignmentId: string, { at, receivedAt }: Times, place: Place): Promise<void> {
  const [lat, long, accuracy] = placed(place);
  await sql`insert into sos_alerts (assignment_id, raised_at, received_at, lat, long, accuracy)
    values (${assignmentId}, ${at}, ${receivedAt}, ${lat}, ${long}, ${accuracy})`.execute(db());
}

/** Adds the position that an SOS lacked. @returns whether it lacked one, and has it now. */
export async function fillPlace(sosId: string, place: Place): Promise<boolean> {
  const [lat, long, accuracy] = placed(place);
  const { numAffectedRows } =
    await sql`update sos_alerts set lat = ${lat}, long = ${long}, accuracy = ${accuracy} where id = ${sosId} and lat is null and ${lat}::float8 is not null`.execute(
      db(),
    );
  return numAffectedRows === 1n;
}

export const turnOff = (sosId: string, at: string) => sql`update sos_alerts set ended_at = ${at} where id = ${sosId}`.execute(db());

/** Whose SOS it is, and of which job; null when there is none. */
export async function ownerOf(sosId: string): Promise<{ guardId: string; jobId: string } | null> {
  const { rows } = await sql<{ guardId: string; jobId: string }>`select a.guard_id as "guardId", a.job_id as "jobId"
    from sos_alerts x join assignments a on a.id = x.assignment_id where x.id = ${sosId}`.execute(db());
  return rows[0] ?? null;
}

/** The first to acknowledge sets the time. @returns after how many seconds that was; null when it was not the first. */
export async function acknowledge(sosId: string, now: string): Promise<number | null> {
  const { rows } = await sql<{
    seconds: number;
  }>`update sos_alerts set acknowledged_at = ${now} where id = ${sosId} and acknowledged_at is null
    returning extract(epoch from acknowledged_at - received_at)::float8 as seconds`.execute(db());
  return rows[0]?.seconds ?? null;
}

/** The first receipt counts. @returns whether this was it. */
export async function markReached(sosId: string, at: string): Promise<boolean> {
  const { rows } = await sql`update sos_alerts set reached_at = ${at} where id = ${sosId} and reached_at is null returning id`.execute(
    db(),
  );
  return rows.length > 0;
}

/** What whoever is called has to know. */
export type Call = Sos & { name: string; mobile: string; jobTitle: string; site: string; isPassedOn: boolean };

export async function callOf(sosId: string): Promise<Call | null> {
  const { rows } = await sql<Call>`
    select ${columns}, concat_ws(' ', g.first_name, g.last_name) as name, g.mobile_number as mobile, j.title as "jobTitle", j.place as site,
      x.escalations > 0 as "isPassedOn"
    from sos_alerts x join assignments a on a.id = x.assignment_id join jobs j on j.id = a.job_id join guards g on g.id = a.guard_id
    where x.id = ${sosId}`.execute(db());
  return rows[0] ?? null;
}

export interface Unanswered {
  sosId: string;
  jobId: string;
}

const isUnanswered = (before: string) =>
  sql`x.acknowledged_at is null and x.ended_at is null and coalesce(x.escalated_at, x.received_at) <= ${before}`;

/**
 * Those that are on, that nobody has acknowledged, and of which the last call was at `before` or earlier. What is older than `oldest` stays
 * on staff's list, and calls nobody any more.
 */
export async function unanswered(before: string, oldest: string, most: number): Promise<Unanswered[]> {
  const { rows } = await sql<Unanswered>`
    select x.id as "sosId", a.job_id as "jobId" from sos_alerts x join assignments a on a.id = x.assignment_id
    where x.received_at > ${oldest} and ${isUnanswered(before)} order by x.received_at limit ${most}`.execute(db());
  return rows;
}

/** Notes that others are called. @returns whether it still had no answer, and no other process was quicker. */
export async function markEscalated(sosId: string, now: string, before: string): Promise<boolean> {
  const { rows } = await sql`update sos_alerts x set escalated_at = ${now}, escalations = x.escalations + 1
    where x.id = ${sosId} and ${isUnanswered(before)} returning x.id`.execute(db());
  return rows.length > 0;
}

export type Waiting = Sos & { guard: string; mobile: string; jobTitle: string; locationName: string };

/** On or not acknowledged, newest first. */
export async function waiting(limit: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select ${columns}, g.email as guard, g.mobile_number as mobile, j.title as "jobTitle", j.place as "locationName"
    from sos_alerts x join assignments a on a.id = x.assignment_id join jobs j on j.id = a.job_id join guards g on g.id = a.guard_id
    where x.ended_at is null or x.acknowledged_at is null order by x.received_at desc, x.id limit ${limit}`.execute(db());
  return rows;
}
