import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { StaffRole } from '@portal/contracts/_kernel/staff';
import type { listKeys, readAudit } from '@portal/contracts/staff/staff.endpoints';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';

export type Key = Output<typeof listKeys>[number];

const columns = sql`k.id as "keyId", k.name, k.role, k.created_at as "createdAt", k.expires_at as "expiresAt", k.revoked_at as "revokedAt",
  (select max(a.at) from staff_acts a where a.key_id = k.id) as "usedAt"`;

/** A key that counts to the end of a day in Toronto. */
export async function insertKey(key: { name: string; role: StaffRole; hash: Buffer; expires: string; now: string }): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into staff_keys (name, role, key_hash, created_at, expires_at)
    values (${key.name}, ${key.role}, ${key.hash}, ${key.now}, (${key.expires}::date + 1)::timestamp at time zone 'America/Toronto')
    returning id`.execute(db());
  return rows[0]?.id ?? '';
}

export async function keyById(id: string): Promise<Key | null> {
  const { rows } = await sql<Key>`select ${columns} from staff_keys k where k.id = ${id}`.execute(db());
  return rows[0] ?? null;
}

/** @returns false when it was revoked before, or there is none. */
export async function setRevoked(id: string, now: string): Promise<boolean> {
  const done = await sql`update staff_keys set revoked_at = ${now} where id = ${id} and revoked_at is null`.execute(db());
  return done.numAffectedRows === 1n;
}

export async function keys(): Promise<Key[]> {
  const { rows } = await sql<Key>`select ${columns} from staff_keys k order by k.created_at desc, k.id`.execute(db());
  return rows;
}

type Line = Output<typeof readAudit>[number];

/** Acts with what each changed, the latest first. */
export async function acts(wanted: { by: string | null; since: string | null }, listed: number): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select a.at, a.name as by, a.key_id as "keyId", a.role, a.act, a.target, a.reference, coalesce(c.changes, '[]') as changes
    from staff_acts a left join lateral (
      select jsonb_agg(jsonb_build_object('table', s.table_name, 'row', s.row_key, 'before', s.before, 'after', s.after) order by s.id) as changes
      from staff_changes s where s.act_id = a.id) c on true
    where (${wanted.by}::text is null or lower(a.name) = lower(${wanted.by}) or a.key_id::text = ${wanted.by})
      and (${wanted.since}::date is null or a.at >= ${wanted.since}::date::timestamp at time zone 'America/Toronto')
    order by a.at desc, a.id desc limit ${listed}`.execute(db());
  return rows;
}
