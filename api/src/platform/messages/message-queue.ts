import { randomUUID } from 'node:crypto';
import { site } from '@portal/contracts/_kernel/site';
import { channels } from '@portal/contracts/deliveries/deliveries.endpoints';
import { sql } from 'kysely';
import { fromNow, nowText } from '../clock';
import type { Env } from '../config/env';
import { db, transaction } from '../database/db';
import { healthQuery } from '../database/health-pool';
import { dequeue, enqueue } from '../queue/job-queue';

let team: string = site.supportEmail;

/** Mail address of the operator's support team: `PORTAL_SUPPORT_EMAIL`, which the pages show, too. */
export const supportAddress = (): string => team;

/** Called once at the start, before the first message is queued. */
export function setTeamAddress(address: string): void {
  team = address;
}

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
  /** The row that the message is about: the callback of `whenReceived` for this domain gets its id after delivery. */
  about?: { domain: string; id: string };
}

/** Sorts before every id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
let carried: ReadonlySet<Channel> | null = null;

/**
 * Derives from the settings which channels have a sender, in this process or in another one over the same database. Messages of the other
 * channels are stored in the development mailbox. Called once at the start, before the first message is queued.
 * @throws in production if a channel has no sender, because production has no mailbox.
 */
export function carryBy({ mode, smtpUrl, smsUrl }: Pick<Env, 'mode' | 'smtpUrl' | 'smsUrl'>): void {
  const urls: [Channel, string | null][] = [
    ['mail', smtpUrl],
    ['sms', smsUrl],
  ];
  carried = new Set(urls.flatMap(([channel, url]) => (url ? [channel] : [])));
  if (mode === 'production' && carried.size < urls.length) throw new Error('Production has no mailbox: SMTP_URL and SMS_URL are needed.');
}

type Heard = (id: string, at: string) => Promise<unknown>;
const heard = new Map<string, Heard>();

/** Registers the callback for delivered messages about rows of `domain`. It runs in the transaction that records the delivery. */
export function whenReceived(domain: string, hear: Heard): void {
  heard.set(domain, hear);
}

/** Calls the callback that the domain registered with `whenReceived`. */
export const notifyDelivered = async (domain: string, id: string, at: string): Promise<void> => void (await heard.get(domain)?.(id, at));

/** Data of a message's job. */
export interface MessageJob {
  message: string;
  /** When staff requeued the message, if they did: a job with an older time no longer belongs to it. Jobs of earlier releases lack the field. */
  askedAt?: string | null;
}

const queue = (channel: Channel, job: Required<MessageJob>, isUrgent: boolean) => enqueue(channel, job.message, job, { isUrgent });

/** A line break in a subject could begin another header. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/**
 * Queues a message in the transaction of the change that it reports. A job sends it; without a sender for the channel it is stored in the
 * development mailbox and counts as delivered.
 */
export const queueMessage = ({ channel, to, guardId, subject, body, isSecret = false, isUrgent = false, about }: Message): Promise<void> =>
  transaction(async () => {
    if (!carried) throw new Error('Call carryBy before a message is queued');
    const id = randomUUID();
    const isCarried = carried.has(channel);
    await sql`insert into outgoing_messages (id, channel, recipient, guard_id, subject, body, state, is_secret, about, about_id, created_at)
      values (${id}, ${channel}, ${to}, ${guardId}, ${oneLine(subject)}, ${body}, ${isCarried ? 'queued' : 'kept'}, ${isSecret}, ${about?.domain ?? null},
        ${about?.id ?? null}, ${nowText()})`.execute(db());
    if (isCarried) await queue(channel, { message: id, askedAt: null }, isUrgent);
    else if (about) await notifyDelivered(about.domain, about.id, nowText());
  });

const AT_ONCE = 2_000;

/**
 * Assigns a guard to messages that an earlier release stored without one, if the recipient is a guard's mail address or mobile number;
 * `atOnce` rows per statement. Messages to others, such as visitors, stay without a guard. Rows that another transaction has locked are
 * skipped until the next run. Interrupted or parallel runs give the same result. @returns the number of assigned messages.
 */
export async function assignOwners(stopping?: AbortSignal, atOnce = AT_ONCE): Promise<number> {
  let named = 0;
  for (let after: string | null = NOBODY; after !== null && !stopping?.aborted; ) {
    const { rows } = await sql<{ last: string | null; named: number }>`
      with nobodys as (select id, recipient from outgoing_messages where guard_id is null and id > ${after} order by id limit ${atOnce} for no key update skip locked),
      found as (select nobodys.id, g.id as guard_id from nobodys join guards g on g.email = nobodys.recipient
        union select nobodys.id, g.id from nobodys join guards g on g.mobile_number = nobodys.recipient and g.registered_at is not null),
      written as (update outgoing_messages m set guard_id = found.guard_id from found where m.id = found.id returning m.id)
      select (select max(id::text) from nobodys) as last, (select count(*)::int from written) as named`.execute(db());
    after = rows[0]?.last ?? null;
    named += rows[0]?.named ?? 0;
  }
  return named;
}

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

export interface Unsent {
  channel: Channel;
  /** Messages that failed and are retried. */
  failed: number;
  /** Messages that were given up. */
  dead: number;
}

/** Number of undelivered messages by channel. */
export async function undeliveredCounts(): Promise<Unsent[]> {
  const rows = await healthQuery<Unsent>(`select channel, count(*) filter (where state = 'dead')::int as dead,
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
  await sql`update outgoing_messages set state = 'queued', settled_at = null, tries = 0, is_refused = false, refusal_code = null, asked_at = ${askedAt}
    where id = ${id}`.execute(db());
  await dequeue(channel, id);
  await queue(channel, { message: id, askedAt }, isUrgent);
}

/** Queues a mail to the support team with the input of a visitor or a guard. */
export const mailSupport = (mail: Pick<Message, 'guardId' | 'subject' | 'body'>): Promise<void> =>
  queueMessage({ channel: 'mail', to: supportAddress(), ...mail });
