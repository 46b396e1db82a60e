import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { JobReport } from '@portal/contracts/postings/postings.endpoints';
import { type ReportOutcome, reportReasons } from '@portal/contracts/postings/postings.rules';
import type { openJobReports } from '@portal/contracts/postings/postings.staff';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';

const r = typedTable('job_reports', 'r');
const j = typedTable('jobs', 'j');
const c = typedTable('customers', 'c');
const other = typedTable('job_reports', 'other');

export interface NewReport {
  guardId: string;
  jobId: string;
  reason: number;
  words: string;
  picture: string | null;
  now: string;
}

/** @returns false if the guard's earlier report of the job is still open. */
export async function insertReport({ guardId, jobId, reason, words, picture, now }: NewReport): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db()
    .insertInto('job_reports')
    .values({ guard_id: guardId, job_id: jobId, reason, words, picture, created_at: now })
    .onConflict((known) => known.columns(['guard_id', 'job_id']).where('outcome', 'is', null).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function reportsOf(guardId: string, jobId: string): Promise<JobReport[]> {
  const { rows } = await sql<JobReport>`
    select ${r.id} as id, ${r.reason} as reason, ${r.words} as words, ${r.created_at} as "reportedAt", ${r.closed_at} as "closedAt",
      ${r.outcome} as outcome, ${r.answer} as answer
    from ${r} where ${r.guard_id} = ${guardId} and ${r.job_id} = ${jobId} order by ${r.created_at} desc, ${r.id}`.execute(db());
  return rows;
}

export async function reportOf(id: string): Promise<{ jobId: string; jobTitle: string } | null> {
  const { rows } = await sql<{ jobId: string; jobTitle: string }>`
    select ${r.job_id} as "jobId", ${j.title} as "jobTitle" from ${r} join ${j} on ${j.id} = ${r.job_id} where ${r.id} = ${id}`.execute(
    db(),
  );
  return rows[0] ?? null;
}

/** The open reports of a job. The job must be locked. */
export async function openOf(jobId: string): Promise<{ id: string; guardId: string }[]> {
  return db()
    .selectFrom('job_reports')
    .select(['id', 'guard_id as guardId'])
    .where('job_id', '=', jobId)
    .where('outcome', 'is', null)
    .execute();
}

export async function closeReport(id: string, outcome: ReportOutcome, answer: string, now: string): Promise<void> {
  await db().updateTable('job_reports').set({ outcome, answer, closed_at: now }).where('id', '=', id).execute();
}

export async function openReports(limit: number): Promise<Output<typeof openJobReports>> {
  const { rows } = await sql<Omit<Output<typeof openJobReports>[number], 'reason'> & { reason: number }>`
    select ${r.id} as "reportId", ${r.job_id} as "jobId", ${j.title} as "jobTitle", coalesce(${c.business_name}, ${c.first_name} || ' ' || ${c.last_name}) as poster,
      ${r.guard_id} as guard, ${r.reason} as reason, ${r.words} as words, ${r.picture} as picture, ${r.created_at} as "reportedAt",
      (select count(*)::int from ${other} where ${other.job_id} = ${r.job_id} and ${other.outcome} is null) as "openReports"
    from ${r} join ${j} on ${j.id} = ${r.job_id} join ${c} on ${c.id} = ${j.customer_id}
    where ${r.outcome} is null order by ${r.created_at}, ${r.id} limit ${limit}`.execute(db());
  return rows.map((row) => ({ ...row, reason: reportReasons[row.reason] ?? '' }));
}
