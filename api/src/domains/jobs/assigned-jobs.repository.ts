import type { Page } from '@portal/contracts/_kernel/envelope';
import type { AssignedJob } from '@portal/contracts/jobs/jobs.assigned';
import { assignedStatuses } from '@portal/contracts/jobs/jobs.assigned';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';
import { joinConditions, ownShifts, statusSql, type Viewer, wordConditions } from './jobs.columns';

const j = typedTable('jobs', 'j');
const a = typedTable('held_assignments', 'a');
const ap = typedTable('applications', 'ap');

/** As many as a select can show; a screen with pages sends `limit`. */
const MOST = 200;

export interface AssignedJobsQuery {
  jobStatus?: number | undefined;
  searchBy?: string | undefined;
  page?: number | undefined;
  limit?: number | undefined;
}

/** Jobs that are neither under way nor to come are previous: ended, closed or cancelled. */
const listOf = sql`case ${statusSql} when 4 then ${assignedStatuses.current}::int when 6 then ${assignedStatuses.upcoming}::int else ${assignedStatuses.previous}::int end`;

/** The jobs in which the guard has shifts: future ones soonest first, the others latest first. */
export async function assignedJobs(
  viewer: Viewer,
  { jobStatus, searchBy, page = 1, limit = MOST }: AssignedJobsQuery,
): Promise<Page<AssignedJob>> {
  const conditions = [
    sql`held.first_start is not null`,
    ...wordConditions(searchBy),
    ...(jobStatus === undefined ? [] : [sql`${listOf} = ${jobStatus}`]),
  ];
  const from = sql`(select distinct ${a.job_id} as job from ${a} where ${a.guard_id} = ${viewer.guardId}) own join ${j} on ${j.id} = own.job
    cross join lateral ${ownShifts(viewer)} held where ${joinConditions(conditions)}`;
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${from}`.execute(db());
  const { rows } = await sql<AssignedJob>`
    select json_build_object('id', ${j.id}, 'jobTitle', ${j.title}, 'locationId', json_build_object('locationName', ${j.place})) as "jobId" from ${from}
    order by case when ${statusSql} = 6 then held.first_start end nulls last, held.last_end desc, ${j.id}
    limit ${limit} offset ${(page - 1) * limit}`.execute(db());
  return { docs: rows, total: counted.rows[0]?.total ?? 0 };
}

/** The title of a job in which the guard has a shift, or which was once awarded to them; otherwise null. */
export async function assignedTitle(guardId: string, jobId: string): Promise<string | null> {
  const { rows } = await sql<{ title: string }>`
    select ${j.title} as title from ${j} where ${j.id} = ${jobId} and (exists (select from ${a} where ${a.job_id} = ${j.id} and ${a.guard_id} = ${guardId})
      or exists (select from ${ap} where ${ap.job_id} = ${j.id} and ${ap.guard_id} = ${guardId} and ${ap.state} = 'refused' and ${ap.awarded_at} is not null))`.execute(
    db(),
  );
  return rows[0]?.title ?? null;
}
