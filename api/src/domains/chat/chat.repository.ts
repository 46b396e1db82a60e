import { type Closing, chatLimits, SYSTEM, staffMember } from '@portal/contracts/chat/chat.rules';
import type { Room } from '@portal/contracts/chat/chat.shapes';
import { type RawBuilder, sql } from 'kysely';
import { db, preparedQuery } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';
import {
  closing,
  isReadable,
  messageColumns,
  participants,
  receipts,
  type SenderKind,
  type StoredMessage,
  toMessage,
  unread,
} from './chat.columns';

const s = typedTable('shifts', 's');

interface RoomRow extends Omit<Room, 'jobId' | 'lastMessage'> {
  job: string;
  jobTitle: string;
  lastText: string | null;
  lastAt: string | null;
  lastType: SenderKind | null;
  lastGuard: string | null;
}

const lastSender = (type: SenderKind | null, guardId: string | null) =>
  type === 'guard' ? (guardId ?? '') : type === 'staff' ? staffMember._id : SYSTEM;

function roomOf({ job, jobTitle, lastText, lastAt, lastType, lastGuard, ...room }: RoomRow): Room {
  return {
    ...room,
    jobId: { _id: job, jobTitle },
    participants: [...room.participants, staffMember],
    lastMessage:
      lastText === null || lastAt === null ? null : { message: lastText, timeStamp: lastAt, senderId: lastSender(lastType, lastGuard) },
  };
}

/** The first and last day of a job's shifts, and the times of the first shift. */
const daysOfJob = sql`(select min(${s.shift_date}) as first, max(${s.shift_date}) as last, min(${s.starts_at}) as start,
  (array_agg(${s.ends_at} order by ${s.starts_at}))[1] as "end" from ${s} where ${s.job_id} = j.id)`;

/** The rooms that a guard is or was in, in one query; the room with the latest message first. */
export async function roomsOf(guardId: string, only: RawBuilder<unknown> = sql`true`): Promise<Room[]> {
  const { rows } = await sql<RoomRow>`
    select r.id as _id, j.id as job, j.title as "jobTitle", j.place as "locationName", days.first as "firstDay", days.last as "lastDay",
      days.start as "firstStart", days."end" as "firstEnd", j.time_zone as "timeZone",
      ${closing} as closed, ${unread} as "unreadCount", ${participants} as participants, ${receipts} as marks,
      last.message as "lastText", last.sent_at as "lastAt", last.sender_type as "lastType", last.guard_id as "lastGuard"
    from chat_participants p join chat_rooms r on r.id = p.room_id join jobs j on j.id = r.job_id
      cross join lateral ${daysOfJob} days
      left join lateral (select m.message, m.sent_at, m.sender_type, m.guard_id from chat_messages m where m.room_id = r.id and ${isReadable}
        order by m.sent_at desc, m.id desc limit 1) last on true
    where p.guard_id = ${guardId} and ${only}
    order by coalesce(last.sent_at, r.created_at) desc, r.id limit ${chatLimits.rooms}`.execute(db());
  return rows.map(roomOf);
}

/** One room as a guard sees it; null when they were never in it. */
export async function roomFor(guardId: string, roomId: string): Promise<Room | null> {
  return (await roomsOf(guardId, sql`r.id = ${roomId}`))[0] ?? null;
}

