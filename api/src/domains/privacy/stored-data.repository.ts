import type { Page } from '@portal/contracts/_kernel/envelope';
import type { ReadLocation } from '@portal/contracts/privacy/privacy.endpoints';
import type { DataCategory } from '@portal/contracts/privacy/privacy.rules';
import { type RawBuilder, sql } from 'kysely';
import { db } from '../../platform/database/db';
import { type GuardTable, typedTable } from '../../platform/database/typed-table';

const a = typedTable('assignments', 'a');
const j = typedTable('jobs', 'j');
const s = typedTable('sos_alerts', 's');
const n = typedTable('e_notes', 'n');
const b = typedTable('breaks', 'b');
const c = typedTable('chat_messages', 'c');
const o = typedTable('sessions', 'o');

/** Each location of a guard with its reason: an arrival, an SOS, or the place of a note. */
const locationsOf = (guardId: string): RawBuilder<unknown> => sql`(
  select 'arrival' as kind, ${a.arrived_at} as at, ${j.title} as "jobTitle", ${a.arrived_lat} as lat, ${a.arrived_long} as long, ${a.arrived_accuracy} as accuracy
    from ${a} join ${j} on ${j.id} = ${a.job_id} where ${a.guard_id} = ${guardId} and ${a.arrived_lat} is not null
  union all select 'sos', ${s.raised_at}, ${j.title}, ${s.lat}, ${s.long}, ${s.accuracy}
    from ${s} join ${a} on ${a.id} = ${s.assignment_id} join ${j} on ${j.id} = ${a.job_id} where ${a.guard_id} = ${guardId} and ${s.lat} is not null
  union all select 'enote', ${n.at}, ${j.title}, ${n.lat}, ${n.long}, ${n.accuracy}
    from ${n} join ${j} on ${j.id} = ${n.job_id} where ${n.guard_id} = ${guardId} and ${n.lat} is not null)`;

export async function locations(guardId: string, page: number, limit: number): Promise<Page<Omit<ReadLocation, 'place'>>> {
  const from = locationsOf(guardId);
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${from} l`.execute(db());
  const { rows } = await sql<Omit<ReadLocation, 'place'>>`
    select * from ${from} l order by at desc, kind, lat, long limit ${limit} offset ${(page - 1) * limit}`.execute(db());
  return { docs: rows, total: counted.rows[0]?.total ?? 0 };
}

/** The number of records of each category, by its id. */
export async function counts(guardId: string): Promise<Record<DataCategory, number>> {
  const of = (table: GuardTable) => sql`(select count(*) from ${sql.table(table)} where guard_id = ${guardId})`;
  const { rows } = await sql<Record<DataCategory, number>>`select
    1 as profile,
    (${of('guard_documents')} + ${of('identity_documents')} + ${of('employment_details')}
      + (select count(*) from guards where id = ${guardId} and license_number is not null))::int as documents,
    ${of('bank_details')}::int as bank,
    (${of('applications')} + ${of('assignments')} + ${of('leaves')} + ${of('cover_offers')}
      + (select count(*) from ${b} join ${a} on ${a.id} = ${b.assignment_id} where ${a.guard_id} = ${guardId}))::int as work,
    (${of('transactions')} + ${of('withdrawals')})::int as pay,
    ${of('ratings')}::int as ratings,
    ${of('e_notes')}::int as enotes,
    (select count(*) from ${c} where ${c.guard_id} = ${guardId} and ${c.sender_type} = 'guard')::int as chat,
    (${of('tickets')} + ${of('injuries')} + ${of('job_reports')})::int as reports,
    (select count(*) from ${locationsOf(guardId)} l)::int as locations,
    (select count(*) from media where owner_id = ${guardId})::int as files,
    ${of('notifications')}::int as alerts,
    (select count(*) from ${o} where ${o.guard_id} = ${guardId} and ${o.ended_at} is null)::int as sessions`.execute(db());
  return rows[0] as Record<DataCategory, number>;
}
