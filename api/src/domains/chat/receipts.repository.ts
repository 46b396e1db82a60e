import { chatLimits } from '@portal/contracts/chat/chat.rules';
import { sql } from 'kysely';
import { db, transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';

export interface ReceiptChange {
  roomId: string;
  /** The message to which the mark moved. */
  messageId: string;
  timeStamp: string;
  hasRead: boolean;
  hasReceived: boolean;
  /** The guard was alerted of messages that are now read. */
  wasTold: boolean;
  /** The newest messages of others that this call marks as delivered. */
  delivered: string[];
  /** The participants to notify. */
  others: string[];
}

interface Move {
  /** Also marks the messages as read. */
  isRead: boolean;
  /** Only messages sent since this instant reached the device; null: all. */
  since?: string | null | undefined;
}

/** A message that the guard may read in the room; `p` is the guard's participant. `is_missing`: an earlier message has not reached them. */
const target = (guardId: string, roomId: string, messageId: string, since: string | null) => sql`
  select p.room_id, p.guard_id, p.read_at, p.delivered_at, p.left_at, p.told_at, m.id, m.sent_at,
    exists (select from chat_messages b where b.room_id = p.room_id and b.sent_at > coalesce(p.delivered_at, '-infinity') and b.sent_at < ${since}::timestamptz) as is_missing
  from chat_participants p join chat_messages m on m.room_id = p.room_id and m.id = ${messageId} and (p.left_at is null or m.sent_at <= p.left_at)
  where p.room_id = ${roomId} and p.guard_id = ${guardId} for update of p`;

/** The time of the first message of others after a stamp, without quiet ones. */
const waiting = sql`(select min(m.sent_at) from chat_messages m where m.room_id = p.room_id and m.sent_at > t.sent_at
  and not m.is_quiet and m.guard_id is distinct from p.guard_id and (p.left_at is null or m.sent_at <= p.left_at))`;

/**
 * Moves a guard's marks up to a message, never back: of messages on their device, and with `isRead` of messages that they have read, after which
 * they may be alerted again. Null when the guard may not read the message.
 */
export async function updateReceipts(guardId: string, roomId: string, messageId: string, move: Move): Promise<ReceiptChange | null> {
  if (!move.isRead) return moveThem(guardId, roomId, messageId, move);
  return transaction(async () => {
    await lock({ room: roomId });
    return moveThem(guardId, roomId, messageId, move);
  });
}

async function moveThem(guardId: string, roomId: string, messageId: string, { isRead, since = null }: Move): Promise<ReceiptChange | null> {
  const { rows } = await sql<ReceiptChange>`
    with t as (${target(guardId, roomId, messageId, since)}),
    moved as (update chat_participants p set delivered_at = greatest(p.delivered_at, t.sent_at),
        read_at = case when ${isRead}::boolean then greatest(p.read_at, t.sent_at) else p.read_at end,
        unread_since = case when ${isRead}::boolean and t.sent_at > coalesce(t.read_at, '-infinity') then ${waiting} else p.unread_since end,
        told_at = case when ${isRead}::boolean and t.sent_at > coalesce(t.read_at, '-infinity') then null else p.told_at end
      from t where p.room_id = t.room_id and p.guard_id = t.guard_id and not t.is_missing
        and (t.sent_at > coalesce(t.delivered_at, '-infinity') or (${isRead}::boolean and t.sent_at > coalesce(t.read_at, '-infinity'))) returning p.guard_id)
    select t.room_id as "roomId", t.id as "messageId", t.sent_at as "timeStamp",
      ${isRead}::boolean and t.sent_at > coalesce(t.read_at, '-infinity') as "hasRead", t.sent_at > coalesce(t.delivered_at, '-infinity') as "hasReceived",
      t.told_at is not null as "wasTold",
      array(select m.id from chat_messages m where m.room_id = t.room_id and m.sent_at > coalesce(t.delivered_at, '-infinity') and m.sent_at <= t.sent_at
        and m.sent_at >= coalesce(${since}::timestamptz, '-infinity') and m.sender_type <> 'system' and m.guard_id is distinct from t.guard_id order by m.sent_at desc, m.id desc limit ${chatLimits.unread}) as delivered,
      array(select o.guard_id from chat_participants o join guards g on g.id = o.guard_id
        where o.room_id = t.room_id and o.guard_id <> t.guard_id and o.left_at is null and g.status = 1) as others
    from t`.execute(db());
  return rows[0] ?? null;
}

export interface UnreadAlert {
  roomId: string;
  guardId: string;
  jobTitle: string;
  count: number;
}

/**
 * Claims the guard with the oldest unread message from before an instant and no alert of that room yet, after the first `passed` ones. One
 * process claims each. Call it in the transaction that sends the alert.
 */
export async function claimUnreadAlert(before: string, now: string, passed: number): Promise<UnreadAlert | null> {
  const { rows } = await sql<UnreadAlert>`
    with due as (select w.room_id, w.guard_id from chat_participants w join guards g on g.id = w.guard_id
      where w.told_at is null and w.unread_since <= ${before} and g.status = 1
      order by w.unread_since, w.room_id, w.guard_id limit 1 offset ${passed} for update of w skip locked)
    update chat_participants p set told_at = ${now}::timestamptz from due, chat_rooms r, jobs j
    where p.room_id = due.room_id and p.guard_id = due.guard_id and r.id = p.room_id and j.id = r.job_id
    returning p.room_id as "roomId", p.guard_id as "guardId", j.title as "jobTitle",
      (select count(*)::int from (select from chat_messages m where m.room_id = p.room_id and m.sent_at >= p.unread_since and not m.is_quiet
        and m.guard_id is distinct from p.guard_id and (p.left_at is null or m.sent_at <= p.left_at) limit ${chatLimits.unread}) waiting) as count`.execute(
    db(),
  );
  return rows[0] ?? null;
}

/** Clears an alert that has no unread message, so that the next message is alerted again. */
export const clearUnreadAlert = (guardId: string, roomId: string): Promise<void> =>
  transaction(async () => {
    await lock({ room: roomId });
    await sql`update chat_participants p set told_at = null,
      unread_since = (select min(m.sent_at) from chat_messages m where m.room_id = p.room_id and m.sent_at > coalesce(p.read_at, '-infinity')
        and not m.is_quiet and m.guard_id is distinct from p.guard_id)
      where p.room_id = ${roomId} and p.guard_id = ${guardId}`.execute(db());
  });
