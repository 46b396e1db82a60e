import type { CalendarShift } from '@portal/contracts/calendar/calendar.ics';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';
import type { VerifiedAccess } from '../../platform/identity/recheck-access';
import { isTakenBack } from '../shift-state/commitment.columns';
import { isCalledOff } from '../shift-state/shift-state.columns';

const s = typedTable('shifts', 's');
const j = typedTable('jobs', 'j');
const a = typedTable('held_assignments', 'a');

export interface CalendarFeed {
  madeAt: string;
  readAt: string | null;
}

export async function feedOf(guardId: string): Promise<CalendarFeed | null> {
  const { rows } =
    await sql<CalendarFeed>`select made_at as "madeAt", read_at as "readAt" from calendar_feeds where guard_id = ${guardId}`.execute(db());
  return rows[0] ?? null;
}

/** One address at a time: a new one replaces the old one. */
export async function putFeed({ guardId }: VerifiedAccess, tokenHash: string, now: string): Promise<void> {
  await sql`insert into calendar_feeds (guard_id, token_hash, made_at) values (${guardId}, ${tokenHash}, ${now})
    on conflict (guard_id) do update set token_hash = excluded.token_hash, made_at = excluded.made_at, read_at = null`.execute(db());
}

export async function deleteFeed(guardId: string): Promise<void> {
  await sql`delete from calendar_feeds where guard_id = ${guardId}`.execute(db());
}

/** Returns the guard of a feed and stores that it was read; null for an unknown or old address. */
export async function readBy(tokenHash: string, now: string): Promise<string | null> {
  const { rows } = await sql<{ guardId: string }>`
    update calendar_feeds set read_at = ${now} where token_hash = ${tokenHash} returning guard_id as "guardId"`.execute(db());
  return rows[0]?.guardId ?? null;
}

/** The guard's shifts that end after `since`: assigned ones, and cancelled ones: after a revoked award, or after another guard took the shift over. */
export async function shiftsSince(guardId: string, since: string): Promise<CalendarShift[]> {
  const { rows } = await sql<CalendarShift>`
    select ${s.id} as "shiftId", ${j.title} as "jobTitle", ${j.place} as "locationName", ${s.starts_at} as "startTime", ${s.ends_at} as "endTime",
      ${j.hourly_rate}::text as "hourlyRate", ${s.sequence} as sequence, (${a.id} is null or ${isCalledOff({ state: a.state, jobStatus: j.status })}) as "isCancelled"
    from ${s} join ${j} on ${j.id} = ${s.job_id} left join ${a} on ${a.shift_id} = ${s.id} and ${a.guard_id} = ${guardId}
    where ${s.ends_at} > ${since}::timestamptz and (${a.id} is not null or ${isTakenBack(guardId, s)})
    order by ${s.starts_at}, ${s.id} limit 1000`.execute(db());
  return rows;
}
