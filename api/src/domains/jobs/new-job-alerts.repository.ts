import type { Commitment } from '@portal/contracts/_kernel/commitment';
import { limits } from '@portal/contracts/_kernel/limits';
import { sql } from 'kysely';
import { fromNow, nowText } from '../../platform/clock';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';
import { offeredCommitment } from './jobs.columns';

const n = typedTable('job_announcements', 'n');
const j = typedTable('jobs', 'j');
const s = typedTable('shifts', 's');
const later = typedTable('shifts', 'later');
const g = typedTable('guards', 'g');
const w = typedTable('guard_specialities', 'w');

const DAY_MS = 86_400_000;

/** A queued job. */
export interface QueuedJob {
  jobId: string;
  customerId: string;
  shiftId: string;
  title: string;
  place: string;
  /** Exact, in dollars. */
  hourlyRate: string;
  startsAt: string;
  commitment: Commitment;
  timeZone: string;
  afterGuard: string | null;
}

export async function queue(jobId: string): Promise<void> {
  await sql`insert into job_announcements (job_id, queued_at) values (${jobId}, ${nowText()}) on conflict do nothing`.execute(db());
}

/** Claims the oldest queued job that is neither claimed nor skipped, locked until the transaction ends. Deletes queued jobs that are no longer news. */
export async function claimNext(passed: readonly string[]): Promise<QueuedJob | null> {
  await sql`delete from ${n} where ${n.queued_at} < ${fromNow(-DAY_MS)} or not exists (
    select from ${j} join ${s} on ${s.job_id} = ${j.id} where ${j.id} = ${n.job_id} and ${j.status} = 1 and ${s.starts_at} > ${nowText()})`.execute(
    db(),
  );
  const { rows } = await sql<QueuedJob>`
    with next as (select ${n.job_id} as job, ${n.after_guard} as "afterGuard" from ${n} where ${n.job_id} <> all(${passed}::uuid[])
      order by ${n.queued_at}, ${n.job_id} limit 1 for update skip locked)
    select ${j.id} as "jobId", ${j.customer_id} as "customerId", ${s.id} as "shiftId", ${j.title} as title, ${j.place} as place, ${j.hourly_rate}::text as "hourlyRate",
      ${s.starts_at} as "startsAt", ${offeredCommitment({ now: nowText() })} as commitment, ${j.time_zone} as "timeZone", next."afterGuard"
    from next join ${j} on ${j.id} = next.job
      join lateral (select ${later.id}, ${later.starts_at} from ${later} where ${later.job_id} = ${j.id} and ${later.starts_at} > ${nowText()}
        order by ${later.starts_at} limit 1) s on true`.execute(db());
  return rows[0] ?? null;
}

/**
 * The next approved guards for a job, without the skipped ones: it has one of their specialities, and is no farther than they travel. A job without
 * speciality suits any; a guard without a known position counts as near.
 */
export async function matchingGuards({ jobId, afterGuard }: QueuedJob, most: number, passed: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${g.id} as id from ${g}, ${j}
    where ${j.id} = ${jobId} and ${g.status} = 1 and (${afterGuard}::uuid is null or ${g.id} > ${afterGuard}::uuid)
      and ${g.id} <> all(${passed}::uuid[])
      and (${j.speciality_id} is null or exists (select from ${w} where ${w.guard_id} = ${g.id} and ${w.speciality_id} = ${j.speciality_id}))
      and (${g.lat} is null or ${g.lng} is null or distance_km(${g.lat}, ${g.lng}, ${j.lat}, ${j.long}) <= coalesce(${g.is_travel_to}, ${limits.kilometres}))
    order by ${g.id} limit ${most}`.execute(db());
  return rows.map(({ id }) => id);
}

export async function saveProgress(jobId: string, afterGuard: string): Promise<void> {
  await sql`update job_announcements set after_guard = ${afterGuard} where job_id = ${jobId}`.execute(db());
}

export async function finish(jobId: string): Promise<void> {
  await sql`delete from job_announcements where job_id = ${jobId}`.execute(db());
}
