import { applyForJob, award } from '@portal/contracts/applications/applications.endpoints';
import { postJob } from '@portal/contracts/jobs/jobs.endpoints';
import { sql } from 'kysely';
import { db } from '../platform/db';
import type { TestApi, TestGuard } from './api';

export interface GivenShift {
  jobId: string;
  shiftId: string;
  /** Of every shift of the job, in time. */
  shiftIds: string[];
}

/** Posts a job, by itself one of 2027-03-10 from 12:00 to 20:00 at $25, and gives the guard its shifts. */
export async function givenShift(api: TestApi, guard: TestGuard, wanted: Record<string, unknown> = {}): Promise<GivenShift> {
  const job = { jobTitle: 'Gate watch', dates: ['2027-03-10'], start: '12:00', end: '20:00', hourlyRate: 25, ...wanted };
  const { data } = await api.call(postJob, job as never);
  const { jobId, shiftIds } = data;
  const shiftId = shiftIds[0] ?? '';
  const { rows } = await sql<{ userId: string }>`select customer_id as "userId" from jobs where id = ${jobId}`.execute(db());
  await api.call(applyForJob, { userId: rows[0]?.userId ?? '', jobId, shiftId, isApply: 1 } as never, { token: guard.token });
  await api.call(award, { jobId, guard: guard.id });
  return { jobId, shiftId, shiftIds };
}
