import { type RawBuilder, sql } from 'kysely';
import { fromNow, nowText } from '../platform/clock';
import { db } from '../platform/database/db';
import { eraseExpiredLinks } from '../platform/messages/message-queue';
import { defineJob, noPayload } from '../platform/queue/define-job';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;
/** Rows in one statement. A small number keeps the locks short and the statement within its timeout. */
const AT_ONCE = 2_000;

/**
 * Rows that no call can use any more, by table: ended sessions, expired counters, links, codes and cookies, contacts that were never proven,
 * push messages of yesterday, replies to writes older than a month.
 */
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
  // The signature of a message is valid for five minutes.
  inbound_messages: () => sql`received_at < ${fromNow(-DAY)}`,
  otp_codes: () => sql`expires_at < ${nowText()}`,
  // A change is pending for a day. A deletion of the account needs its address to find the messages sent there, which are kept for 30 days.
  contact_changes: () => sql`sent_at < ${fromNow(-MONTH)}`,
  // Yesterday's push messages are not sent any more, see `messages/push-queue.ts`.
  push_messages: () => sql`created_at < ${fromNow(-DAY)}`,
  idempotency_keys: () => sql`created_at < ${fromNow(-MONTH)}`,
  // Sent and stored messages are kept for 30 days, dead ones for 90, so that questions about them can be answered.
  outgoing_messages: () =>
    sql`(state in ('sent', 'kept') and created_at < ${fromNow(-MONTH)}) or (state = 'dead' and created_at < ${fromNow(-3 * MONTH)})`,
};

/** Deletes the rows that match a condition, `atOnce` in one statement; rows locked by another process wait for the next run. @returns the number of rows. */
async function deleteInBatches(name: string, condition: RawBuilder<unknown>, atOnce: number): Promise<number> {
  const table = sql.table(name);
  for (let gone = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`delete from ${table} where ctid = any (array(
      select ctid from ${table} where ${condition} limit ${atOnce} for update skip locked))`.execute(db());
    gone += Number(numAffectedRows);
    if (numAffectedRows < BigInt(atOnce)) return gone;
  }
}

/** Runs all functions, also after one fails; throws the first failure at the end. Starts no function once the API closes. */
async function runAll(acts: readonly (() => Promise<unknown>)[], stopping?: AbortSignal): Promise<void> {
  const failed: unknown[] = [];
  for (const act of acts) if (!stopping?.aborted) await act().catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw failed[0];
}

/** Deletes expired rows in small batches; a failing table does not stop the others. @returns the number of rows by table. */
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

/** Deletes expired rows, and erases expired links. */
export const runCleanUp = (stopping?: AbortSignal): Promise<void> =>
  runAll([() => deleteExpiredRows(AT_ONCE, stopping), eraseExpiredLinks], stopping);

export const cleanUpJob = defineJob({
  name: 'clean-up',
  does: 'Deletes rows after their retention, and erases expired links.',
  payload: noPayload,
  schedule: { on: 'interval', queue: 'sweeps', seconds: HOUR / 1_000 },
  retries: 'the next run',
  onGivenUp: 'The rows stay until a later run; a table that fails does not stop the others.',
  failed: 'The hourly clean-up failed',
  run: ({ stopping }) => runCleanUp(stopping),
});
