import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { Page } from '@portal/contracts/_kernel/envelope';
import type { Ticket } from '@portal/contracts/tickets/tickets.endpoints';
import { ticketMessages } from '@portal/contracts/tickets/tickets.rules';
import type { openTickets } from '@portal/contracts/tickets/tickets.staff';
import { sql } from 'kysely';
import { containsWords } from '../../platform/database/contains';
import { db } from '../../platform/database/db';

export interface NewTicket {
  guardId: string;
  /** Null if it is about no job. */
  jobId: string | null;
  ticketType: number;
  ticketTitle: string;
  description: string;
  images: readonly string[];
  /** The original file names of the guard. */
  imageNames: readonly string[];
  now: string;
}

/** @returns the id. */
export async function insertTicket({
  guardId,
  jobId,
  ticketType,
  ticketTitle,
  description,
  images,
  imageNames,
  now,
}: NewTicket): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`insert into tickets (guard_id, job_id, ticket_type, ticket_title, description, images, image_names, created_at)
    values (${guardId}, ${jobId}, ${ticketType}, ${ticketTitle}, ${description}, ${[...images]}::text[], ${[...imageNames]}::text[], ${now}) returning id`.execute(
    db(),
  );
  return rows[0]?.id ?? '';
}

/** A ticket with the fields of `ticketShape`, from `t` and its job `j`. */
const columns = sql`t.id, t.ticket_title as "ticketTitle", t.ticket_type as "ticketType", t.description, t.created_at as "ticketDate", t.images, t.image_names as "imageNames",
  json_build_object('id', coalesce(j.id::text, ''), 'jobTitle', coalesce(j.title, ${ticketMessages.noJob}::text)) as "jobId",
  (select coalesce(json_agg(json_build_object('response', r.response,
      'at', to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by r.created_at, r.id), '[]')
    from ticket_responses r where r.ticket_id = t.id) as response`;

export interface TicketsQuery {
  page: number;
  limit: number;
  searchBy: string | undefined;
}

export async function ticketsOf(guardId: string, { page, limit, searchBy }: TicketsQuery): Promise<Page<Ticket>> {
  const from = sql`tickets t left join jobs j on j.id = t.job_id
    where t.guard_id = ${guardId} and (${containsWords(sql.ref('t.ticket_title'), searchBy)} or ${containsWords(sql.ref('j.title'), searchBy)})`;
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${from}`.execute(db());
  const { rows } = await sql<Ticket>`
    select ${columns} from ${from} order by t.created_at desc, t.id limit ${limit} offset ${(page - 1) * limit}`.execute(db());
  return { docs: rows, total: counted.rows[0]?.total ?? 0 };
}

export async function ticketOf(guardId: string, id: string): Promise<Ticket | undefined> {
  const { rows } = await sql<Ticket>`
    select ${columns} from tickets t left join jobs j on j.id = t.job_id where t.id = ${id} and t.guard_id = ${guardId}`.execute(db());
  return rows[0];
}

export async function insertResponse(ticketId: string, response: string, now: string): Promise<void> {
  await sql`insert into ticket_responses (ticket_id, response, created_at) values (${ticketId}, ${response}, ${now})`.execute(db());
}

/** The guard of a ticket; null when there is none. */
export async function guardOf(ticketId: string): Promise<string | null> {
  const { rows } = await sql<{ guardId: string }>`select guard_id as "guardId" from tickets where id = ${ticketId}`.execute(db());
  return rows[0]?.guardId ?? null;
}

/** Tickets without an answer, oldest first. */
export async function unansweredTickets(limit: number): Promise<Output<typeof openTickets>> {
  const { rows } = await sql<Output<typeof openTickets>[number]>`
    select ${columns}, t.guard_id as guard from tickets t left join jobs j on j.id = t.job_id
    where not exists (select from ticket_responses r where r.ticket_id = t.id) order by t.created_at, t.id limit ${limit}`.execute(db());
  return rows;
}
