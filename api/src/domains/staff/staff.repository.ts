import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { StaffRole } from '@portal/contracts/_kernel/staff';
import type { listKeys, readAudit } from '@portal/contracts/staff/staff.staff';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';

export type StaffKey = Output<typeof listKeys>[number];

const columns = sql`k.id as "keyId", k.name, k.role, k.created_at as "createdAt", k.expires_at as "expiresAt", k.revoked_at as "revokedAt",
  (select max(a.at) from staff_acts a where a.key_id = k.id) as "usedAt"`;

/** Stores a key that is valid until the end of a day in Toronto. */
export async function insertKey(key: { name: string; role: StaffRole; hash: Buffer; expires: string; now: string }): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into staff_keys (name, role, key_hash, created_at, expires_at)
    values (${key.name}, ${key.role}, ${key.hash}, ${key.now}, (${key.expires}::date + 1)::timestamp at time zone 'America/Toronto')
    returning id`.execute(db());
  return rows[0]?.id ?? '';
}

export async function keyById(id: string): Promise<StaffKey | null> {
  const { rows } = await sql<StaffKey>`select ${columns} from staff_keys k where k.id = ${id}`.execute(db());
  return rows[0] ?? null;
}

/** @returns false when it was revoked before, or does not exist. */
export async function setRevoked(id: string, now: string): Promise<boolean> {
  const done = await sql`update staff_keys set revoked_at = ${now} where id = ${id} and revoked_at is null`.execute(db());
  return done.numAffectedRows === 1n;
}

export async function keys(): Promise<StaffKey[]> {
  const { rows } = await sql<StaffKey>`select ${columns} from staff_keys k order by k.created_at desc, k.id`.execute(db());
  return rows;
}

type Line = Output<typeof readAudit>[number];

interface Wanted {
  by: string | null;
  since: string | null;
  before: string | null;
}

/**
 * Calls with their changes, the latest first: at most so many, plus those of the same instant as the last, because the next page begins before it.
 * Each with at most so many changes, and the number of those left out.
 */
export async function acts({ by, since, before }: Wanted, most: { acts: number; changes: number }): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select a.id as number, a.at, a.name as by, a.key_id as "keyId", a.role, a.act, a.target, a.reference, coalesce(c.changes, '[]') as changes,
      greatest(c.all - ${most.changes}, 0)::int as "changesLeft"
    from (
      select * from staff_acts a
      where (${by}::text is null or lower(a.name) = lower(${by}) or a.key_id::text = ${by})
        and (${since}::date is null or a.at >= ${since}::date::timestamp at time zone 'America/Toronto')
        and (${before}::timestamptz is null or a.at < ${before})
      order by a.at desc fetch first ${most.acts} rows with ties) a
    left join lateral (
      select jsonb_agg(jsonb_build_object('table', s.table_name, 'row', s.row_key, 'before', s.before, 'after', s.after) order by s.id)
          filter (where s.place <= ${most.changes}) as changes, count(*) as all
      from (select *, row_number() over (order by id) as place from staff_changes where act_id = a.id) s) c on true
    order by a.at desc, a.id desc`.execute(db());
  return rows;
}
