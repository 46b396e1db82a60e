import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { listDeliveries } from '@portal/contracts/deliveries/deliveries.endpoints';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import type { Channel } from '../../platform/work/outgoing';

const state = sql`case when state = 'dead' then 'dead' when last_error is null then 'queued' else 'failed' end`;

/** What has not arrived, in one state or in any. */
export async function open(wanted: string | null, most: number): Promise<Output<typeof listDeliveries>> {
  const { rows } = await sql<Output<typeof listDeliveries>[number]>`
    select id, ${state} as state, channel, recipient as "to", subject, tries, last_error as "lastError", tried_at as "triedAt", created_at as "createdAt"
    from outgoing_messages where state in ('queued', 'dead') and (${wanted}::text is null or ${state} = ${wanted})
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
