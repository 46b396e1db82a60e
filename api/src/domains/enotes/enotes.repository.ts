import type { Page } from '@portal/contracts/_kernel/envelope';
import type { ENote, ENoteJob } from '@portal/contracts/enotes/enotes.endpoints';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { type RawBuilder, sql } from 'kysely';
import { containsWords } from '../../platform/database/contains';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';
import { isOnShiftAt } from '../shift-state/shift-state.columns';

const n = typedTable('e_notes', 'n');
const g = typedTable('guards', 'g');
const a = typedTable('held_assignments', 'a');
const s = typedTable('shifts', 's');
const j = typedTable('jobs', 'j');
const works = (now: string) => isOnShiftAt({ state: a.state, startsAt: s.starts_at, endsAt: s.ends_at, jobStatus: j.status }, now);

const columns = sql`${n.id}, ${n.job_id} as "jobId", ${n.shift_id} as "shiftId", ${n.title}, ${n.event_time}::text as "eventTime", ${n.at}, ${n.type}, ${n.description},
  ${n.recording} as file, ${n.seconds}, ${n.bytes}, ${n.photo}, ${n.lat}, ${n.long}, ${n.accuracy}, ${n.created_at} as "createdAt", ${n.within_ms} as "withinMs",
  json_build_object('id', ${g.id}, 'firstName', ${g.first_name}, 'lastName', ${g.last_name}) as "guardId"`;

const notes = async (where: RawBuilder<unknown>, more: RawBuilder<unknown>): Promise<ENote[]> =>
  (await sql<ENote>`select ${columns} from ${n} join ${g} on ${g.id} = ${n.guard_id} where ${where} ${more}`.execute(db())).rows;

export interface NotesQuery {
  jobId: string;
  page: number;
  limit: number;
  searchBy: string | undefined;
}

/** The notes of a job, newest first. */
export async function notesOfJob({ jobId, page, limit, searchBy }: NotesQuery): Promise<Page<ENote>> {
  const where = sql`${n.job_id} = ${jobId} and (${containsWords(n.title, searchBy)} or ${containsWords(n.description, searchBy)})`;
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${n} where ${where}`.execute(db());
  const docs = await notes(where, sql`order by ${n.created_at} desc, ${n.id} limit ${limit} offset ${(page - 1) * limit}`);
  return { docs, total: rows[0]?.total ?? 0 };
}

export const noteById = async (id: string): Promise<ENote | null> => (await notes(sql`${n.id} = ${id}`, sql`limit 1`))[0] ?? null;

/** The notes of a shift, in time, as its record lists them. */
export async function notesOfShift(shiftId: string, onlyOf: string | null, limit: number): Promise<WorkedShift['enotes']> {
  const { rows } = await sql<WorkedShift['enotes'][number]>`
    select ${n.title}, ${n.description}, ${n.at}, ${n.created_at} as "receivedAt", ${n.within_ms} as "withinMs", concat_ws(' ', ${g.first_name}, ${g.last_name}) as guard, ${n.seconds},
      ${n.photo} is not null as "hasPhoto"
    from ${n} join ${g} on ${g.id} = ${n.guard_id} where ${n.shift_id} = ${shiftId}
      and (${onlyOf}::uuid is null or ${n.guard_id} = ${onlyOf}::uuid) order by ${n.at}, ${n.created_at}, ${n.id} limit ${limit}`.execute(
    db(),
  );
  return rows;
}

export type NewEnote = Pick<ENote, 'jobId' | 'shiftId' | 'title' | 'eventTime' | 'at' | 'type' | 'description' | 'createdAt' | 'withinMs'> &
  Pick<ENote, 'file' | 'seconds' | 'bytes' | 'photo' | 'lat' | 'long' | 'accuracy'> & { guardId: string };

export async function insert(note: NewEnote): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into e_notes (job_id, guard_id, shift_id, type, title, description, event_time, at, within_ms, created_at, recording, seconds, bytes, photo, lat, long, accuracy)
    values (${note.jobId}, ${note.guardId}, ${note.shiftId}, ${note.type}, ${note.title}, ${note.description}, ${note.eventTime}, ${note.at}, ${note.withinMs},
      ${note.createdAt}, ${note.file}, ${note.seconds}, ${note.bytes}, ${note.photo}, ${note.lat}, ${note.long}, ${note.accuracy}) returning id`.execute(
    db(),
  );
  return rows[0]?.id ?? '';
}

/** Whether a file is named by a note of a job on which the guard has a shift. */
export async function canViewFile(guardId: string, filename: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${n} where (${n.recording} = ${filename} or ${n.photo} = ${filename})
      and exists (select from ${a} where ${a.job_id} = ${n.job_id} and ${a.guard_id} = ${guardId}) limit 1`.execute(db());
  return rows.length > 0;
}

/** The jobs in which the guard has shifts: the running one, then the last started, then the next ones. */
export async function jobsOf(guardId: string, page: number, limit: number, now: string): Promise<Page<ENoteJob>> {
  const { total } = await db()
    .selectFrom('held_assignments as a')
    .select(sql<number>`count(distinct ${a.job_id})::int`.as('total'))
    .where('a.guard_id', '=', guardId)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<ENoteJob>`
    with mine as (
      select ${a.job_id} as job, count(*)::int as shifts, min(${s.shift_date}) as first_day, max(${s.shift_date}) as last_day,
        bool_or(${works(now)}) as is_worked,
        max(${s.starts_at}) filter (where ${s.starts_at} <= ${now}::timestamptz) as began, min(${s.starts_at}) as first,
        (array_agg(${s.id} order by ${works(now)} desc, (${s.starts_at} <= ${now}::timestamptz) desc,
          case when ${s.starts_at} <= ${now}::timestamptz then ${s.starts_at} end desc, ${s.starts_at}))[1] as shift
      from ${a} join ${s} on ${s.id} = ${a.shift_id} join ${j} on ${j.id} = ${a.job_id} where ${a.guard_id} = ${guardId} group by ${a.job_id})
    select ${j.id} as "jobId", ${j.customer_id} as "userId", ${j.title} as "jobTitle", ${j.description},
      json_build_object('locationName', ${j.place}, 'lat', ${j.lat}, 'long', ${j.long}) as location,
      m.shift as "shiftId", ${s.starts_at} as "startTime", ${s.ends_at} as "endTime", ${j.time_zone} as "timeZone", m.is_worked as "isWorked", m.shifts,
      m.first_day as "firstDay", m.last_day as "lastDay", written.notes, written.last as "lastNoteAt"
    from mine m join ${j} on ${j.id} = m.job join ${s} on ${s.id} = m.shift
      cross join lateral (select count(*)::int as notes, max(${n.created_at}) as last from ${n} where ${n.job_id} = ${j.id}) written
    order by m.is_worked desc, m.began desc nulls last, m.first, ${j.id} limit ${limit} offset ${(page - 1) * limit}`.execute(db());
  return { docs: rows, total };
}
