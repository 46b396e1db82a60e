import type { Page } from '@portal/contracts/_kernel/envelope';
import type { ListedRoom } from '@portal/contracts/chat/chat.staff';
import { sql } from 'kysely';
import { containsWords } from '../../platform/database/contains';
import { db } from '../../platform/database/db';

/** The job's room, created when there is none. */
async function ensureRoom(jobId: string, now: string): Promise<string> {
  // The update changes nothing; without it `returning` would skip an existing room, also one created concurrently.
  const { rows } = await sql<{ id: string }>`
    insert into chat_rooms (job_id, last_at, created_at) values (${jobId}, ${now}, ${now})
    on conflict (job_id) do update set job_id = excluded.job_id returning id`.execute(db());
  const [room] = rows;
  if (!room) throw new Error('A job has no room');
  return room.id;
}

/** Puts a guard into a job's room; earlier messages count as read. @returns the room, or null if the guard was in it. */
export async function enter(jobId: string, guardId: string, now: string): Promise<string | null> {
  const roomId = await ensureRoom(jobId, now);
  const { numAffectedRows } = await sql`
    insert into chat_participants as p (room_id, guard_id, joined_at, delivered_at, read_at)
      select id, ${guardId}, ${now}, last_at, last_at from chat_rooms where id = ${roomId}
    on conflict (room_id, guard_id) do update set left_at = null, joined_at = excluded.joined_at, delivered_at = excluded.delivered_at,
      read_at = excluded.read_at, unread_since = null, told_at = null where p.left_at is not null`.execute(db());
  return numAffectedRows ? roomId : null;
}

/** From now on the guard reads the messages up to a stamp, and gets no alerts of the room. */
export async function exit(roomId: string, guardId: string, leftAt: string): Promise<void> {
  await sql`update chat_participants set left_at = ${leftAt}, unread_since = null where room_id = ${roomId} and guard_id = ${guardId}`.execute(
    db(),
  );
}

export async function isInside(jobId: string, guardId: string): Promise<boolean> {
  const { rows } = await sql`select from chat_participants p join chat_rooms r on r.id = p.room_id
    where r.job_id = ${jobId} and p.guard_id = ${guardId} and p.left_at is null`.execute(db());
  return rows.length > 0;
}

export async function close(roomId: string, now: string): Promise<void> {
  await sql`update chat_rooms set closed_at = ${now} where id = ${roomId} and closed_at is null`.execute(db());
}

/** The room of a job, and whether it is closed; null without one. */
export async function roomOfJob(jobId: string): Promise<{ roomId: string; isClosed: boolean } | null> {
  const { rows } = await sql<{ roomId: string; isClosed: boolean }>`
    select id as "roomId", closed_at is not null as "isClosed" from chat_rooms where job_id = ${jobId}`.execute(db());
  return rows[0] ?? null;
}

export interface RoomsQuery {
  page: number;
  limit: number;
  searchBy: string | undefined;
}

/** Every room, for staff. */
export async function allRooms({ page, limit, searchBy }: RoomsQuery): Promise<Page<ListedRoom>> {
  const isFound = containsWords(sql.ref('j.title'), searchBy);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from chat_rooms r join jobs j on j.id = r.job_id where ${isFound}`.execute(db());
  const { rows } = await sql<ListedRoom>`
    select r.job_id as "jobId", r.id as "roomId", j.title as "jobTitle", r.closed_at is not null as "isClosed",
      array(select g.first_name || ' ' || g.last_name from chat_participants p join guards g on g.id = p.guard_id
        where p.room_id = r.id and p.left_at is null order by p.joined_at, g.id) as guards,
      (select m.message from chat_messages m where m.room_id = r.id order by m.sent_at desc, m.id desc limit 1) as "lastMessage", r.last_at as "timeStamp"
    from chat_rooms r join jobs j on j.id = r.job_id where ${isFound}
    order by r.last_at desc, r.id limit ${limit} offset ${(page - 1) * limit}`.execute(db());
  return { docs: rows, total: counted.rows[0]?.total ?? 0 };
}
