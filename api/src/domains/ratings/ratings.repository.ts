import type { Rating } from '@portal/contracts/ratings/ratings.endpoints';
import { type RawBuilder, sql } from 'kysely';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';

const r = typedTable('ratings', 'r');
const j = typedTable('jobs', 'j');
const s = typedTable('shifts', 's');
const a = typedTable('held_assignments', 'a');
const e = typedTable('end_job_reasons', 'e');

const LISTED = 500;

async function found(guardId: string, only: RawBuilder<unknown>): Promise<Rating[]> {
  const { rows } = await sql<Rating>`
    select ${r.id}, ${r.rating}::float8 as rating, ${r.description}, ${r.created_at} as "createdAt",
      json_build_object('id', ${j.id}, 'jobTitle', ${j.title}, 'locationId', json_build_object('locationName', ${j.place})) as "jobId",
      json_build_object('id', ${s.id}, 'shiftDate', ${s.shift_date}, 'shiftEndComment', coalesce(${a.shift_end_comment}, ''),
        'endReasonId', case when ${e.id} is not null then json_build_object('id', ${e.id}, 'name', ${e.name}) end) as "shiftId",
      case when ${r.appeal_ticket_id} is not null then json_build_object('ticketId', ${r.appeal_ticket_id},
        'at', to_char(${r.appealed_at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as appeal
    from ${r} join ${j} on ${j.id} = ${r.job_id} join ${s} on ${s.id} = ${r.shift_id}
      left join ${a} on ${a.guard_id} = ${r.guard_id} and ${a.shift_id} = ${r.shift_id} left join ${e} on ${e.id} = ${a.end_reason_id}
    where ${r.guard_id} = ${guardId} and ${only} order by ${r.created_at} desc, ${r.id} limit ${LISTED}`.execute(db());
  return rows;
}

export const ratingsOf = (guardId: string) => found(guardId, sql`true`);
export const ratingById = async (guardId: string, id: string): Promise<Rating | null> =>
  (await found(guardId, sql`${r.id} = ${id}`))[0] ?? null;

export async function count(guardId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from ratings where guard_id = ${guardId}`.execute(db());
  return rows[0]?.total ?? 0;
}

export interface NewRating {
  guardId: string;
  shiftId: string;
  rating: number;
  description: string;
  now: string;
}

/** @returns the id; null when the guard did not end that shift. */
export async function keep({ guardId, shiftId, rating, description, now }: NewRating): Promise<string | null> {
  const kept = await db()
    .insertInto('ratings')
    .columns(['guard_id', 'job_id', 'shift_id', 'rating', 'description', 'created_at'])
    .expression(
      sql`select ${a.guard_id}, ${a.job_id}, ${a.shift_id}, ${rating}, ${description}, ${now} from ${a}
        where ${a.guard_id} = ${guardId} and ${a.shift_id} = ${shiftId} and ${a.state} = 'ended'`,
    )
    .onConflict((known) =>
      known.columns(['guard_id', 'shift_id']).doUpdateSet(({ ref }) => ({
        rating: ref('excluded.rating'),
        description: ref('excluded.description'),
        created_at: ref('excluded.created_at'),
      })),
    )
    .returning('id')
    .executeTakeFirst();
  return kept?.id ?? null;
}

export async function averageRating(guardId: string): Promise<number> {
  const { rows } = await sql<{ rating: number }>`
    select coalesce(round(avg(rating), 1), 0)::float8 as rating from ratings where guard_id = ${guardId}`.execute(db());
  return rows[0]?.rating ?? 0;
}

/** Whether the rating was appealed, also by a deleted ticket. */
export async function wasAppealed(guardId: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ isAppealed: boolean }>`
    select appealed_at is not null as "isAppealed" from ratings where id = ${id} and guard_id = ${guardId}`.execute(db());
  return rows[0]?.isAppealed ?? false;
}

export const markAppealed = (id: string, ticketId: string, now: string) =>
  sql`update ratings set appeal_ticket_id = ${ticketId}, appealed_at = ${now} where id = ${id}`.execute(db());
