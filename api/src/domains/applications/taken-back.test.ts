import type { Input } from '@portal/contracts/_kernel/endpoint';
import { award, takeBackAward } from '@portal/contracts/applications/applications.endpoints';
import { changeShift, type postJob } from '@portal/contracts/jobs/jobs.staff';
import { applyLeave, leaveOfJob } from '@portal/contracts/leave/leave.endpoints';
import { openSos, raiseSos } from '@portal/contracts/shifts/shifts.sos';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import { type TestGuard, testApi } from '../../testing/api';
import { applying } from '../../testing/applying';
import { worker } from '../../testing/shifts';

const api = testApi();
let guard: TestGuard;

beforeEach(async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  guard = await api.guard();
});

const { post, apply } = applying(
  () => api,
  () => guard,
);
type Job = Awaited<ReturnType<typeof post>>;
const awardTo = (job: Job) => api.call(award, { jobId: job.jobId, guard: guard.id });
const takeBack = (job: Job) => api.call(takeBackAward, { jobId: job.jobId, guard: guard.email });
const awarded = async (input: Partial<Input<typeof postJob>> = {}) => {
  const job = await post(input);
  await apply(job);
  await awardTo(job);
  return job;
};
const arrivedAndCalled = async () => {
  const job = await awarded({ dates: ['2027-03-10'], start: '11:00', end: '17:00' });
  const they = worker(api, guard, { jobId: job.jobId, shiftId: job.shiftIds[0] ?? '' });
  await they.arrive();
  const { data: sos } = await they.sos();
  return { job, they, sosId: sos?.sosId ?? '' };
};

it('an award taken back is no shift of the guard’s any more, and their arrival and their SOS stay', async () => {
  const { job, they, sosId } = await arrivedAndCalled();
  expect((await takeBack(job)).code).toBe(200);
  expect((await they.shown()).shift).toBeNull();
  expect((await they.start()).code).toBe(404);
  expect((await api.call(openSos, {})).data.map((one) => one.sosId)).toContain(sosId);
  const { rows } = await sql`select state, arrived_at is not null as arrived, taken_back_at is not null as "takenBack" from assignments
    where guard_id = ${guard.id}`.execute(db());
  expect(rows).toEqual([{ state: 'taken-back', arrived: true, takenBack: true }]);
});

it('leaves a guard who asked for help able to say that they are safe', async () => {
  const { job, they } = await arrivedAndCalled();
  await takeBack(job);
  expect(await they.sos({ active: false })).toMatchObject({ code: 200, data: { isActive: false } });
  const again = { jobId: job.jobId, shiftId: job.shiftIds[0] ?? '', active: true };
  expect((await api.call(raiseSos, again, { token: guard.token })).code).toBe(200);
});

it('awarded again stands as it did: who had arrived has, who had asked for leave has', async () => {
  const { job, they } = await arrivedAndCalled();
  await takeBack(job);
  await apply(job);
  expect((await awardTo(job)).data.shiftIds).toEqual(job.shiftIds);
  expect((await they.shown()).shift).toMatchObject({ state: 'arrived' });
  api.clock.advance({ minutes: 45 });
  expect((await they.start()).code).toBe(200);

  const later = await awarded({ dates: ['2027-03-20'] });
  const [shiftId = ''] = later.shiftIds;
  await api.call(applyLeave, { jobId: later.jobId, shiftId, shiftDate: '2027-03-20', leaveTitle: 1 }, { token: guard.token });
  await takeBack(later);
  expect((await api.call(leaveOfJob, { jobId: later.jobId }, { token: guard.token })).data).toEqual([]);
  await apply(later);
  await awardTo(later);
  expect((await api.call(leaveOfJob, { jobId: later.jobId }, { token: guard.token })).data).toMatchObject([{ shiftId, status: 0 }]);
});

it('awarded again after it was moved away from that arrival, is arrived at anew', async () => {
  const { job, they } = await arrivedAndCalled();
  await takeBack(job);
  await api.call(changeShift, { shiftId: job.shiftIds[0] ?? '', date: '2027-03-12' });
  await apply(job);
  await awardTo(job);
  expect((await they.shown()).shift).toMatchObject({ state: 'awarded' });
  expect((await they.arrive()).code).toBe(409);
  api.clock.set('2027-03-12T15:00:00.000Z');
  expect((await they.arrive()).data.at).toBe('2027-03-12T15:00:00.000Z');
});

it('is in nobody’s way: the guard may be awarded another job of that time', async () => {
  const job = await awarded();
  await takeBack(job);
  await awarded({ jobTitle: 'Across' });
  await apply(job);
  expect((await awardTo(job)).code).toBe(409);
});
