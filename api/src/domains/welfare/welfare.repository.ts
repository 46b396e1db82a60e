import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { listWelfareChecks } from '@portal/contracts/welfare/welfare.staff';
import { type RawBuilder, sql } from 'kysely';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';
import { isRunning } from '../shift-state/shift-state.columns';
import type { LastSign } from '../shifts/sos.service';
import type { Check, Setting } from './welfare-machine';

const w = typedTable('welfare_checks', 'w');
const e = typedTable('welfare_settings', 'e');
const a = typedTable('held_assignments', 'a');
const s = typedTable('shifts', 's');
const j = typedTable('jobs', 'j');
const l = typedTable('locations', 'l');
const g = typedTable('guards', 'g');
const x = typedTable('sos_alerts', 'x');

const checkColumns = sql`${w.state} as state, ${w.due_at} as "dueAt", ${w.asked_at} as "askedAt", ${w.called_again_at} as "calledAgainAt",
  ${w.escalated_at} as "escalatedAt", ${w.answered_at} as "answeredAt", ${w.answered_within_ms} as "answeredWithinMs"`;
const settingColumns = sql`${e.every_minutes} as "everyMinutes", ${e.grace_minutes} as "graceMinutes"`;

/** A guard's shift with its check, the setting of its site, and the last sign of the guard's phone. */
export interface Followed {
  guardId: string;
  timeZone: string;
  check: Check | null;
  setting: Setting | null;
  code: string | null;
  sign: LastSign;
}

type Row = Omit<Followed, 'check' | 'setting' | 'sign'> & { [Key in keyof Check]: Check[Key] | null } & {
  [Key in keyof Setting]: Setting[Key] | null;
} & LastSign;

/** The positions that the phone sent during a shift: with the arrival, with the last answer, and with each press of SOS. */
const positions = sql`select * from (values (${a.arrived_lat}, ${a.arrived_long}, ${a.arrived_accuracy}, ${a.arrived_at}),
    (${w.lat}, ${w.long}, ${w.accuracy}, ${w.placed_at})) as sent (lat, long, accuracy, at)
  union all select ${x.lat}, ${x.long}, ${x.accuracy}, ${x.raised_at} from ${x} where ${x.assignment_id} = ${a.id} and ${x.reason} = 'press'`;

/** The check of an assignment, with the latest position of the shift. */
export async function findCheck(assignmentId: string): Promise<Followed | null> {
  const { rows } = await sql<Row>`
    select ${a.guard_id} as "guardId", ${j.time_zone} as "timeZone", ${w.code} as code, ${checkColumns}, ${settingColumns},
      ${w.battery} as battery, place.lat as lat, place.long as long, place.accuracy as accuracy, place.at as "placedAt"
    from ${a} join ${j} on ${j.id} = ${a.job_id} left join ${e} on ${e.location_id} = ${j.location_id} left join ${w} on ${w.assignment_id} = ${a.id}
      left join lateral (select * from (${positions}) as known where lat is not null order by at desc limit 1) as place on true
    where ${a.id} = ${assignmentId}`.execute(db());
  const row = rows[0];
  if (!row) return null;
  const { guardId, timeZone, code, lat, long, accuracy, placedAt, battery, everyMinutes, graceMinutes, state, ...times } = row;
  return {
    ...{ guardId, timeZone, code, sign: { lat, long, accuracy, placedAt, battery } },
    check: state === null ? null : { ...times, state },
    setting: everyMinutes === null || graceMinutes === null ? null : { everyMinutes, graceMinutes },
  };
}

/** Stores the state. A check that is over forgets position and battery level: they are needed for an escalation only. */
export async function saveCheck(assignmentId: string, check: Check, code: string | null): Promise<void> {
  const { state, dueAt, askedAt, calledAgainAt, escalatedAt, answeredAt, answeredWithinMs } = check;
  const stored = {
    ...{
      state,
      code,
      due_at: dueAt,
      asked_at: askedAt,
      called_again_at: calledAgainAt,
      escalated_at: escalatedAt,
      answered_at: answeredAt,
      answered_within_ms: answeredWithinMs,
    },
    ...(state === 'over' && { lat: null, long: null, accuracy: null, placed_at: null, battery: null }),
  };
  await db()
    .insertInto('welfare_checks')
    .values({ assignment_id: assignmentId, ...stored })
    .onConflict((known) => known.column('assignment_id').doUpdateSet(stored))
    .execute();
}

/** Stores position and battery level of an answer, each if the phone sent it. */
export async function saveSign(
  assignmentId: string,
  at: string,
  { lat, long, accuracy, battery }: { [Key in 'lat' | 'long' | 'accuracy' | 'battery']?: number | undefined },
): Promise<void> {
  const place = lat === undefined || long === undefined ? {} : { lat, long, accuracy: accuracy ?? null, placed_at: at };
  await db()
    .updateTable('welfare_checks')
    .set({ ...place, ...(battery !== undefined && { battery }) })
    .where('assignment_id', '=', assignmentId)
    .where('state', '<>', 'over')
    .execute();
}

export interface DueCheck {
  assignmentId: string;
  dueAt: string;
}

/** Checks whose next step is due, in the order of their times, after the given one. */
export async function dueChecks(now: string, after: DueCheck | null, most: number): Promise<DueCheck[]> {
  const { rows } = await sql<DueCheck>`
    select ${w.assignment_id} as "assignmentId", ${w.due_at} as "dueAt" from ${w} where ${w.due_at} <= ${now}
      and (${after?.assignmentId ?? null}::uuid is null or (${w.due_at}, ${w.assignment_id}) > (${after?.dueAt ?? null}::timestamptz, ${after?.assignmentId ?? null}::uuid))
    order by ${w.due_at}, ${w.assignment_id} limit ${most}`.execute(db());
  return rows;
}

