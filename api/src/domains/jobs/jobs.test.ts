import type { Input } from '@portal/contracts/_kernel/endpoint';
import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { award } from '@portal/contracts/applications/applications.staff';
import { jobDetail, jobHistory, myJobs, searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { cancelJob, postJob, removeJob } from '@portal/contracts/jobs/jobs.staff';
import { applyLeave } from '@portal/contracts/leave/leave.endpoints';
import { approveLeave } from '@portal/contracts/leave/leave.staff';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { sql } from 'kysely';
import { markWorked } from '../../../test/shifts';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();
let guard: TestGuard;

const NOW = '2027-03-10T15:00:00.000Z';
beforeEach(async () => {
  api.clock.set(NOW);
  guard = await api.guard();
});

type Post = Partial<Input<typeof postJob>>;
const post = async (input: Post = {}) =>
  (
    await api.call(postJob, {
      jobTitle: 'Gate watch',
      dates: ['2027-03-12', '2027-03-13'],
      start: '09:00',
      end: '17:00',
      hourlyRate: 20.5,
      ...input,
    } as Input<typeof postJob>)
  ).data;
const apply = (job: { jobId: string; shiftIds: string[] }, { token } = guard) =>
  api.call(applyForJob, { userId: job.jobId, jobId: job.jobId, shiftId: job.shiftIds[0] ?? '', isApply: 1 }, { token });
/** A job that the guard was awarded. */
const held = async (input: Post = {}) => {
  const job = await post(input);
  await apply(job);
  await api.call(award, { jobId: job.jobId, guard: guard.id });
  return job;
};
/** One row of every kind that guards and staff store about a job, for each of its shifts. */
async function hangOn(jobId: string): Promise<void> {
  const held = sql`from assignments a where job_id = ${jobId}`;
  for (const row of [
    sql`leaves (guard_id, shift_id, leave_title, created_at) select guard_id, shift_id, 1, now() ${held}`,
    sql`ratings (guard_id, job_id, shift_id, rating, created_at) select guard_id, job_id, shift_id, 4, now() ${held}`,
    sql`transactions (guard_id, job_id, assignment_id, kind, amount, created_at) select guard_id, job_id, id, 'credit', 20, now() ${held}`,
    sql`tickets (guard_id, job_id, ticket_type, ticket_title, description, images, created_at)
      select guard_id, job_id, 1, 'Pay', 'Late', '{a.png}', now() ${held}`,
    sql`ticket_responses (ticket_id, response, created_at) select id, 'Paid', now() from tickets where job_id = ${jobId}`,
    sql`e_notes (guard_id, job_id, shift_id, type, title, description, event_time, at, created_at)
      select guard_id, job_id, shift_id, 1, 'Gate', 'Shut', '10:00', now(), now() ${held}`,
  ])
    await sql`insert into ${row}`.execute(db());
}
const detail = (jobId: string, input: Record<string, unknown> = {}) =>
  api.call(jobDetail, { jobId, ...input } as never, { token: guard.token });
describe('job detail', () => {
  it('[API-JOB-08] takes jobId, userId, shiftId, lat and long, and validates each', async () => {
    expect(Object.keys((jobDetail.input as unknown as { fields: object }).fields)).toEqual(['jobId', 'userId', 'shiftId', 'lat', 'long']);
    const { jobId, shiftIds } = await post();
    const asked = { userId: guard.id, shiftId: shiftIds[1], lat: 43.6, long: -79.4 };
    expect((await detail(jobId, asked)).data).toMatchObject({ jobId, shiftId: shiftIds[1], jobDate: '2027-03-13' });
    const refused = async (input: Record<string, unknown>) => {
      const { code, errors } = await detail(jobId, { ...asked, ...input });
      return [code, Object.keys(errors ?? {})];
    };
    for (const [key, value] of Object.entries({ jobId: '7', userId: 'x'.repeat(201), shiftId: 'x'.repeat(201), lat: 90.1, long: 'west' }))
      expect(await refused({ [key]: value })).toEqual([400, [key]]);
  });

  it('[API-JOB-09] replies code and, in data, apply state, owner and shifts', async () => {
    const { jobId, shiftIds } = await post();
    const reply = await detail(jobId);
    expect(reply).toMatchObject({
      code: 200,
      data: {
        isAppliedStatus: false,
        applyGuardIds: [],
        user: { registerAs: 'Business' },
        shifts: shiftIds.map((shiftId) => ({ shiftId })),
      },
    });
    expect(reply.data).toMatchObject({ jobId, jobStatus: 1, earning: '0.00', upcomingEarning: '328.00', totalEarning: '328.00' });
    expect([reply.data.upcomingShifts.length, reply.data.previoushifts.length]).toEqual([2, 0]);
    await apply({ jobId, shiftIds });
    expect(await detail(jobId)).toMatchObject({ code: 200, data: { isAppliedStatus: true, applyGuardIds: [guard.id] } });
    const other = await api.guard();
    const seen = async (by: TestGuard) => (await api.call(jobDetail, { jobId } as never, { token: by.token })).data;
    await apply(await post({ jobTitle: 'Hall watch' }), other);
    expect(await seen(other)).toMatchObject({ isAppliedStatus: false, appliedCount: 1, applyGuardIds: [] });
    api.clock.advance({ minutes: 1 });
    await apply({ jobId, shiftIds }, other);
    for (const by of [guard, other])
      expect(await seen(by)).toMatchObject({ isAppliedStatus: true, appliedCount: 2, applyGuardIds: [by.id] });
  });

  it.each([
    ['DATA-JOB-18, DATA-JOB-19', 'Business', 'North Gate Ltd.', [{ businessName: 'North Gate Ltd.' }]],
    ['DATA-JOB-18, DATA-JOB-19', 'Incorporation', 'Harbour Inc.', [{ businessName: 'Harbour Inc.' }]],
    ['DATA-JOB-18', 'Individual', null, []],
  ])('[%s] an owner registered as %s has first and last name, and what belongs to the business', async (_id, as, business, details) => {
    const { jobId } = await post();
    await sql`with owner as (insert into customers (register_as, first_name, last_name, business_name)
      values (${as}, 'Ann', 'Lee', ${business}) returning id) update jobs set customer_id = owner.id from owner where jobs.id = ${jobId}`.execute(
      db(),
    );
    const { user } = (await detail(jobId)).data;
    expect(user).toEqual({ id: expect.any(String), registerAs: as, firstName: 'Ann', lastName: 'Lee', businessDetails: details });
  });

  it('[AUTHZ-25, DATA-JOB-16] a guard sees the shifts of a job of others, and its owner by id', async () => {
    const { jobId, shiftIds } = await post();
    const { data } = await detail(jobId);
    expect(data.upcomingShifts.map(({ shiftId, shiftDate, state }) => [shiftId, shiftDate, state])).toEqual([
      [shiftIds[0], '2027-03-12', null],
      [shiftIds[1], '2027-03-13', null],
    ]);
    expect(data.userId).toBe(data.user.id);
    const pending = await api.guard({ step: 'work-profile' });
    expect((await api.call(jobDetail, { jobId } as never, {})).code).toBe(401);
    expect((await api.call(jobDetail, { jobId } as never, { token: pending.token })).code).toBe(403);
  });

  it('[DATA-JOB-30/2, DATA-JOB-30/3] a shift has one rate and is paid by it', async () => {
    const { jobId } = await held({ dates: ['2027-03-12'], hourlyRate: 20 });
    const reply = await detail(jobId);
    expect(reply.data).toMatchObject({ hourlyRate: '20.00', upcomingEarning: '160.00', upcomingShifts: [{ customerRate: '20.00' }] });
    expect(JSON.stringify(reply)).not.toContain('"28.00"');
  });

  it('shows every date, all hours and the whole pay of the shifts that an award gives', async () => {
    const { jobId, shiftIds } = await post({ dates: ['2027-03-12', '2027-03-13', '2027-03-15'] });
    const all = { dates: ['2027-03-12', '2027-03-13', '2027-03-15'], hours: '24', pay: '492.00' };
    expect((await detail(jobId)).data.commitment).toEqual(all);
    const found = await api.call(searchJobs, { searchBy: 'Gate watch', limit: 50 } as never, { token: guard.token });
    expect(found.data.docs.find((job) => job.jobId === jobId)?.commitment).toEqual(all);
    api.clock.set('2027-03-12T22:00:00.000Z');
    expect((await detail(jobId)).data.commitment).toEqual({ dates: ['2027-03-13', '2027-03-15'], hours: '16', pay: '328.00' });
    await api.call(applyForJob, { userId: jobId, jobId, shiftId: shiftIds[1] ?? '', isApply: 1 }, { token: guard.token });
    expect((await api.call(award, { jobId, guard: guard.id })).data.shiftIds).toEqual(shiftIds.slice(1));
  });

  it('[API-JOB-10, DATA-JOB-14, DATA-JOB-15, DATA-JOB-21] splits own shifts by the present time and sums past and future pay', async () => {
    const { jobId, shiftIds } = await held({ dates: ['2027-03-12', '2027-03-13', '2027-03-15', '2027-03-16'] });
    api.clock.set('2027-03-13T12:00:00.000Z');
    await markWorked(shiftIds[0] ?? '');
    await api.call(applyLeave, { jobId, shiftId: shiftIds[2], shiftDate: '2027-03-15', leaveTitle: 1 } as never, { token: guard.token });
    await api.call(approveLeave, { guard: guard.id, shiftId: shiftIds[2] ?? '' });
    const { data } = await detail(jobId);
    expect(data.previoushifts).toMatchObject([
      {
        shiftId: shiftIds[0],
        state: 'ended',
        shiftDate: '2027-03-12',
        startTime: '2027-03-12T14:00:00.000Z',
        endTime: '2027-03-12T22:00:00.000Z',
        customerRate: '20.50',
        totalShiftHours: '8',
      },
    ]);
    expect(data.upcomingShifts).toMatchObject([{ state: 'awarded' }, { state: 'on-leave' }, { state: 'awarded' }]);
    expect(data).toMatchObject({ earning: '164.00', upcomingEarning: '328.00', totalEarning: '492.00' });
  });

  it('approved leave is neither the next date nor part of the commitment for its guard; another guard sees all dates', async () => {
    const dates = ['2027-03-12', '2027-03-13', '2027-03-15'];
    const { jobId, shiftIds } = await held({ dates });
    const other = await api.guard();
    const seen = async ({ token } = guard) => (await api.call(jobDetail, { jobId } as never, { token })).data;
    const all = { dates, hours: '24', pay: '492.00' };
    await api.call(applyLeave, { jobId, shiftId: shiftIds[0], shiftDate: dates[0], leaveTitle: 1 } as never, { token: guard.token });
    expect(await seen()).toMatchObject({ jobDate: dates[0], commitment: all });
    await api.call(approveLeave, { guard: guard.id, shiftId: shiftIds[0] ?? '' });
    const left = { jobDate: dates[1], shiftId: shiftIds[1], commitment: { dates: dates.slice(1), hours: '16', pay: '328.00' } };
    expect(await seen()).toMatchObject({ ...left, upcomingEarning: '328.00' });
    expect((await detail(jobId, { shiftId: shiftIds[0] })).data).toMatchObject(left);
    const { data } = await api.call(myJobs, { isComplete: 0, sort: 'asc' } as never, { token: guard.token });
    expect(data.docs).toMatchObject([left]);
    expect(await seen(other)).toMatchObject({ jobDate: dates[0], commitment: all });
    // The search lists jobs with all their shifts, not with the guard's commitment.
    const found = await api.call(searchJobs, { searchBy: 'Gate watch', limit: 50 } as never, { token: guard.token });
    expect(found.data.docs.find((job) => job.jobId === jobId)).toMatchObject({ jobDate: dates[0], commitment: all });
  });

  it('a job with only approved leave ahead shows its last date and no commitment', async () => {
    const dates = ['2027-03-12', '2027-03-13'];
    const { jobId, shiftIds } = await held({ dates });
    for (const [n, shiftId] of shiftIds.entries()) {
      await api.call(applyLeave, { jobId, shiftId, shiftDate: dates[n], leaveTitle: 1 } as never, { token: guard.token });
      await api.call(approveLeave, { guard: guard.id, shiftId });
    }
    expect((await detail(jobId)).data).toMatchObject({ jobDate: dates[1], commitment: null, upcomingEarning: '0.00' });
  });

  it('[JOBDETAIL-20] a shift is either upcoming or previous at any time, from before the first to after the last', async () => {
    const { jobId, shiftIds } = await held({ dates: ['2027-03-12', '2027-03-13'] });
    const places = async (instant: string) => {
      api.clock.set(instant);
      const { upcomingShifts, previoushifts } = (await detail(jobId)).data;
      return [upcomingShifts, previoushifts].map((list) => list.map(({ shiftId }) => shiftIds.indexOf(shiftId)));
    };
    expect(await places('2027-03-12T13:59:59.000Z')).toEqual([[0, 1], []]);
    expect(await places('2027-03-12T21:59:59.000Z')).toEqual([[0, 1], []]);
    expect(await places('2027-03-12T22:00:00.000Z')).toEqual([[1], [0]]);
    expect(await places('2027-03-13T21:59:59.000Z')).toEqual([[1], [0]]);
    expect(await places('2027-03-13T22:00:00.000Z')).toEqual([[], [0, 1]]);
  });

  it('[SHELL-48/2] a shift that was never started is missed once it is over', async () => {
    const { jobId } = await held({ dates: ['2027-03-12'] });
    api.clock.set('2027-03-12T22:00:00.000Z');
    expect((await detail(jobId)).data.previoushifts).toMatchObject([{ state: 'missed' }]);
  });

  it.each([
    ['2027-03-12T13:59:59.000Z', 6],
    ['2027-03-12T14:00:00.000Z', 4],
    ['2027-03-13T21:59:59.000Z', 4],
    ['2027-03-13T22:00:00.000Z', 7],
  ])('[SHELL-48/1] at %s a job that the guard holds is shown as %i', async (instant, status) => {
    const { jobId } = await held();
    api.clock.set(instant);
    expect((await detail(jobId)).data.jobStatus).toBe(status);
  });

  it('hides jobs that are not open from guards without an application or a shift', async () => {
    const waiting = await post();
    const own = await held();
    for (const { jobId } of [waiting, own]) await sql`update jobs set status = 5 where id = ${jobId}`.execute(db());
    expect(await detail(waiting.jobId)).toMatchObject({ status: 404, message: 'This job is no longer available.', data: null });
    expect((await detail(own.jobId)).data.jobStatus).toBe(5);
    expect((await detail('nonsense')).errors).toEqual({ jobId: 'Unknown id' });
  });
});

it('[AUTHZ-10/4] the search refuses a guard who has a step to finish, with that step', async () => {
  const pending = await api.guard({ step: 'otp' });
  const reply = await api.call(searchJobs, {} as never, { token: pending.token });
  expect(reply).toMatchObject({ status: 403, code: 403, data: { nextStep: `/guard/otp/${pending.id}` } });
});

describe('staff', () => {
  it.each([
    ['CODE-16, DATA-JOB-03', 1, ['2027-03-12']],
    ['CODE-17, DATA-JOB-03', 2, ['2027-03-12', '2027-03-13', '2027-03-14']],
    ['CODE-18, DATA-JOB-03', 3, ['2027-03-12', '2027-03-14']],
  ])('[%s] post a job of type %i from its dates', async (_id, jobType, dates) => {
    const { jobId, shiftIds, jobStatus } = await post({ dates });
    expect([shiftIds.length, jobStatus]).toEqual([dates.length, 1]);
    expect((await detail(jobId)).data).toMatchObject({ jobType, customDates: jobType === 3 ? dates : [] });
  });

  it('post with a title alone: tomorrow at the site; an unknown city or speciality is named', async () => {
    const { data } = await api.call(postJob, { jobTitle: 'Short' } as never);
    expect((await detail(data.jobId)).data).toMatchObject({ jobDate: '2027-03-11', hourlyRate: '25.00' });
    const refused = [
      await api.call(postJob, { jobTitle: 'x', city: 'Atlantis' } as never),
      await api.call(postJob, { jobTitle: 'x', speciality: 'Diving' } as never),
    ];
    expect(refused.map(({ code, errors }) => [code, Object.keys(errors ?? {})])).toEqual([
      [400, ['city']],
      [400, ['speciality']],
    ]);
  });

  it('cancel an approved job once; guards who applied are notified', async () => {
    const { jobId } = await held();
    api.clock.advance({ minutes: 5 });
    expect((await api.call(cancelJob, { jobId, reason: 'Rain' })).data).toMatchObject({ jobId, jobStatus: 3 });
    expect((await api.call(cancelJob, { jobId } as never)).code).toBe(409);
    expect((await detail(jobId)).data.jobStatus).toBe(3);
    const { data } = await api.call(listNotifications, {} as never, { token: guard.token });
    expect(data.docs[0]).toMatchObject({ title: 'Job cancelled', description: 'Gate watch: Rain' });
  });

  it.each([0, 1, 2, 3, 5])('[CODE-41/1, SHELL-48/1] cancel a job, which only an approved one takes: of the status %i', async (status) => {
    const { jobId } = await held();
    await sql`update jobs set status = ${status} where id = ${jobId}`.execute(db());
    const { code } = await api.call(cancelJob, { jobId, reason: 'Rain' });
    expect([code, (await detail(jobId)).data.jobStatus]).toEqual(status === 1 ? [200, 3] : [409, status]);
  });

  it('remove a job that was posted as a test, with all its rows, and no other', async () => {
    const real = await held();
    const test = await held({ isTest: true, dates: ['2027-03-14'] });
    expect((await api.call(removeJob, { jobId: real.jobId })).code).toBe(409);
    await hangOn(test.jobId);
    expect((await api.call(removeJob, { jobId: test.jobId })).data).toEqual({ removed: [test.jobId] });
    expect((await detail(test.jobId)).code).toBe(404);
    expect((await api.call(jobHistory, {} as never, { token: guard.token })).data.total).toBe(1);
  });
});
