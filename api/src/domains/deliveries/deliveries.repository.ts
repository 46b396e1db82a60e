import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { listDeliveries } from '@portal/contracts/deliveries/deliveries.staff';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import type { Channel } from '../../platform/messages/message-queue';

const state = sql`case when state = 'dead' then 'dead' when last_error is null then 'queued' else 'failed' end`;

/**
 * Messages that have not arrived, in one state or any, from before an instant: at most so many, plus those of the same instant as the last, because
 * the next page begins before it.
 */
export async function undeliveredMessages(
  wanted: { state: string | null; before: string | null },
  most: number,
): Promise<Output<typeof listDeliveries>> {
  const { rows } = await sql<Output<typeof listDeliveries>[number]>`
    select id, ${state} as state, channel, recipient as "to", subject, tries, last_error as "lastError", tried_at as "triedAt", created_at as "createdAt"
    from outgoing_messages where state in ('queued', 'dead') and (${wanted.state}::text is null or ${state} = ${wanted.state})
      and (${wanted.before}::timestamptz is null or created_at < ${wanted.before})
    order by created_at desc fetch first ${most} rows with ties`.execute(db());
  return rows;
}

/** A message that has not arrived, locked until the transaction ends, so that no worker claims it. */
export async function lockOpen(id: string): Promise<{ channel: Channel; isBeingSent: boolean; isErased: boolean } | null> {
  const { rows } = await sql<{ channel: Channel; isBeingSent: boolean; isErased: boolean }>`
    select channel, coalesce(taken_until > clock_timestamp(), false) as "isBeingSent", (is_secret and body = '') as "isErased"
    from outgoing_messages where id = ${id} and state in ('queued', 'dead') for update`.execute(db());
  return rows[0] ?? null;
}

/** The dead messages of a channel from `since` to before `before`. */
export interface DeadMessages {
  channel: Channel;
  since: string;
  before: string;
}

/** Dead messages that may still be useful: with a text, not refused permanently by the receiver's code, and not of an SOS that is over. */
const revivable = ({ channel, since, before }: DeadMessages) => sql`m.state = 'dead' and m.channel = ${channel}
  and m.settled_at >= ${since} and m.settled_at < ${before} and m.refusal_code is null and not (m.is_secret and m.body = '')
  and (m.about is distinct from 'sos' or exists (
    select from sos_alerts x where x.id = m.about_id and x.acknowledged_at is null and x.ended_at is null))`;

/** The oldest dead messages, locked until the transaction ends. */
export async function lockDead(wanted: DeadMessages, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select m.id from outgoing_messages m where ${revivable(wanted)}
    order by m.created_at, m.id limit ${most} for update skip locked`.execute(db());
  return rows.map(({ id }) => id);
}

export async function countDead(wanted: DeadMessages): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from outgoing_messages m where ${revivable(wanted)}`.execute(
    db(),
  );
  return rows[0]?.count ?? 0;
}
