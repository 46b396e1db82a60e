import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { Handover } from '@portal/contracts/handovers/handovers.endpoints';
import { handoverLimits } from '@portal/contracts/handovers/handovers.rules';
import type { listHandovers } from '@portal/contracts/handovers/handovers.staff';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { type RawBuilder, sql } from 'kysely';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';
import { jobOf } from '../shift-state/commitment.columns';
import { phaseAt } from '../shift-state/shift-state.columns';

const n = typedTable('handover_notes', 'n');
const r = typedTable('handover_reads', 'r');
const g = typedTable('guards', 'g');
const j = typedTable('jobs', 'j');
const a = typedTable('held_assignments', 'a');
const s = typedTable('shifts', 's');

const seconds = (ms: number) => sql`make_interval(secs => ${ms / 1000})`;
const nameOf = sql`concat_ws(' ', ${g.first_name}, ${g.last_name})`;
const utc = (instant: RawBuilder<unknown>) => sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The shift is not over for its guard, and is near enough for the notes of others. */
const isOpen = (now: string) =>
  sql`${phaseAt({ state: a.state, startsAt: s.starts_at, endsAt: s.ends_at, jobStatus: j.status }, now)} <> 'over' and ${a.state} <> 'on-leave'
    and ${s.starts_at} <= ${now}::timestamptz + ${seconds(handoverLimits.before)}`;

/** A note of another guard that can still be shown. */
const isOfOther = (guardId: string, locationId: RawBuilder<unknown>, now: string) =>
  sql`${n.location_id} = ${locationId} and ${n.guard_id} <> ${guardId} and ${n.at} > ${now}::timestamptz - ${seconds(handoverLimits.newest)}`;

/** The site of a job; null when there is no such job. */
export async function siteOf(jobId: string): Promise<string | null> {
  const found = await db().selectFrom('jobs').select('location_id').where('id', '=', jobId).executeTakeFirst();
  return found?.location_id ?? null;
}

export interface StoredNote {
  id: string;
  version: number;
  at: string;
  recording: string | null;
  seconds: number | null;
}

/** The note of a guard's shift. */
export async function noteOf(assignmentId: string): Promise<StoredNote | null> {
  const found = db()
    .selectFrom('handover_notes')
    .select(['id', 'version', 'at', 'recording', 'seconds'])
    .where('assignment_id', '=', assignmentId);
  return (await found.executeTakeFirst()) ?? null;
}

export interface NewNote {
  assignmentId: string;
  guardId: string;
  locationId: string;
  version: number;
  text: string;
  recording: string | null;
  seconds: number | null;
  at: string;
  receivedAt: string;
  withinMs: number | null;
}

/** Stores a note in place of the earlier one of its shift. */
export async function putNote({ assignmentId, guardId, locationId, receivedAt, withinMs, ...note }: NewNote): Promise<void> {
  const values = { ...note, location_id: locationId, received_at: receivedAt, within_ms: withinMs };
  await db()
    .insertInto('handover_notes')
    .values({ ...values, assignment_id: assignmentId, guard_id: guardId })
    .onConflict((known) => known.column('assignment_id').doUpdateSet(values))
    .execute();
}

/** The guards who see the notes of a site now: with a shift there that runs or begins within twelve hours. */
export async function guardsAt(locationId: string, now: string): Promise<string[]> {
  const { rows } = await sql<{ guard: string }>`
    select distinct ${a.guard_id} as guard from ${a} join ${s} on ${s.id} = ${a.shift_id} join ${j} on ${j.id} = ${a.job_id}
    where ${j.location_id} = ${locationId} and ${isOpen(now)} order by ${a.guard_id}`.execute(db());
  return rows.map(({ guard }) => guard);
}

export type ShownNote = Omit<Handover, 'recording'> & { recording: string | null };

/** The newest notes of other guards at a site, newest first; `recording` is the name of the file. */
export async function notesFor(guardId: string, locationId: string, now: string): Promise<ShownNote[]> {
  const { rows } = await sql<ShownNote>`
    select ${n.id} as "noteId", ${n.version} as version, ${nameOf} as guard, ${n.at} as at, ${n.within_ms} as "withinMs", ${n.text} as text, ${n.recording} as recording,
      ${n.seconds} as seconds,
      (select ${r.at} from ${r} where ${r.note_id} = ${n.id} and ${r.guard_id} = ${guardId} and ${r.version} = ${n.version}) as "readAt"
    from ${n} join ${g} on ${g.id} = ${n.guard_id} where ${isOfOther(guardId, sql`${locationId}`, now)}
    order by ${n.at} desc, ${n.id} limit ${handoverLimits.shown}`.execute(db());
  return rows;
}

