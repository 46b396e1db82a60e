import { type Closing, chatLimits, SYSTEM, staffMember } from '@portal/contracts/chat/chat.rules';
import type { Message } from '@portal/contracts/chat/chat.shapes';
import { sql } from 'kysely';

const staffName = `${staffMember.firstName} ${staffMember.lastName}`;
const portalName = staffMember.firstName;

export type SenderKind = 'guard' | 'staff' | 'system';

export interface StoredMessage {
  id: string;
  roomId: string;
  senderType: SenderKind;
  guardId: string | null;
  guardName: string | null;
  message: string;
  timeStamp: string;
  clientId: string | null;
}

/** Of `chat_messages m left join guards g`. */
export const messageColumns = sql`m.id, m.room_id as "roomId", m.sender_type as "senderType", m.guard_id as "guardId",
  g.first_name || ' ' || g.last_name as "guardName", m.message, m.sent_at as "timeStamp", m.client_id as "clientId"`;

/** The author by name and id, as everyone sees it. The guard whom a system message is about is not its sender. */
export const toMessage = ({ guardId, guardName, ...message }: StoredMessage): Message => {
  const isGuards = message.senderType === 'guard';
  return {
    ...message,
    senderId: isGuards ? (guardId ?? '') : message.senderType === 'staff' ? staffMember._id : SYSTEM,
    senderName: isGuards ? (guardName ?? '') : message.senderType === 'staff' ? staffName : portalName,
    clientId: isGuards ? message.clientId : null,
  };
};

/** Why a participant `p` of the room `r` cannot write in it; null when they can. */
export const closing = sql<Closing | null>`case when p.left_at is not null then 'award-taken-back' when r.closed_at is not null then 'job-cancelled' end`;

/** The messages that a participant `p` may read: all, or all up to the time when they left. */
export const isReadable = sql`(p.left_at is null or m.sent_at <= p.left_at)`;

/** A stamp inside JSON, in the same format as outside. */
const stamp = (column: string) => sql`to_char(${sql.raw(column)}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The guards who are in the room `r` now. `chat.repository` adds staff. */
export const participants = sql`(select coalesce(json_agg(json_build_object('_id', o.guard_id, 'firstName', og.first_name, 'lastName', og.last_name)
    order by o.joined_at, o.guard_id), '[]') from chat_participants o join guards og on og.id = o.guard_id where o.room_id = r.id and o.left_at is null)`;

/** The receipts of the others in the room `r`. */
export const receipts = sql`(select coalesce(json_agg(json_build_object('userId', o.guard_id, 'delivered', ${stamp('o.delivered_at')}, 'read', ${stamp('o.read_at')})
    order by o.joined_at, o.guard_id), '[]') from chat_participants o where o.room_id = r.id and o.left_at is null and o.guard_id <> p.guard_id)`;

/** The unread messages of others for the participant `p` of the room `r`, counted up to a limit. */
export const unread = sql`(select count(*)::int from (select from chat_messages m where m.room_id = r.id and m.sent_at > coalesce(p.read_at, '-infinity')
    and ${isReadable} and not m.is_quiet and m.guard_id is distinct from p.guard_id limit ${sql.lit(chatLimits.unread)}) waiting)`;
