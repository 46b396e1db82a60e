import { setTimeout as pause } from 'node:timers/promises';
import { closingMs, type ShutdownTimes } from '@portal/contracts/_kernel/drain';
import { sql } from 'kysely';
import { nowText } from '../clock';
import { afterCommit, db, transaction } from '../database/db';
import type { JobRun } from '../queue/define-job';
import { completeJob, failJob, leaseSeconds } from '../queue/job-queue';
import { type Channel, type MessageJob, notifyDelivered } from './message-queue';
import { type MessageSender, PermanentDeliveryError, type SendableMessage } from './senders';

const NOTE_TRIES = 8;
const NOTE_AGAIN_MS = 1_000;
/** Time in ms to record the result of a message, or its uncertain state, before the process exits. */
const NOTE_MS = 1_000;
/** Seconds after which a process that released a message has certainly exited. */
const GONE_SECONDS = 5;

interface Taken extends SendableMessage {
  about: string | null;
  aboutId: string | null;
}

/** Shorter than the lease of the job: a process that claims the job after a kill finds the message unlocked. */
const taken = () => sql`make_interval(secs => ${leaseSeconds() * 0.9})`;

/** Reserves a message for this worker. `held`: another worker has it. `over`: it was sent, given up or deleted. */
async function claimMessage(id: string): Promise<Taken | 'held' | 'over'> {
  const { rows } =
    await sql<Taken>`update outgoing_messages set tries = tries + 1, tried_at = ${nowText()}, taken_until = clock_timestamp() + ${taken()}
    where id = ${id} and state = 'queued' and (taken_until is null or taken_until < clock_timestamp())
    returning id, recipient as "to", subject, body, about, about_id as "aboutId"`.execute(db());
  if (rows[0]) return rows[0];
  const left = await sql`select from outgoing_messages where id = ${id} and state = 'queued'`.execute(db());
  return left.rows.length > 0 ? 'held' : 'over';
}

const wordsOf = (error: unknown) => ((error as Error).message || String(error)).slice(0, 500);

/** @param refusal the permanent error of the receiver's server, if any. */
const finishMessage = (id: string, state: 'sent' | 'dead', refusal: PermanentDeliveryError | null, condition = sql`true`) =>
  sql`update outgoing_messages set state = ${state}, settled_at = ${nowText()}, taken_until = null, last_error = coalesce(${refusal && wordsOf(refusal)}, last_error),
    refusal_code = ${refusal?.code ?? null},
    body = case when is_secret and (${state === 'sent'} or about is null) then '' else body end where id = ${id} and state = 'queued' and ${condition}`.execute(
    db(),
  );

/** The receiver has the message: a short outage of the database must not cause a second delivery. */
async function markSent(channel: Channel, { id, about, aboutId }: Taken): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await transaction(async () => {
        await finishMessage(id, 'sent', null);
        if (about && aboutId) await notifyDelivered(about, aboutId, nowText());
        await completeJob(channel, id);
      });
      return;
    } catch (error) {
      if (tries === NOTE_TRIES) throw error;
      await pause(NOTE_AGAIN_MS);
    }
  }
}

const markFailed = (channel: Channel, id: string, error: unknown) =>
  transaction(async () => {
    if (error instanceof PermanentDeliveryError) {
      await finishMessage(id, 'dead', error);
      await completeJob(channel, id);
      return;
    }
    await sql`update outgoing_messages set last_error = ${wordsOf(error)}, taken_until = null where id = ${id}`.execute(db());
    await failJob(channel, id);
  });

/**
 * The process shuts down while the mail server has not replied; the message may have been accepted. A late reply still counts while the process
 * runs. Then the message is sent again, because a call for help or a code that never arrives is worse than a duplicate. The id stays the same, so
 * that the receiver can recognise the duplicate.
 */
export const markUncertain = (channel: Channel, id: string) =>
  transaction(async () => {
    await sql`update outgoing_messages set last_error = 'The process shut down before the reply: whether it arrived is not known',
      taken_until = clock_timestamp() + make_interval(secs => ${GONE_SECONDS}) where id = ${id} and state = 'queued'`.execute(db());
    await failJob(channel, id);
  });

/** Time in ms for which the close waits for messages in progress: the time that the process has to close. */
export const sendGraceMs = (leave: ShutdownTimes): number => Math.max(0, closingMs(leave) - NOTE_MS);

/** Sends the message of a job; both have the same id. */
export async function sendMessage(channel: Channel, carrier: MessageSender, { id, log }: JobRun<MessageJob, unknown>): Promise<void> {
  const taken = await claimMessage(id);
  if (taken === 'over') return completeJob(channel, id);
  if (taken === 'held') return failJob(channel, id);
  try {
    await carrier(taken);
  } catch (error) {
    log.warn({ channel, message: id, isForGood: error instanceof PermanentDeliveryError }, 'A message could not be delivered');
    await markFailed(channel, id, error);
    return;
  }
  await markSent(channel, taken);
}

/**
 * Gives a message up after its last retry. Staff see it among the deliveries and can requeue it. A message that staff have requeued since has
 * another job, and this one no longer changes it.
 */
export const markDead = ({ id, payload: { message, askedAt }, log }: JobRun<MessageJob, unknown>): Promise<void> =>
  transaction(async () => {
    const { numAffectedRows } = await finishMessage(message, 'dead', null, sql`asked_at is not distinct from ${askedAt}::timestamptz`);
    if (numAffectedRows) afterCommit(() => log.error({ message }, 'A message was given up'));
    await completeJob('dead', id);
  });
