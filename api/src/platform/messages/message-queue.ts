import { randomUUID } from 'node:crypto';
import { channels } from '@portal/contracts/deliveries/deliveries.staff';
import { sql } from 'kysely';
import { type InferType, object, string } from 'yup';
import { fromNow, nowText } from '../clock';
import type { Env } from '../config/env';
import { currentServices } from '../context';
import { db, transaction } from '../database/db';
import { healthQuery } from '../database/health-pool';
import { dequeue, enqueue } from '../queue/job-queue';

/** Mail address of the operator's support team: `PORTAL_SUPPORT_EMAIL`, which the pages show, too. */
export const supportAddress = (): string => currentServices().env.supportEmail;

export type Channel = (typeof channels)[number];

export interface Message {
  channel: Channel;
  /** An e-mail address or a mobile number. */
  to: string;
  /** Guard to whom the message belongs; it is deleted with their account. Null for messages to visitors or staff. */
  guardId: string | null;
  subject: string;
  body: string;
  /**
   * The body holds a code or a link that grants access. It is erased once the message is sent or given up. A message `about` a row
   * keeps its body until a day after it was queued, so that staff can send a call for help again.
   */
  isSecret?: boolean;
  /** Sent before the other queued messages. */
  isUrgent?: boolean;
  /** The row that the message is about: the hook `onDelivered` of this domain gets its id after delivery. */
  about?: { domain: string; id: string };
}

/**
 * The channels that have a sender, in this process or in another one over the same database. Messages of the other channels are stored in the
 * development mailbox. @throws in production if a channel has no sender, because production has no mailbox.
 */
export function channelsWithSender({ mode, smtpUrl, smsUrl }: Pick<Env, 'mode' | 'smtpUrl' | 'smsUrl'>): ReadonlySet<Channel> {
  const urls: [Channel, string | null][] = [
    ['mail', smtpUrl],
    ['sms', smsUrl],
  ];
  const found = new Set(urls.flatMap(([channel, url]) => (url ? [channel] : [])));
  if (mode === 'production' && found.size < urls.length) throw new Error('Production has no mailbox: SMTP_URL and SMS_URL are needed.');
  return found;
}

/** Calls the domain's hook for delivered messages, in the transaction that records the delivery. */
export const notifyDelivered = async (domain: string, id: string, at: string): Promise<void> =>
  void (await currentServices().hooks.onDelivered[domain]?.(id, at));

/** Payload of a message's job. */
export const messagePayload = object({
  message: string().required(),
  /** When staff requeued the message, if they did: a job with an older time no longer belongs to it. */
  askedAt: string().nullable().defined(),
});
export type MessageJob = InferType<typeof messagePayload>;

/** The queue of a channel has its name. */
const queue = (channel: Channel, job: MessageJob, isUrgent: boolean) => enqueue(channel, job.message, job, { isUrgent });

/** A line break in a subject could begin another header. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/**
 * Queues a message in the transaction of the change that it reports. A job sends it; without a sender for the channel it is stored in the
 * development mailbox and counts as delivered.
 */
export const queueMessage = ({ channel, to, guardId, subject, body, isSecret = false, isUrgent = false, about }: Message): Promise<void> =>
  transaction(async () => {
    const id = randomUUID();
    const isCarried = currentServices().messageChannels.has(channel);
    await sql`insert into outgoing_messages (id, channel, recipient, guard_id, subject, body, state, is_secret, about, about_id, created_at)
      values (${id}, ${channel}, ${to}, ${guardId}, ${oneLine(subject)}, ${body}, ${isCarried ? 'queued' : 'kept'}, ${isSecret}, ${about?.domain ?? null},
        ${about?.id ?? null}, ${nowText()})`.execute(db());
    if (isCarried) await queue(channel, { message: id, askedAt: null }, isUrgent);
    else if (about) await notifyDelivered(about.domain, about.id, nowText());
  });

const LINK_LIVES_MS = 86_400_000;

/** Erases the bodies of secret messages a day after they were queued, if they were given up: their codes and links have expired. */
export const eraseExpiredLinks = (): Promise<unknown> =>
  db()
    .updateTable('outgoing_messages')
    .set({ body: '' })
    .where('state', '=', 'dead')
    .where('is_secret', '=', true)
    .where('body', '<>', '')
    .where('created_at', '<', fromNow(-LINK_LIVES_MS))
    .execute();

export interface UndeliveredCount {
  channel: Channel;
  /** Messages that failed and are retried. */
  failed: number;
  /** Messages that were given up. */
  dead: number;
}

/** Number of undelivered messages by channel. */
export async function undeliveredCounts(): Promise<UndeliveredCount[]> {
  const rows = await healthQuery<UndeliveredCount>(`select channel, count(*) filter (where state = 'dead')::int as dead,
      count(*) filter (where state = 'queued' and last_error is not null)::int as failed
    from outgoing_messages where state in ('queued', 'dead') group by channel`);
  return channels.map((channel) => rows.find((row) => row.channel === channel) ?? { channel, failed: 0, dead: 0 });
}

/** Reads the oldest message of each channel from an index: in an outage the queue is too long to scan. */
export const agesQuery = (): string =>
  channels
    .map(
      (
        channel,
      ) => `select '${channel}' as channel, coalesce(extract(epoch from '${nowText()}' - min(coalesce(asked_at, created_at))), 0)::float8 as seconds
        from outgoing_messages where state = 'queued' and channel = '${channel}'`,
    )
    .join(' union all ');

/**
 * Age in seconds of the oldest queued message of each channel, since it was queued or requeued by staff; 0 if none is queued. Messages
 * that wait for a retry count.
 */
export const oldestUndelivered = () => healthQuery<{ channel: Channel; seconds: number }>(agesQuery());

/** Queues an undelivered message again, in the transaction that locked it; an urgent one before the other queued messages. */
export async function requeueMessage(id: string, channel: Channel, { isUrgent = false } = {}): Promise<void> {
  const askedAt = nowText();
  await sql`update outgoing_messages set state = 'queued', settled_at = null, tries = 0, refusal_code = null, asked_at = ${askedAt}
    where id = ${id}`.execute(db());
  await dequeue(channel, id);
  await queue(channel, { message: id, askedAt }, isUrgent);
}

/** Queues a mail to the support team with the input of a visitor or a guard. */
export const mailSupport = (mail: Pick<Message, 'guardId' | 'subject' | 'body'>): Promise<void> =>
  queueMessage({ channel: 'mail', to: supportAddress(), ...mail });
