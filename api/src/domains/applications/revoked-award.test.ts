import type { Input } from '@portal/contracts/_kernel/endpoint';
import { myApplications } from '@portal/contracts/applications/applications.endpoints';
import { applicationMessages } from '@portal/contracts/applications/applications.rules';
import { award, cancelAward } from '@portal/contracts/applications/applications.staff';
import type { postJob } from '@portal/contracts/jobs/jobs.staff';
import { applyLeave, leaveOfJob } from '@portal/contracts/leave/leave.endpoints';
import { raiseSos } from '@portal/contracts/shifts/shifts.sos';
import { openSos } from '@portal/contracts/shifts/shifts.staff';
import { sql } from 'kysely';
import { applicationCalls } from '../../../test/applying';
import { shiftCalls } from '../../../test/shifts';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();
let guard: TestGuard;

beforeEach(async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  guard = await api.guard();
});

const { post, apply } = applicationCalls(
  () => api,
  () => guard,
);
type Job = Awaited<ReturnType<typeof post>>;
const awardTo = (job: Job) => api.call(award, { jobId: job.jobId, guard: guard.id });
const takeBack = (job: Job) => api.call(cancelAward, { jobId: job.jobId, guard: guard.email });
const awarded = async (input: Partial<Input<typeof postJob>> = {}) => {
  const job = await post(input);
  await apply(job);
  await awardTo(job);
  return job;
};
const begun = { dates: ['2027-03-10'], start: '11:00', end: '17:00' };
const workerOf = (job: Job) => shiftCalls(api, guard, { jobId: job.jobId, shiftId: job.shiftIds[0] ?? '' });
const called = async () => {
  const job = await awarded(begun);
  const they = workerOf(job);
  const { data: sos } = await they.sos();
  return { job, they, sosId: sos?.sosId ?? '' };
};
it('a guard at the site keeps the shift: staff cannot revoke it', async () => {
  const job = await awarded(begun);
  const they = workerOf(job);
  await they.arrive();
  expect(await takeBack(job)).toMatchObject({ code: 409, message: applicationMessages.nothingToTakeBack });
  expect((await they.shown()).shift).toMatchObject({ state: 'arrived' });
});

it('of two shifts staff revoke only the one without an arrival', async () => {
  const job = await awarded({ ...begun, dates: ['2027-03-10', '2027-03-12'] });
  await workerOf(job).arrive();
  expect((await takeBack(job)).data.shiftIds).toEqual([job.shiftIds[1]]);
  expect((await workerOf(job).shown()).shift).toMatchObject({ state: 'arrived' });
  const { docs } = (await api.call(myApplications, {} as never, { token: guard.token })).data;
  expect(docs.map(({ outcome, commitment }) => [outcome, commitment?.dates])).toEqual([['awarded', ['2027-03-10']]]);
});

it('a revoked award removes the shift from the guard, and their SOS stays', async () => {
  const { job, they, sosId } = await called();
  expect((await takeBack(job)).code).toBe(200);
  expect((await they.shown()).shift).toBeNull();
  expect((await they.start()).code).toBe(404);
  expect((await api.call(openSos, {})).data.map((one) => one.sosId)).toContain(sosId);
  const { rows } = await sql`select state, taken_back_at is not null as "takenBack" from assignments where guard_id = ${guard.id}`.execute(
    db(),
  );
  expect(rows).toEqual([{ state: 'taken-back', takenBack: true }]);
});

it('a guard with an SOS can still turn it off', async () => {
  const { job, they } = await called();
  await takeBack(job);
  expect(await they.sos({ active: false })).toMatchObject({ code: 200, data: { isActive: false } });
  const again = { jobId: job.jobId, shiftId: job.shiftIds[0] ?? '', active: true };
  expect((await api.call(raiseSos, again, { token: guard.token })).code).toBe(200);
});

it('a second award restores the leave', async () => {
  const later = await awarded({ dates: ['2027-03-20'] });
  const [shiftId = ''] = later.shiftIds;
  await api.call(applyLeave, { jobId: later.jobId, shiftId, shiftDate: '2027-03-20', leaveTitle: 1 }, { token: guard.token });
  await takeBack(later);
  expect((await api.call(leaveOfJob, { jobId: later.jobId }, { token: guard.token })).data).toEqual([]);
  await apply(later);
  await awardTo(later);
  expect((await api.call(leaveOfJob, { jobId: later.jobId }, { token: guard.token })).data).toMatchObject([{ shiftId, status: 0 }]);
});

it('a revoked award does not block an award of another job of that time', async () => {
  const job = await awarded();
  await takeBack(job);
  await awarded({ jobTitle: 'Across' });
  await apply(job);
  expect((await awardTo(job)).code).toBe(409);
});
