import type { Input } from '@portal/contracts/_kernel/endpoint';
import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { postJob } from '@portal/contracts/jobs/jobs.staff';
import { sql } from 'kysely';
import { db } from '../src/platform/database/db';
import type { TestApi, TestGuard } from './test-api';

/** Posts jobs of two nights in March 2027, reads them as a guard, and applies for them. */
export function applicationCalls(api: () => TestApi, guard: (number: number) => TestGuard) {
  const post = async (input: Partial<Input<typeof postJob>> = {}) =>
    (await api().call(postJob, { jobTitle: 'Gate watch', dates: ['2027-03-12', '2027-03-13'], ...input } as Input<typeof postJob>)).data;
  const detail = async (jobId: string, number = 0) =>
    (await api().call(jobDetail, { jobId } as never, { token: guard(number).token })).data;
  const apply = (job: { jobId: string; shiftIds: string[] }, number = 0, headers: Record<string, string> = {}) =>
    api().call(
      applyForJob,
      { userId: job.jobId, jobId: job.jobId, shiftId: job.shiftIds[0] ?? '', isApply: 1 },
      { token: guard(number).token, headers },
    );
  return { post, detail, apply };
}

/** The number of live applications stored in the job, and the number of rows. */
export async function liveApplicationsOf(jobId: string) {
  const { rows } = await sql<{ live: number; counted: number }>`select live_applications as live,
    (select count(*) from applications a where a.job_id = j.id and a.state in ('applied', 'awarded')) as counted from jobs j where id = ${jobId}`.execute(
    db(),
  );
  return rows[0];
}
