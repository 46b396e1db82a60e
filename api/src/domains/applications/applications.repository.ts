import { sql } from 'kysely';
import { db } from '../../platform/db';

export type ApplicationState = 'applied' | 'awarded' | 'withdrawn' | 'refused';

/** The state of the guard's live application; null without one. */
export async function liveApplication(jobId: string, guardId: string): Promise<'applied' | 'awarded' | null> {
  const { rows } = await sql<{ state: 'applied' | 'awarded' }>`
    select state from applications where job_id = ${jobId} and guard_id = ${guardId} and state in ('applied', 'awarded')`.execute(db());
  return rows[0]?.state ?? null;
}

export async function countLive(jobId: string): Promise<number> {
  const { rows } = await sql<{ live: number }>`select live_applications as live from jobs where id = ${jobId}`.execute(db());
  return rows[0]?.live ?? 0;
}

/** The constraints refuse a second live application of the guard (23505) and a sixth of the job (23514). */
export async function insertApplication(jobId: string, guardId: string, shiftId: string, now: string): Promise<void> {
  await sql`insert into applications (job_id, guard_id, shift_id, created_at) values (${jobId}, ${guardId}, ${shiftId}, ${now})`.execute(
    db(),
  );
}

export async function allReasons(): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from cancellation_reasons order by position`.execute(db());
  return rows;
}

export async function hasReason(reasonId: string): Promise<boolean> {
  const { rows } = await sql`select from cancellation_reasons where id = ${reasonId}`.execute(db());
  return rows.length > 0;
}

export interface Withdrawal {
  jobId: string;
  guardId: string;
  reasonId: string;
  comment: string | null;
  now: string;
}

export async function setWithdrawn({ jobId, guardId, reasonId, comment, now }: Withdrawal): Promise<void> {
  await sql`update applications set state = 'withdrawn', reason_id = ${reasonId}, comment = ${comment}, withdrawn_at = ${now}
    where job_id = ${jobId} and guard_id = ${guardId} and state = 'applied'`.execute(db());
}

export async function setAwarded(jobId: string, guardId: string): Promise<void> {
  await sql`update applications set state = 'awarded' where job_id = ${jobId} and guard_id = ${guardId} and state = 'applied'`.execute(
    db(),
  );
}
