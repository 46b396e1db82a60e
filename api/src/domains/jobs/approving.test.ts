import { jobDetail, searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { approveJob, cancelJob, postJob, rejectJob, waitingJobs } from '@portal/contracts/jobs/jobs.staff';
import { sql } from 'kysely';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();
let guard: TestGuard;
beforeAll(async () => {
  guard = await api.guard();
});

const post = async (more: object = {}) =>
  (await api.call(postJob, { jobTitle: 'Harbour watch', dates: ['2027-03-12'], awaitsApproval: true, ...more } as never)).data;
const isFound = async (jobId: string) =>
  (await api.call(searchJobs, { searchBy: 'Harbour' } as never, { token: guard.token })).data.docs.some((job) => job.jobId === jobId);
const announced = async (jobId: string) => (await sql`select 1 from job_announcements where job_id = ${jobId}`.execute(db())).rows.length;
const waits = async (jobId: string) => (await api.call(waitingJobs, {})).data.find((job) => job.jobId === jobId);

it('[CODE-41/3] a job waits for approval on request of staff: it is listed for staff, and neither shown nor announced to guards', async () => {
  const { jobId, jobStatus } = await post();
  expect(jobStatus).toBe(0);
  expect(await waits(jobId)).toMatchObject({
    jobTitle: 'Harbour watch',
    poster: 'Portal Client',
    dates: ['2027-03-12'],
    hourlyRate: '25.00',
  });
  expect([await isFound(jobId), await announced(jobId)]).toEqual([false, 0]);
  expect((await api.call(jobDetail, { jobId } as never, { token: guard.token })).code).toBe(404);
});

it('[CODE-41/1, CODE-41/2] an approved job is open and announced, and the reply names the poster; a second decision is refused', async () => {
  const { jobId } = await post();
  expect((await api.call(approveJob, { jobId })).data).toEqual({ jobId, jobStatus: 1, poster: 'Portal Client' });
  expect([await isFound(jobId), await announced(jobId), await waits(jobId)]).toEqual([true, 1, undefined]);
  expect([(await api.call(approveJob, { jobId })).code, (await api.call(rejectJob, { jobId })).code]).toEqual([409, 409]);
});

it('[CODE-41/1, CODE-41/2] a rejected job is shown to no guard, and can afterwards neither be approved nor cancelled', async () => {
  const { jobId } = await post();
  expect((await api.call(rejectJob, { jobId })).data).toEqual({ jobId, jobStatus: 2, poster: 'Portal Client' });
  expect([await isFound(jobId), await announced(jobId), await waits(jobId)]).toEqual([false, 0, undefined]);
  expect([(await api.call(approveJob, { jobId })).code, (await api.call(cancelJob, { jobId } as never)).code]).toEqual([409, 409]);
});

it('[CODE-41/3] a job that is posted without this request is approved immediately', async () => {
  const { jobId, jobStatus } = await post({ awaitsApproval: undefined });
  expect([jobStatus, await isFound(jobId), await waits(jobId)]).toEqual([1, true, undefined]);
});

it('only staff decide, and an unknown job is refused', async () => {
  const { jobId } = await post();
  for (const path of ['approve', 'reject']) {
    const asked = { method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${guard.token}` } };
    expect((await api.request(`/v1/jobs/${path}`, { ...asked, body: JSON.stringify({ jobId }) })).status).toBeGreaterThanOrEqual(401);
  }
  expect(await waits(jobId)).toBeDefined();
  expect((await api.call(approveJob, { jobId: guard.id })).code).toBe(404);
});
