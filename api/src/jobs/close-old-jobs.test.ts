import { jobHistory } from '@portal/contracts/jobs/jobs.endpoints';
import { sql } from 'kysely';
import { openSession } from '../../test/sessions';
import { arrangeShift, createWorkerAt, type GivenShift, leadTo, markWorked, shiftCalls } from '../../test/shifts';
import { testApi } from '../../test/test-api';
import { db } from '../platform/database/db';
import { closeOldJobs } from './close-old-jobs.job';

const api = testApi();

beforeEach(() => api.clock.set('2027-03-09T15:00:00.000Z'));
afterEach(() => sql`update jobs set status = 2 where status <> 2`.execute(db()));

const statusOf = async ({ jobId }: GivenShift) =>
  (await sql<{ status: number }>`select status from jobs where id = ${jobId}`.execute(db())).rows[0]?.status;

it('[CODE-41/1, SHELL-48/1] a job closes thirty days after its last shift, not before, and its guard finds it under Closed', async () => {
  const guard = await api.guard();
  const given = await arrangeShift(api, guard, { dates: ['2027-03-10', '2027-03-12'], start: '09:00', end: '17:00' });
  for (const id of given.shiftIds) await markWorked(id);
  api.clock.set('2027-04-11T22:00:00.000Z');
  expect([await closeOldJobs(), await statusOf(given)]).toEqual([0, 1]);
  const token = await openSession(guard.id, 'web');
  const listed = async (isComplete: number) =>
    (await api.call(jobHistory, { isComplete, page: 1, limit: 10 } as never, { token })).data.docs.map(({ jobId }) => jobId);
  expect([await listed(7), await listed(5)]).toEqual([[given.jobId], []]);
  api.clock.advance({ seconds: 1 });
  expect([await closeOldJobs(), await statusOf(given)]).toEqual([1, 5]);
  expect([await listed(7), await listed(5)]).toEqual([[], [given.jobId]]);
});

it('[SHELL-48/1] a job with a shift that was never ended stays open for staff, and a cancelled one stays cancelled', async () => {
  const guard = await api.guard();
  const forgotten = await arrangeShift(api, guard);
  const cancelled = await arrangeShift(api, await api.guard());
  await sql`update jobs set status = 3 where id = ${cancelled.jobId}`.execute(db());
  api.clock.set('2027-03-10T17:00:00.000Z');
  expect((await shiftCalls(api, guard, forgotten).start()).code).toBe(200);
  api.clock.advance({ days: 60 });
  expect(await closeOldJobs()).toBe(0);
  expect([await statusOf(forgotten), await statusOf(cancelled)]).toEqual([1, 3]);
});

it.each(['leave-requested', 'arrived'])('[SHELL-48/1] a job closes although its shift was %s and never started', async (state) => {
  const led = await createWorkerAt(api, '2027-03-10T15:05:00.000Z');
  await leadTo(state, { api, ...led });
  api.clock.advance({ days: 60 });
  expect([await closeOldJobs(), await statusOf(led.given)]).toEqual([1, 5]);
});

it.each([0, 2, 3])('[CODE-41/1, SHELL-48/1] one of the status %i, which is not approved, never closes', async (status) => {
  const given = await arrangeShift(api, await api.guard());
  await sql`update jobs set status = ${status} where id = ${given.jobId}`.execute(db());
  api.clock.advance({ days: 60 });
  expect([await closeOldJobs(), await statusOf(given)]).toEqual([0, status]);
});

it('closes many in batches, and two concurrent workers leave none', async () => {
  for (let one = 0; one < 5; one++) await markWorked((await arrangeShift(api, await api.guard())).shiftId);
  api.clock.advance({ days: 60 });
  const closed = await Promise.all([closeOldJobs(undefined, 2), closeOldJobs(undefined, 2)]);
  expect(closed[0] + closed[1] + (await closeOldJobs(undefined, 2))).toBe(5);
  expect((await sql`select from jobs where status = 1`.execute(db())).rows).toEqual([]);
});
