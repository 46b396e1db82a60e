import { setTimeout as pause } from 'node:timers/promises';
import { closingMs, type Leave } from '@portal/contracts/_kernel/drain';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { nowText } from '../clock';
import type { Env } from '../config/env';
import { afterCommit, db, transaction } from '../database/db';
import { completeJob, failJob, type Job, leaseSeconds, processQueue } from '../queue/job-queue';
import { type Channel, type MessageJob, notifyDelivered } from './message-queue';
import { type MessageSender, PermanentDeliveryError, type SendableMessage, smsSender, smtpSender } from './senders';

const AT_ONCE = 8;
const NOTE_TRIES = 8;
const NOTE_AGAIN_MS = 1_000;
/** What it takes to note that a message was sent, or is in doubt, before the process is gone. */
const NOTE_MS = 1_000;
/** After so long a process that has given a message back is gone. */
const GONE_SECONDS = 5;

interface Taken extends SendableMessage {
  about: string | null;
  aboutId: string | null;
}

/** A little shorter than the queue's own patience with a worker that was killed: who takes its job up finds the message free. */
const taken = () => sql`make_interval(secs => ${leaseSeconds() * 0.9})`;

/** Takes a message, for this worker alone. `held`: another one has it just now. `over`: it was sent, given up or deleted. */
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

/** @param refusal how the receiver's server refused the message for good, if it did. */
const finishMessage = (id: string, state: 'sent' | 'dead', refusal: PermanentDeliveryError | null, condition = sql`true`) =>
  sql`update outgoing_messages set state = ${state}, settled_at = ${nowText()}, taken_until = null, last_error = coalesce(${refusal && wordsOf(refusal)}, last_error),
    is_refused = ${refusal !== null}, refusal_code = ${refusal?.code ?? null},
    body = case when is_secret and (${state === 'sent'} or about is null) then '' else body end where id = ${id} and state = 'queued' and ${condition}`.execute(
    db(),
  );

/** The receiver has it: a database that is away for a moment must not have it sent once more. */
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
 * Its worker leaves while the receiver has not answered, and may have it. As long as the process lives the message is still its own: an
 * answer that comes yet counts. Then it is sent again, because a call for help or a code that never came is worse than one that came twice;
 * under the same id, by which the receiver can tell.
 */
const markUncertain = (channel: Channel, id: string) =>
  transaction(async () => {
    await sql`update outgoing_messages set last_error = 'Its worker left before the answer came: whether it arrived is not known',
      taken_until = clock_timestamp() + make_interval(secs => ${GONE_SECONDS}) where id = ${id} and state = 'queued'`.execute(db());
    await failJob(channel, id);
  });

/** How long the end of what is being sent is waited for: as long as the process has to close. */
export const sendGraceMs = (leave: Leave): number => Math.max(0, closingMs(leave) - NOTE_MS);

/** Sends the message of a job, which has its id. */
async function deliver(channel: Channel, carrier: MessageSender, { id }: Job<object>, log: FastifyInstance['log']): Promise<void> {
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
 * What was tried too often is given up: staff see it among the deliveries, and may try once more. A message that they have asked for since
 * has another job: this one says nothing of it any more.
 */
const markDead = ({ id, data: { message, askedAt } }: Job<MessageJob>, log: FastifyInstance['log']) =>
  transaction(async () => {
    const isOwn = askedAt === undefined ? sql`true` : sql`asked_at is not distinct from ${askedAt}::timestamptz`;
    const { numAffectedRows } = await finishMessage(message, 'dead', null, isOwn);
    if (numAffectedRows) afterCommit(() => log.error({ message }, 'A message was given up'));
    await completeJob('dead', id);
  });

/**
 * Sends what waits until the API closes, by the operator's server and provider; of several processes each takes other messages. What is
 * queued at all, `carryBy` has said, in processes without a worker, too.
 */
export function startMessageJobs(
  app: Pick<FastifyInstance, 'addHook' | 'log'>,
  { smtpUrl, smsUrl, mailFrom, shutdown }: Pick<Env, 'smtpUrl' | 'smsUrl' | 'mailFrom'> & Partial<Pick<Env, 'shutdown'>>,
): void {
  const post = smtpUrl ? smtpSender(smtpUrl, mailFrom, AT_ONCE) : null;
  const carriers: [Channel, MessageSender | null][] = [
    ['mail', post?.carry ?? null],
    ['sms', smsUrl ? smsSender(smsUrl) : null],
  ];
  const carried = carriers.flatMap(([channel, carrier]) => (carrier ? [{ channel, carrier }] : []));
  for (const { channel, carrier } of carried) {
    const release = ({ id }: Job<object>) => markUncertain(channel, id);
    const ending = { release, ...(shutdown && { endWithinMs: sendGraceMs(shutdown) }) };
    processQueue<object>(app, channel, AT_ONCE, (job) => deliver(channel, carrier, job, app.log), ending);
  }
  if (carried.length > 0) processQueue<MessageJob>(app, 'dead', 1, (job) => markDead(job, app.log));
  // What is still sent is queued as before: another process, or the next one, delivers it.
  app.addHook('onClose', async () => post?.close());
}
