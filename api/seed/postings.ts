import { demo, demoJobs } from './demo';
import type { SeedJob } from './jobs';
import { seedId } from './random';
import { type Connection, insert } from './rows';

const HOUR = 3_600_000;

/** A report of the demo guard's with its outcome. */
export async function seedReports(connection: Connection, jobs: readonly SeedJob[], now: Date): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR).toISOString();
  await insert(connection, 'job_reports', [
    {
      id: seedId('job-report', 0),
      guard_id: demo.id,
      job_id: jobs[demoJobs.applied[1]]?.job.id,
      reason: 3,
      words: 'The posting names a lower rate on the sign at the site.',
      outcome: 'kept',
      answer: 'The sign was of last year. The rate here is the one that you are paid.',
      created_at: ago(50),
      closed_at: ago(28),
    },
  ]);
}
