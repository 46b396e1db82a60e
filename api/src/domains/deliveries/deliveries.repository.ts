import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { listDeliveries } from '@portal/contracts/deliveries/deliveries.endpoints';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import type { Channel } from '../../platform/work/outgoing';

const state = sql`case when state = 'dead' then 'dead' when last_error is null then 'queued' else 'failed' end`;

/** What has not arrived, in one state or in any, asked for before an instant or ever. */
export async function open(wanted: { state: string | null; before: string | null }, most: number): Promise<Output<typeof listDeliveries>> {
  const { rows } = await sql<Output<typeof listDeliveries>[number]>`
    select id, ${state} as state, channel, recipient as "to", subject, tries, last_error as "lastError", tried_at as "triedAt", created_at as "createdAt"
    from outgoing_messages where state in ('queued', 'dead') and (${wanted.state}::text is null or ${state} = ${wanted.state})
      and (${wanted.before}::timestamptz is null or created_at < ${wanted.before})
    order by created_at desc, id limit ${most}`.execute(db());
  return rows;
}

/** A message that has not arrived, held until the transaction ends: no worker takes it meanwhile. */
export async function lockOpen(id: string): Promise<{ channel: Channel; isBeingSent: boolean; isErased: boolean } | null> {
  const { rows } = await sql<{ channel: Channel; isBeingSent: boolean; isErased: boolean }>`
    select channel, coalesce(taken_until > clock_timestamp(), false) as "isBeingSent", (is_secret and body = '') as "isErased"
    from outgoing_messages where id = ${id} and state in ('queued', 'dead') for update`.execute(db());
  return rows[0] ?? null;
}

/** Of what was given up, what still says something. */
const revivable = (channel: Channel) => sql`state = 'dead' and channel = ${channel} and not (is_secret and body = '')`;

/** The oldest of what was given up, held until the transaction ends. */
export async function lockDead(channel: Channel, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from outgoing_messages where ${revivable(channel)}
    order by created_at, id limit ${most} for update skip locked`.execute(db());
  return rows.map(({ id }) => id);
}

export async function countDead(channel: Channel): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from outgoing_messages where ${revivable(channel)}`.execute(
    db(),
  );
  return rows[0]?.count ?? 0;
}
