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

/** Where the operator's own people read their mail; `PORTAL_SUPPORT_EMAIL`, the same that the pages show. */
export const supportAddress = (): string => team;

/** Called once at the start, before anything is sent. */
export function setTeamAddress(address: string): void {
  team = address;
}

export type Channel = (typeof channels)[number];

export interface Message {
  channel: Channel;
  /** An e-mail address or a mobile number. */
  to: string;
  /** Whose it is, whoever reads it: what goes with their account. Null: nobody's here, as a visitor's. */
  guardId: string | null;
  subject: string;
  body: string;
  /**
   * It holds a code or a link that opens something: its text is erased as soon as it was sent, or given up. A message `about` a row keeps
   * its text for a day after it was given up, so that staff can send a call for help again.
   */
  isSecret?: boolean;
  /** Goes out before those that wait. */
  isUrgent?: boolean;
  /** Who is to hear of the receipt: whoever said `whenReceived` for this domain, with the id of its row. */
  about?: { domain: string; id: string };
}

/** Before every id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
let carried: ReadonlySet<Channel> | null = null;

/**
 * Says by the settings of this process which channels somebody carries, here or in another process over the same database. Called once at the
 * start, before anything is sent. What goes over another channel is kept in the mailbox of a demonstration.
 * @throws in production when nobody carries one: there is no mailbox.
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

/** Tells a domain, in the transaction that notes it, that a message about a row of its was accepted by the receiver's server. */
export function whenReceived(domain: string, hear: Heard): void {
  heard.set(domain, hear);
}

/** A message was accepted: whom it is about hears of it. */
export const notifyDelivered = async (domain: string, id: string, at: string): Promise<void> => void (await heard.get(domain)?.(id, at));

/** What the job of a message says. */
export interface MessageJob {
  message: string;
  /** When staff asked for it once more, if they did: a job of before that is not the message's any more. Releases before this one said nothing. */
  askedAt?: string | null;
}

const queue = (channel: Channel, job: Required<MessageJob>, isUrgent: boolean) => enqueue(channel, job.message, job, { isUrgent });

/** A subject is one line: a break in it could begin another header. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/**
 * Hands a message over, in the transaction of the act that it speaks of. The workers of `delivering` send it from there; where nobody does,
 * the mailbox of a demonstration has it, which is its receiver then.
 */
export const queueMessage = ({ channel, to, guardId, subject, body, isSecret = false, isUrgent = false, about }: Message): Promise<void> =>
  transaction(async () => {
    if (!carried) throw new Error('Nobody has said by whom messages are carried');
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
 * Notes whose the messages are that a release before wrote: of those to a guard's address or number, by so many in one statement. What it
 * cannot tell, as a visitor's, stays without a name; what somebody is at waits for the next time. Broken off, or done by two at once, it comes
 * out the same. @returns how many it named.
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

/** Erases secrets that were given up and kept for another try (`finishMessage` of `delivering`): after a day none of them opens anything. */
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
  /** How many were tried in vain and are tried again. */
  failed: number;
  /** How many were given up. */
  dead: number;
}

/** How many have not arrived, by channel. */
export async function undeliveredCounts(): Promise<Unsent[]> {
  const rows = await healthQuery<Unsent>(`select channel, count(*) filter (where state = 'dead')::int as dead,
      count(*) filter (where state = 'queued' and last_error is not null)::int as failed
    from outgoing_messages where state in ('queued', 'dead') group by channel`);
  return channels.map((channel) => rows.find((row) => row.channel === channel) ?? { channel, failed: 0, dead: 0 });
}

/** Asks an index for the first of each channel: in an outage too many wait for each to be read. */
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
 * For how many seconds the oldest message of each channel waits, by when it was asked to go, by staff once more or at first: also when it was
 * tried since, and waits for its next try. None is 0.
 */
export const oldestUndelivered = () => healthQuery<{ channel: Channel; seconds: number }>(agesQuery());

/** Puts a message that has not arrived into its queue anew, in the transaction that holds it; an urgent one before those that wait. */
export async function requeueMessage(id: string, channel: Channel, { isUrgent = false } = {}): Promise<void> {
  const askedAt = nowText();
  await sql`update outgoing_messages set state = 'queued', settled_at = null, tries = 0, is_refused = false, refusal_code = null, asked_at = ${askedAt}
    where id = ${id}`.execute(db());
  await dequeue(channel, id);
  await queue(channel, { message: id, askedAt }, isUrgent);
}

/** A mail to the operator's own people: what a visitor or a guard has sent them. */
export const mailSupport = (mail: Pick<Message, 'guardId' | 'subject' | 'body'>): Promise<void> =>
  queueMessage({ channel: 'mail', to: supportAddress(), ...mail });
