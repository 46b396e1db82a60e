import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { Page } from '@portal/contracts/_kernel/envelope';
import type { Injury, injuryTypes } from '@portal/contracts/injuries/injuries.endpoints';
import type { openInjuries } from '@portal/contracts/injuries/injuries.staff';
import { sql } from 'kysely';
import { containsWords } from '../../platform/database/contains';
import { db } from '../../platform/database/db';

export interface NewInjury {
  guardId: string;
  jobId: string;
  title: string;
  description: string;
  files: readonly string[];
  now: string;
}

export async function insertInjury({ guardId, jobId, title, description, files, now }: NewInjury): Promise<void> {
  await sql`insert into injuries (guard_id, job_id, title, description, files, created_at)
    values (${guardId}, ${jobId}, ${title}, ${description}, ${[...files]}::text[], ${now})`.execute(db());
}

/** A report with the fields of `injuryShape`, from `i` and its job `j`. */
const columns = sql`i.id, i.title, i.description, i.created_at as "createdAt", i.files,
  to_char(i.created_at at time zone 'America/Toronto', 'YYYY-MM-DD') as date,
  json_build_object('id', j.id, 'jobTitle', j.title) as "jobId",
  (select coalesce(json_agg(json_build_object('title', r.title, 'description', r.description,
      'at', to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by r.created_at, r.id), '[]')
    from injury_responses r where r.injury_id = i.id) as response`;

export async function injuriesOf(
  guardId: string,
  { page, limit, searchBy = '' }: { page: number; limit: number; searchBy: string | undefined },
): Promise<Page<Injury>> {
  const from = sql`injuries i join jobs j on j.id = i.job_id
    where i.guard_id = ${guardId} and (${containsWords(sql.ref('i.title'), searchBy)} or ${containsWords(sql.ref('j.title'), searchBy)})`;
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${from}`.execute(db());
  const { rows } = await sql<Injury>`
    select ${columns} from ${from} order by i.created_at desc, i.id limit ${limit} offset ${(page - 1) * limit}`.execute(db());
  return { docs: rows, total: counted.rows[0]?.total ?? 0 };
}

export async function injuryOf(guardId: string, id: string): Promise<Injury | undefined> {
  const { rows } = await sql<Injury>`
    select ${columns} from injuries i join jobs j on j.id = i.job_id where i.id = ${id} and i.guard_id = ${guardId}`.execute(db());
  return rows[0];
}

export async function allTypes(): Promise<Output<typeof injuryTypes>> {
  const { rows } = await sql<{ name: string }>`select name from injury_types order by position`.execute(db());
  return rows;
}

export interface NewResponse {
  injuryId: string;
  title: string;
  description: string;
  now: string;
}

export async function insertResponse({ injuryId, title, description, now }: NewResponse): Promise<void> {
  await sql`insert into injury_responses (injury_id, title, description, created_at)
    values (${injuryId}, ${title}, ${description}, ${now})`.execute(db());
}

/** The guard of a report; null when there is none. */
export async function guardOf(injuryId: string): Promise<string | null> {
  const { rows } = await sql<{ guardId: string }>`select guard_id as "guardId" from injuries where id = ${injuryId}`.execute(db());
  return rows[0]?.guardId ?? null;
}

/** Reports without an answer, oldest first. */
export async function unansweredInjuries(limit: number): Promise<Output<typeof openInjuries>> {
  const { rows } = await sql<Output<typeof openInjuries>[number]>`
    select ${columns}, i.guard_id as guard from injuries i join jobs j on j.id = i.job_id
    where not exists (select from injury_responses r where r.injury_id = i.id) order by i.created_at, i.id limit ${limit}`.execute(db());
  return rows;
}
