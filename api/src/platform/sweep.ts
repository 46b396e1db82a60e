import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { fromNow, nowText } from './clock';
import { db } from './db';
import { repeat } from './repeat';

const HOUR = 3_600_000;
const MONTH = 30 * 24 * HOUR;

/** Forgets what nobody can ask for again: dead sessions, counters that ran out, replies of writes older than a month. */
export async function sweep(): Promise<void> {
  await sql`delete from sessions where greatest(expires_at, ended_at) < ${fromNow(-MONTH)}`.execute(db());
  await sql`delete from rate_limits where resets_at < ${nowText()}`.execute(db());
  await sql`delete from password_resets where expires_at < ${nowText()}`.execute(db());
  await sql`delete from idempotency_keys where created_at < ${fromNow(-MONTH)}`.execute(db());
}

/** Sweeps every hour until the API closes. */
export const startSweeping = (app: FastifyInstance): void => void repeat(app, HOUR, sweep, 'The hourly clean-up failed');