/** Records that a guard read versions of notes of a site. @returns the notes that are there, and when the guard read each the first time. */
export async function insertReads(
  { guardId, assignmentId, locationId }: { guardId: string; assignmentId: string; locationId: string },
  notes: readonly { noteId: string; version: number }[],
  { at, receivedAt, withinMs }: Pick<NewNote, 'at' | 'receivedAt' | 'withinMs'>,
): Promise<{ noteId: string; at: string }[]> {
  const read = JSON.stringify(notes);
  const { rows } = await sql<{ noteId: string; at: string }>`
    insert into handover_reads (note_id, guard_id, version, assignment_id, at, received_at, within_ms)
    select ${n.id}, ${guardId}, known.version, ${assignmentId}, ${at}, ${receivedAt}, ${withinMs}::integer
    from jsonb_to_recordset(${read}::jsonb) as known ("noteId" uuid, version integer)
      join ${n} on ${n.id} = known."noteId" and ${n.version} >= known.version
    where ${n.location_id} = ${locationId} and ${n.guard_id} <> ${guardId} group by ${n.id}, known.version order by ${n.id}
    on conflict (note_id, guard_id, version) do update set guard_id = excluded.guard_id returning note_id as "noteId", at`.execute(db());
  return rows;
}

/** The authors of notes. */
export async function authorsOf(noteIds: readonly string[]): Promise<string[]> {
  const found = await db().selectFrom('handover_notes').select('guard_id').where('id', 'in', noteIds).execute();
  return found.map(({ guard_id: guardId }) => guardId);
}

const readsAs = (guard: RawBuilder<unknown>) => sql`coalesce(json_agg(json_build_object('guard', ${guard}, 'at', ${utc(sql`${r.at}`)},
  'receivedAt', ${utc(sql`${r.received_at}`)}, 'withinMs', ${r.within_ms}) order by ${r.at}), '[]')`;

/** The handover of a guard's shift, for On Job and its record, also of a shift that they lost. */
export async function stateFor(guardId: string, assignmentId: string, now: string): Promise<WorkedShift['handover']> {
  const { rows } = await sql<NonNullable<WorkedShift['handover']>>`
    select
      (select json_build_object('version', ${n.version}, 'text', ${n.text}, 'hasRecording', ${n.recording} is not null, 'seconds', ${n.seconds},
          'at', ${utc(sql`${n.at}`)}, 'receivedAt', ${utc(sql`${n.received_at}`)}, 'withinMs', ${n.within_ms}) from ${n} where ${n.assignment_id} = ${assignmentId}) as note,
      (select ${readsAs(nameOf)} from ${r} join ${n} on ${n.id} = ${r.note_id} join ${g} on ${g.id} = ${r.guard_id}
        where ${n.assignment_id} = ${assignmentId}) as "readBy",
      (select ${readsAs(nameOf)} from ${r} join ${n} on ${n.id} = ${r.note_id} join ${g} on ${g.id} = ${n.guard_id}
        where ${r.assignment_id} = ${assignmentId}) as read,
      case when exists (select from ${a} join ${s} on ${s.id} = ${a.shift_id} where ${a.id} = ${assignmentId} and ${isOpen(now)})
        then (select max(${n.received_at}) from ${n} where ${isOfOther(guardId, sql`${j.location_id}`, now)}) end as newest
    from ${j} where ${j.id} = ${jobOf(sql`${assignmentId}`)}`.execute(db());
  return rows[0] ?? null;
}

/** The newest notes of a site, for staff; also those of shifts that moved to another guard since. */
export async function notesOfSite(locationId: string, limit: number): Promise<Output<typeof listHandovers>> {
  const { rows } = await sql<Output<typeof listHandovers>[number]>`
    select ${n.id} as "noteId", ${n.version} as version, ${n.guard_id} as guard, ${j.title} as "jobTitle", ${n.at} as at, ${n.within_ms} as "withinMs", ${n.text} as text,
      ${n.recording} as recording, ${n.seconds} as seconds,
      (select coalesce(json_agg(json_build_object('guard', ${r.guard_id}, 'at', ${utc(sql`${r.at}`)}, 'withinMs', ${r.within_ms}) order by ${r.at}), '[]')
        from ${r} where ${r.note_id} = ${n.id} and ${r.version} = ${n.version}) as "readBy"
    from ${n} join ${j} on ${j.id} = ${jobOf(n.assignment_id)}
    where ${n.location_id} = ${locationId} order by ${n.at} desc, ${n.id} limit ${limit}`.execute(db());
  return rows;
}
