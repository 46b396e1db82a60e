import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { fromNow, nowText } from '../platform/clock';
import { db } from '../platform/database/db';
import { encryptPlaintext } from '../platform/identity/key-rotation';
import { assignOwners, eraseExpiredLinks } from '../platform/messages/message-queue';
import { scheduleJob } from '../platform/queue/job-queue';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;
/** Few enough that nobody waits for one of them, and that a statement is over before its time is. */
const AT_ONCE = 2_000;

/** What nobody can ask for again: dead sessions, counters that ran out, links, codes and cookies that are over, contacts that nobody proved, push messages of yesterday, replies of writes older than a month. */
const retentionRules: Readonly<Record<string, () => RawBuilder<unknown>>> = {
  sessions: () => sql`greatest(expires_at, ended_at) < ${fromNow(-MONTH)}`,
  rate_limits: () => sql`resets_at < ${nowText()}`,
  password_resets: () => sql`expires_at < ${nowText()}`,
  registrations: () => sql`expires_at < ${nowText()}`,
  used_identity_proofs: () => sql`expires_at < ${nowText()}`,
  confirmation_codes: () => sql`expires_at < ${nowText()}`,
  passkey_challenges: () => sql`expires_at < ${nowText()}`,
  sos_links: () => sql`expires_at < ${fromNow(-MONTH)}`,
  sos_notices: () => sql`noted_at < ${fromNow(-MONTH)}`,
  otp_codes: () => sql`expires_at < ${nowText()}`,
  // It waits for a day; who deletes an account looks for what was sent to the new address as long as that is kept.
  contact_changes: () => sql`sent_at < ${fromNow(-MONTH)}`,
  // Nobody wants yesterday's news on a screen: `messages/push-queue.ts` sends none.
  push_messages: () => sql`created_at < ${fromNow(-DAY)}`,
  idempotency_keys: () => sql`created_at < ${fromNow(-MONTH)}`,
  // What was sent, or kept for the mailbox, for thirty days; what was given up longer, until somebody has asked.
  outgoing_messages: () =>
    sql`(state in ('sent', 'kept') and created_at < ${fromNow(-MONTH)}) or (state = 'dead' and created_at < ${fromNow(-3 * MONTH)})`,
};

/** Deletes what a condition finds, so many rows in one statement; what somebody else is at waits for the next time. @returns how many went. */
async function deleteInBatches(name: string, condition: RawBuilder<unknown>, atOnce: number): Promise<number> {
  const table = sql.table(name);
  for (let gone = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`delete from ${table} where ctid = any (array(
      select ctid from ${table} where ${condition} limit ${atOnce} for update skip locked))`.execute(db());
    gone += Number(numAffectedRows);
    if (numAffectedRows < BigInt(atOnce)) return gone;
  }
}

/** Carries all of it out, also where one fails; throws the first failure at the end. Nothing more begins once the API closes. */
async function runAll(acts: readonly (() => Promise<unknown>)[], stopping?: AbortSignal): Promise<void> {
  const failed: unknown[] = [];
  for (const act of acts) if (!stopping?.aborted) await act().catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw failed[0];
}

/** Forgets what is over, by a few rows at a time, of one table also where another one refuses. @returns how many of each. */
export async function deleteExpiredRows(atOnce: number = AT_ONCE, stopping?: AbortSignal): Promise<Record<string, number>> {
  const gone: Record<string, number> = {};
  await runAll(
    Object.entries(retentionRules).map(([name, condition]) => async () => {
      gone[name] = await deleteInBatches(name, condition(), atOnce);
    }),
    stopping,
  );
  return gone;
}

/** The hourly turn: forgets what is over, and makes good what a release before wrote meanwhile: messages of nobody, numbers in full. */
export const runCleanUp = (stopping?: AbortSignal): Promise<void> =>
  runAll(
    [() => deleteExpiredRows(AT_ONCE, stopping), eraseExpiredLinks, () => assignOwners(stopping), () => encryptPlaintext(stopping)],
    stopping,
  );

/** Tidies every hour until the API closes. */
export const startSweeping = (app: FastifyInstance): void =>
  scheduleJob(app, 'sweeps', HOUR / 1000, runCleanUp, 'The hourly clean-up failed');
