import type { Break } from '@portal/contracts/shifts/shifts.shapes';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';
import type { EventTimes } from './work-shift.repository';

const b = typedTable('breaks', 'b');
const r = typedTable('break_reasons', 'r');

interface Told {
  startedAt: string;
  endedAt: string | null;
}

/** The latest break of a shift. */
export async function lastBreak(assignmentId: string): Promise<Told | null> {
  const found = db()
    .selectFrom('breaks')
    .select(['started_at as startedAt', 'ended_at as endedAt'])
    .where('assignment_id', '=', assignmentId)
    .orderBy('started_at', 'desc')
    .orderBy('ended_at', (order) => order.desc().nullsFirst())
    .limit(1);
  return (await found.executeTakeFirst()) ?? null;
}

export const insertBreak = (assignmentId: string, reasonId: string, description: string, times: EventTimes) =>
  db()
    .insertInto('breaks')
    .values({
      assignment_id: assignmentId,
      reason_id: reasonId,
      description,
      started_at: times.at,
      started_received_at: times.receivedAt,
      started_within_ms: times.withinMs,
    })
    .execute();

export const endRunningBreak = (assignmentId: string, { at, receivedAt, withinMs }: EventTimes) =>
  db()
    .updateTable('breaks')
    .set({ ended_at: at, ended_received_at: receivedAt, ended_within_ms: withinMs })
    .where('assignment_id', '=', assignmentId)
    .where('ended_at', 'is', null)
    .execute();

const reasonTables = { break: 'break_reasons', end: 'end_job_reasons' } as const;
export type ReasonKind = keyof typeof reasonTables;

export const reasons = (kind: ReasonKind): Promise<{ id: string; name: string }[]> =>
  db().selectFrom(reasonTables[kind]).select(['id', 'name']).orderBy('position').execute();

export const hasReason = async (kind: ReasonKind, id: string): Promise<boolean> =>
  (await db().selectFrom(reasonTables[kind]).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

export async function breaksOf(assignmentId: string): Promise<Break[]> {
  const { rows } = await sql<Break>`
    select ${b.id} as "breakId", json_build_object('id', ${r.id}, 'name', ${r.name}) as reason, ${b.description} as description, ${b.started_at} as at,
      ${b.started_received_at} as "receivedAt", ${b.started_within_ms} as "withinMs", ${b.ended_at} as "endedAt", ${b.ended_within_ms} as "endedWithinMs"
    from ${b} join ${r} on ${r.id} = ${b.reason_id} where ${b.assignment_id} = ${assignmentId} order by ${b.started_at}`.execute(db());
  return rows;
}
