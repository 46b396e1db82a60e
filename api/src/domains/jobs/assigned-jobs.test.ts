import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { award } from '@portal/contracts/applications/applications.staff';
import { assignedJobs } from '@portal/contracts/jobs/jobs.assigned';
import { jobStatuses } from '@portal/contracts/jobs/jobs.rules';
import { cancelJob, postJob } from '@portal/contracts/jobs/jobs.staff';
import { sql } from 'kysely';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();
let guard: TestGuard;

beforeEach(async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  guard = await api.guard();
});

/** A job of these days, 09:00 to 17:00 in Toronto, that the guard was awarded. */
async function held(jobTitle: string, dates: string[], who = guard, more: object = {}) {
  const { data } = await api.call(postJob, { jobTitle, dates, start: '09:00', end: '17:00', ...more } as never);
  await api.call(applyForJob, { userId: who.id, jobId: data.jobId, shiftId: data.shiftIds[0] ?? '', isApply: 1 }, { token: who.token });
  await api.call(award, { jobId: data.jobId, guard: who.id });
  return data.jobId;
}
const list = (input: Record<string, unknown>) => api.call(assignedJobs, input as never, { token: guard.token });
const titles = async (input: Record<string, unknown>) => (await list(input)).data.docs.map(({ jobId }) => jobId.jobTitle);

it("[REPORTISSUE-37, API-COMM-14, DATA-COMM-21] lists the guard's jobs by the jobStatus of this list, each with id, title and place", async () => {
  const first = await held('Gate watch', ['2027-03-11']);
  const own = [first, await held('Night desk', ['2027-03-14']), await held('Hall watch', ['2027-03-13'], guard, { city: 'Hamilton' })];
  const { rows } = await sql`select distinct status from jobs where id = any(${own}::uuid[])`.execute(db());
  expect([rows, jobStatuses[1]]).toEqual([[{ status: 1 }], 'Approved']);
  expect((await list({ jobStatus: 1 })).data).toEqual({
    docs: [
      { jobId: { id: first, jobTitle: 'Gate watch', locationId: { locationName: expect.stringMatching(/, Toronto$/) } } },
      { jobId: { id: own[2], jobTitle: 'Hall watch', locationId: { locationName: expect.stringMatching(/, Hamilton$/) } } },
      expect.objectContaining({ jobId: expect.objectContaining({ jobTitle: 'Night desk' }) }),
    ],
    total: 3,
  });
  api.clock.set('2027-03-11T15:00:00.000Z');
  expect([await titles({ jobStatus: 0 }), await titles({ jobStatus: 1 }), await titles({ jobStatus: 2 })]).toEqual([
    ['Gate watch'],
    ['Hall watch', 'Night desk'],
    [],
  ]);
  api.clock.set('2027-03-14T15:00:00.000Z');
  expect([await titles({ jobStatus: 0 }), await titles({ jobStatus: 2 }), await titles({})]).toEqual([
    ['Night desk'],
    ['Hall watch', 'Gate watch'],
    ['Night desk', 'Hall watch', 'Gate watch'],
  ]);
});

it('[REPORTISSUE-37] lists a cancelled job, of the status 3, as previous, and neither an application nor a job of another guard', async () => {
  const jobId = await held('Gate watch', ['2027-03-12']);
  await api.call(cancelJob, { jobId });
  await held('Site patrol', ['2027-03-12'], await api.guard());
  const { data } = await api.call(postJob, { jobTitle: 'Only applied', dates: ['2027-03-13'], start: '09:00', end: '17:00' } as never);
  await api.call(applyForJob, { userId: guard.id, jobId: data.jobId, shiftId: data.shiftIds[0] ?? '', isApply: 1 }, { token: guard.token });
  expect(await titles({})).toEqual(await titles({ jobStatus: 2 }));
  expect((await titles({})).every((title) => title === 'Gate watch')).toBe(true);
});

it('[REPORTISSUE-37] has pages, searches by words, and refuses a status of another list', async () => {
  await held('Gate watch', ['2027-03-11']);
  await held('Night desk', ['2027-03-12']);
  expect(await titles({ page: 2, limit: 1 })).toEqual(['Night desk']);
  expect(await titles({ searchBy: 'desk' })).toEqual(['Night desk']);
  for (const jobStatus of [3, 4, 5, 6, 7]) {
    expect(jobStatuses[jobStatus]).toEqual(expect.any(String));
    expect(await list({ jobStatus })).toMatchObject({ code: 400, errors: { jobStatus: 'Unknown choice' } });
  }
});
