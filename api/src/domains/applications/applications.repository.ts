import type { Page } from '@portal/contracts/_kernel/envelope';
import type { Application } from '@portal/contracts/applications/applications.endpoints';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';
import { commitmentOf } from '../shift-state/commitment.columns';

const a = typedTable('applications', 'a');
const s = typedTable('shifts', 's');
const later = typedTable('shifts', 'later');
const j = typedTable('jobs', 'j');
const r = typedTable('cancellation_reasons', 'r');
const k = typedTable('cover_offers', 'k');

export type ApplicationState = 'applied' | 'awarded' | 'withdrawn' | 'refused';

export interface LiveApplication {
  state: 'applied' | 'awarded';
  /** The start of the shift that the application names. */
  startsAt: string;
}

/** The guard's live application; null without one. */
export async function liveApplication(jobId: string, guardId: string): Promise<LiveApplication | null> {
  const { rows } = await sql<LiveApplication>`
    select ${a.state} as state, ${s.starts_at} as "startsAt" from ${a} join ${s} on ${s.id} = ${a.shift_id}
    where ${a.job_id} = ${jobId} and ${a.guard_id} = ${guardId} and ${a.state} in ('applied', 'awarded')`.execute(db());
  return rows[0] ?? null;
}

export async function countLive(jobId: string): Promise<number> {
  const { rows } = await sql<{ live: number }>`select live_applications as live from jobs where id = ${jobId}`.execute(db());
  return rows[0]?.live ?? 0;
}

/** Constraints reject a second live application of the guard (23505) and a sixth of the job (23514). */
export async function insertApplication(jobId: string, guardId: string, shiftId: string, now: string): Promise<void> {
  await sql`insert into applications (job_id, guard_id, shift_id, created_at) values (${jobId}, ${guardId}, ${shiftId}, ${now})`.execute(
    db(),
  );
}

/** A guard who takes over a shift has the job without having applied for it. */
export async function insertAwarded(jobId: string, guardId: string, shiftId: string, now: string): Promise<void> {
  await sql`insert into applications (job_id, guard_id, shift_id, state, created_at, awarded_at)
    values (${jobId}, ${guardId}, ${shiftId}, 'awarded', ${now}, ${now})`.execute(db());
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

export async function setAwarded(jobId: string, guardId: string, now: string): Promise<void> {
  await sql`update applications set state = 'awarded', awarded_at = ${now} where job_id = ${jobId} and guard_id = ${guardId} and state = 'applied'`.execute(
    db(),
  );
}

/** Ends the guard's live application by a decision of staff. A revoked award keeps its `awarded_at`, which distinguishes it from a refused application. */
export async function setRefused(jobId: string, guardId: string, reason: string | null, now: string): Promise<void> {
  await sql`update applications set state = 'refused', refused_at = ${now}, refusal_reason = ${reason}
    where job_id = ${jobId} and guard_id = ${guardId} and state in ('applied', 'awarded')`.execute(db());
}

/** The outcome of an application at an instant: a key of `outcomes`. */
const outcomeAt = (now: string) => sql`
  case when ${a.state} = 'withdrawn' then 'withdrawn' when ${a.state} = 'refused' and ${a.awarded_at} is not null then 'taken-back' when ${a.state} = 'refused' then 'refused'
    when ${j.status} in (2, 3) then 'job-cancelled' when ${a.state} = 'awarded' then 'awarded'
    when ${j.status} = 5 or not exists (select from ${later} where ${later.job_id} = ${j.id} and ${later.starts_at} > ${now}::timestamptz) then 'passed'
    else 'waiting' end`;

/** The guard's applications, pending ones first, then the latest. */
export async function applicationsOf(
  guardId: string,
  { page, limit, now }: { page: number; limit: number; now: string },
): Promise<Page<Application>> {
  const counted = await sql<{ total: number }>`select count(*)::int as total from applications where guard_id = ${guardId}`.execute(db());
  const outcome = outcomeAt(now);
  const since = sql`case when ${outcome} = 'waiting' then ${now}::timestamptz else coalesce(${a.awarded_at}, ${a.created_at}) end`;
  const { rows } = await sql<Application>`
    select mine.* from (select ${a.id} as "applicationId", ${a.job_id} as "jobId", ${j.customer_id} as "userId", ${a.shift_id} as "shiftId", ${j.title} as "jobTitle", ${j.place} as "locationName",
      ${s.starts_at} as "startTime", ${s.ends_at} as "endTime", ${j.time_zone} as "timeZone", ${j.hourly_rate}::text as "hourlyRate", ${a.created_at} as "appliedAt",
      ${commitmentOf(j, since, guardId)} as commitment, ${outcome} as outcome,
      coalesce(${a.refusal_reason}, ${a.comment}, ${r.name}) as reason,
      exists (select from ${k} where ${k.guard_id} = ${a.guard_id} and ${k.job_id} = ${a.job_id} and ${k.state} = 'approved' and ${k.decided_at} = ${a.refused_at}) as "isCovered",
      exists (select from ${k} where ${k.proposed_guard_id} = ${a.guard_id} and ${k.job_id} = ${a.job_id} and ${k.state} = 'approved' and ${k.decided_at} = ${a.created_at}) as "isTakenOver"
    from ${a} join ${j} on ${j.id} = ${a.job_id} join ${s} on ${s.id} = ${a.shift_id} left join ${r} on ${r.id} = ${a.reason_id}
    where ${a.guard_id} = ${guardId}) mine order by mine.outcome = 'waiting' desc, mine."appliedAt" desc, mine."applicationId" limit ${limit} offset ${(page - 1) * limit}`.execute(
    db(),
  );
  return { docs: rows, total: counted.rows[0]?.total ?? 0 };
}