/** Stores a sign of life of an API, and the end of an outage or of a shorter time without signs if the last sign is older than these instants. */
export async function saveApiSign(now: string, { outage, quiet }: { outage: string; quiet: string }): Promise<void> {
  const endedIf = (since: string, ended: RawBuilder<unknown>) =>
    sql`case when s.seen_at < ${since} then ${now}::timestamptz else ${ended} end`;
  await sql`insert into ${sql.table('api_signs')} as s (seen_at) values (${now})
    on conflict (id) do update set seen_at = greatest(s.seen_at, ${now}::timestamptz),
      outage_ended_at = ${endedIf(outage, sql`s.outage_ended_at`)}, quiet_ended_at = ${endedIf(quiet, sql`s.quiet_ended_at`)}`.execute(
    db(),
  );
}

export const apiSign = () =>
  db()
    .selectFrom('api_signs')
    .select(['seen_at as seenAt', 'outage_ended_at as outageEndedAt', 'quiet_ended_at as quietEndedAt'])
    .executeTakeFirst();

/** The assignment whose ask has this reply code, of the guard with this mobile number. */
export async function assignmentOfCode(mobile: string, code: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select ${a.id} as id from ${w} join ${a} on ${a.id} = ${w.assignment_id} join ${g} on ${g.id} = ${a.guard_id}
    where ${w.code} = ${code} and ${g.mobile_number} = ${mobile}`.execute(db());
  return rows[0]?.id ?? null;
}

/** Stores the id of a text message. @returns whether it is new. */
export async function insertInbound(id: string, now: string): Promise<boolean> {
  const stored = await db()
    .insertInto('inbound_messages')
    .values({ id, received_at: now })
    .onConflict((known) => known.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return stored !== undefined;
}

export interface WelfareSite extends Partial<Setting> {
  locationId: string;
  locationName: string;
  /** All jobs of the site. */
  jobIds: string[];
}

export async function siteOfJob(jobId: string): Promise<WelfareSite | null> {
  const { rows } = await sql<{ [Key in keyof WelfareSite]: WelfareSite[Key] | null }>`
    select ${l.id} as "locationId", ${l.location_name} as "locationName", ${settingColumns},
      (select array_agg(of.id order by of.id) from jobs of where of.location_id = ${l.id}) as "jobIds"
    from ${j} join ${l} on ${l.id} = ${j.location_id} left join ${e} on ${e.location_id} = ${l.id} where ${j.id} = ${jobId}`.execute(db());
  return (rows[0] as WelfareSite | undefined) ?? null;
}

export async function saveSetting(locationId: string, { everyMinutes, graceMinutes }: Setting, now: string): Promise<void> {
  const stored = { every_minutes: everyMinutes, grace_minutes: graceMinutes, set_at: now };
  await db()
    .insertInto('welfare_settings')
    .values({ location_id: locationId, ...stored })
    .onConflict((known) => known.column('location_id').doUpdateSet(stored))
    .execute();
}

export const removeSetting = (locationId: string) => db().deleteFrom('welfare_settings').where('location_id', '=', locationId).execute();

/** The running shifts of a site, and whether each is on a break. */
export async function runningAt(locationId: string): Promise<{ assignmentId: string; isOnBreak: boolean }[]> {
  const { rows } = await sql<{ assignmentId: string; isOnBreak: boolean }>`
    select ${a.id} as "assignmentId", ${a.state} = 'on-break' as "isOnBreak" from ${a} join ${j} on ${j.id} = ${a.job_id}
    where ${j.location_id} = ${locationId} and ${isRunning(a.state)} order by ${a.id}`.execute(db());
  return rows;
}

/** The check of a shift and the setting of its site; null if the site has none. */
export async function checkOnShift(jobId: string, assignmentId: string): Promise<(Setting & Partial<Check>) | null> {
  const { rows } = await sql<Setting & { [Key in keyof Check]: Check[Key] | null }>`
    select ${settingColumns}, ${checkColumns} from ${j} join ${e} on ${e.location_id} = ${j.location_id}
      left join ${w} on ${w.assignment_id} = ${assignmentId} where ${j.id} = ${jobId}`.execute(db());
  return (rows[0] as (Setting & Partial<Check>) | undefined) ?? null;
}

type Listed = Output<typeof listWelfareChecks>;

/** The checks of running shifts: awaited answers first, by the time of the ask, then by the next ask. */
export async function listChecks(limit: number): Promise<Listed> {
  const { rows } = await sql<Listed[number]>`
    select ${g.email} as guard, ${g.mobile_number} as mobile, ${j.title} as "jobTitle", ${j.place} as "locationName", ${s.id} as "shiftId", ${checkColumns},
      ${settingColumns}, ${w.battery} as battery
    from ${w} join ${a} on ${a.id} = ${w.assignment_id} join ${s} on ${s.id} = ${a.shift_id} join ${j} on ${j.id} = ${a.job_id}
      join ${e} on ${e.location_id} = ${j.location_id} join ${g} on ${g.id} = ${a.guard_id}
    where ${isRunning(a.state)} and ${w.state} <> 'over'
    order by array_position(array['escalated', 'called-again', 'asked', 'waiting', 'paused'], ${w.state}), ${w.asked_at}, ${w.due_at}, ${a.id}
    limit ${limit}`.execute(db());
  return rows;
}