/** The number of unread messages of a room for a guard. */
export async function unreadIn(guardId: string, roomId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ${unread} as count from chat_participants p join chat_rooms r on r.id = p.room_id where p.guard_id = ${guardId} and r.id = ${roomId}`.execute(
    db(),
  );
  return rows[0]?.count ?? 0;
}

export interface Membership {
  leftAt: string | null;
  closed: Closing | null;
}

/** A guard's membership in a room, of this job when one is named; null without. */
export async function membership(guardId: string, roomId: string, jobId: string | null = null): Promise<Membership | null> {
  const { rows } = await sql<Membership>`
    select p.left_at as "leftAt", ${closing} as closed from chat_participants p join chat_rooms r on r.id = p.room_id
    where p.guard_id = ${guardId} and r.id = ${roomId} and (${jobId}::uuid is null or r.job_id = ${jobId})`.execute(db());
  return rows[0] ?? null;
}

/** The newest messages of a room at or before `upTo` (null: of all) and at or before `leftAt` (null: no limit); the oldest first. */
export async function messagePage(roomId: string, upTo: string | null, leftAt: string | null) {
  const { rows } = await sql<StoredMessage>`
    select ${messageColumns} from chat_messages m left join guards g on g.id = m.guard_id
    where m.room_id = ${roomId} and m.sent_at <= least(${upTo}::timestamptz, ${leftAt}::timestamptz, 'infinity')
    order by m.sent_at desc, m.id desc limit ${chatLimits.page}`.execute(db());
  return rows.reverse().map(toMessage);
}

export interface NewMessage {
  roomId: string;
  /** Null if the call does not name the job. */
  jobId: string | null;
  guardId: string;
  clientId: string;
  message: string;
  now: string;
}

/** A stored message, and the others in the room. */
export type WrittenMessage = StoredMessage & { others: string[] };

/** The others in the room `$1`, except suspended guards and the guard that the message is about. */
const others = `(select coalesce(array_agg(o.guard_id), '{}') from chat_participants o join guards og on og.id = o.guard_id
  where o.room_id = stored.room_id and o.left_at is null and og.status = 1 and o.guard_id is distinct from stored.about)`;

/** Stamps the room, stores the message, and marks it as unread: one statement, and so one commit. */
const writing = (stamped: string) => `
  with stamped as (${stamped}),
  stored as (insert into chat_messages (room_id, sender_type, guard_id, client_id, message, is_quiet, sent_at)
    select id, $2::text, $3::uuid, $4::uuid, $5::text, $6::boolean, last_at from stamped on conflict (guard_id, client_id) do nothing
    returning id, room_id, sender_type, guard_id, client_id, message, sent_at, case when sender_type = 'guard' then guard_id end as about),
  waits as (update chat_participants o set unread_since = stored.sent_at from stored where o.room_id = stored.room_id
    and o.unread_since is null and o.left_at is null and o.guard_id is distinct from stored.guard_id and not $6::boolean)
  select stored.id, stored.room_id as "roomId", stored.sender_type as "senderType", stored.guard_id as "guardId",
    g.first_name || ' ' || g.last_name as "guardName", stored.message, stored.sent_at as "timeStamp", stored.client_id as "clientId", ${others} as others
  from stored left join guards g on g.id = stored.guard_id`;

const grown = `last_at = greatest($7::timestamptz, r.last_at + interval '1 millisecond')`;

const BY_GUARD = writing(`update chat_rooms r set ${grown} from chat_participants p
  where r.id = $1 and ($8::uuid is null or r.job_id = $8::uuid) and r.closed_at is null and p.room_id = r.id and p.guard_id = $3 and p.left_at is null
    and not exists (select from chat_messages m where m.guard_id = $3 and m.client_id = $4)
  returning r.id, r.last_at`);
const BY_OTHERS = writing(
  `update chat_rooms r set ${grown} where r.job_id = $1 and (r.closed_at is null or $8::boolean) returning r.id, r.last_at`,
);

/** Stores a guard's message; null when the room is not open to them, or the clientId was used before. */
export async function insertByGuard({ roomId, jobId, guardId, clientId, message, now }: NewMessage): Promise<WrittenMessage | null> {
  const [row] = await preparedQuery<WrittenMessage>('chat-send', BY_GUARD, [
    roomId,
    'guard',
    guardId,
    clientId,
    message,
    false,
    now,
    jobId,
  ]);
  return row ?? null;
}

export interface StaffOrSystemMessage {
  jobId: string;
  by: 'staff' | 'system';
  /** The guard whom a system message is about. */
  about?: string;
  message: string;
  isQuiet?: boolean;
  now: string;
}

/** Stores a message of staff or the portal in a job's room; null without an open room. */
export async function insertByOthers({
  jobId,
  by,
  about,
  message,
  isQuiet = false,
  now,
}: StaffOrSystemMessage): Promise<WrittenMessage | null> {
  const values = [jobId, by, about ?? null, null, message, isQuiet, now, by === 'system'];
  return (await preparedQuery<WrittenMessage>('chat-say', BY_OTHERS, values))[0] ?? null;
}

/** The message with this clientId of the guard, and the others in its room. */
export async function findRepeated(guardId: string, clientId: string): Promise<WrittenMessage | null> {
  const { rows } = await sql<WrittenMessage>`
    select ${messageColumns}, ${sql.raw(others.replaceAll('stored.about', 'm.guard_id').replaceAll('stored.', 'm.'))} as others
    from chat_messages m join guards g on g.id = m.guard_id where m.guard_id = ${guardId} and m.client_id = ${clientId}`.execute(db());
  return rows[0] ?? null;
}
