import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { fromNow, nowText } from './clock';
import { db } from './db';
import { every } from './queue';

const HOUR = 3_600_000;
const AT_ONCE = 5_000;
const MONTH = 30 * 24 * HOUR;

/** Messages: what was sent, or kept for the mailbox, for thirty days; what was given up longer, until somebody has asked. Few at a time. */
async function sweepMessages(): Promise<void> {
  let gone = AT_ONCE;
  while (gone === AT_ONCE) {
    const { numAffectedRows } = await sql`delete from outgoing_messages where id in (select id from outgoing_messages
      where (state in ('sent', 'kept') and created_at < ${fromNow(-MONTH)}) or (state = 'dead' and created_at < ${fromNow(-3 * MONTH)})
      limit ${AT_ONCE})`.execute(db());
    gone = Number(numAffectedRows ?? 0);
  }
}

/** Forgets what nobody can ask for again: dead sessions, counters that ran out, replies of writes older than a month. */
export async function sweep(): Promise<void> {
  await sql`delete from sessions where greatest(expires_at, ended_at) < ${fromNow(-MONTH)}`.execute(db());
  await sql`delete from rate_limits where resets_at < ${nowText()}`.execute(db());
  await sql`delete from password_resets where expires_at < ${nowText()}`.execute(db());
  await sql`delete from idempotency_keys where created_at < ${fromNow(-MONTH)}`.execute(db());
  await sweepMessages();
}

/** Sweeps every hour until the API closes. */
export const startSweeping = (app: FastifyInstance): void => every(app, 'sweeps', HOUR / 1000, sweep, 'The hourly clean-up failed');
