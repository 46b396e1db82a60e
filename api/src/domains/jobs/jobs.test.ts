import type { Input } from '@portal/contracts/_kernel/endpoint';
import { applyForJob, award } from '@portal/contracts/applications/applications.endpoints';
import { cancelJob, jobDetail, jobHistory, myJobs, postJob, removeJob } from '@portal/contracts/jobs/jobs.endpoints';
import { applyLeave, approveLeave } from '@portal/contracts/leave/leave.endpoints';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { sql } from 'kysely';
import { db } from '../../platform/db';
import { type TestGuard, testApi } from '../../testing/api';

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
const apply = (job: { jobId: string; shiftIds: string[] }) =>
  api.call(applyForJob, { userId: job.jobId, jobId: job.jobId, shiftId: job.shiftIds[0] ?? '', isApply: 1 }, { token: guard.token });
/** A job that the guard was awarded. */
const held = async (input: Post = {}) => {
  const job = await post(input);
  await apply(job);
  await api.call(award, { jobId: job.jobId, guard: guard.id });
  return job;
};
const detail = (jobId: string, input: Record<string, unknown> = {}) =>
  api.call(jobDetail, { jobId, ...input } as never, { token: guard.token });
const history = (input: Record<string, unknown> = {}) => api.call(jobHistory, input as never, { token: guard.token });
const mine = (input: Record<string, unknown> = {}) => api.call(myJobs, input as never, { token: guard.token });
/** The guard worked a shift from start to end and was paid. */
const worked = async (shiftId: string | undefined) => {
  await sql`update assignments a set state = 'ended', started_at = s.starts_at, ended_at = s.ends_at from shifts s where s.id = a.shift_id and s.id = ${shiftId}`.execute(
    db(),
  );
  await sql`insert into transactions (guard_id, job_id, assignment_id, kind, amount, created_at)
    select a.guard_id, a.job_id, a.id, 'credit', shift_pay(j.hourly_rate, s.starts_at, s.ends_at, a.started_at, a.ended_at), a.ended_at
    from assignments a join shifts s on s.id = a.shift_id join jobs j on j.id = a.job_id where s.id = ${shiftId}`.execute(db());
};

describe('job detail', () => {
  it('[API-JOB-08, API-JOB-09, DATA-JOB-18, DATA-JOB-19] shows owner, apply state and shifts of an open job', async () => {
    const { jobId, shiftIds } = await post();
    const { data } = await detail(jobId, { userId: '', shiftId: shiftIds[0], lat: 43.6, long: -79.4 });
    expect(data).toMatchObject({
      jobId,
      isAppliedStatus: false,
      applyGuardIds: [],
      jobStatus: 1,
      user: { registerAs: 'Business', businessDetails: [{ businessName: 'Portal Client' }] },
    });
    expect(data.shifts.map(({ shiftId }) => shiftId)).toEqual(shiftIds);
    expect([data.upcomingShifts.length, data.previoushifts.length]).toEqual([2, 0]);
    expect(data).toMatchObject({ earning: '0.00', upcomingEarning: '328.00', totalEarning: '328.00' });
  });

  it('[AUTHZ-25, DATA-JOB-16] a guard sees the shifts of a job that is not theirs, and its owner by id', async () => {
    const { jobId, shiftIds } = await post();
    const { data } = await detail(jobId);
    expect(data.upcomingShifts.map(({ shiftId, shiftDate, state }) => [shiftId, shiftDate, state])).toEqual([
      [shiftIds[0], '2027-03-12', null],
      [shiftIds[1], '2027-03-13', null],
    ]);
    expect(data.userId).toBe(data.user.id);
  });

  it('[DATA-JOB-30/2] earnings come from the hourly rate; the rate of the shift is only shown', async () => {
    const { jobId } = await held({ dates: ['2027-03-12'], hourlyRate: 20 });
    await sql`update shifts set customer_rate = 99 where job_id = ${jobId}`.execute(db());
    const { data } = await detail(jobId);
    expect(data).toMatchObject({ hourlyRate: '20.00', upcomingEarning: '160.00', upcomingShifts: [{ customerRate: '99.00' }] });
  });

  it('[API-JOB-10, DATA-JOB-14, DATA-JOB-15, DATA-JOB-21] splits own shifts at now and sums what was and will be earned', async () => {
    const { jobId, shiftIds } = await held({ dates: ['2027-03-12', '2027-03-13', '2027-03-15'] });
    api.clock.set('2027-03-13T12:00:00.000Z');
    await worked(shiftIds[0]);
    await api.call(applyLeave, { jobId, shiftId: shiftIds[2], shiftDate: '2027-03-15', leaveTitle: 1 } as never, { token: guard.token });
    await api.call(approveLeave, { guard: guard.id, shiftId: shiftIds[2] ?? '' });
    const { data } = await detail(jobId);
    expect(data.previoushifts).toMatchObject([
      { shiftId: shiftIds[0], state: 'ended', shiftDate: '2027-03-12', customerRate: '28.70', totalShiftHours: '8' },
    ]);
    expect(data.upcomingShifts).toMatchObject([{ state: 'awarded' }, { state: 'on-leave' }]);
    expect(data).toMatchObject({ earning: '164.00', upcomingEarning: '164.00', totalEarning: '328.00' });
  });

  it('a shift that nobody started is missed once it is over', async () => {
    const { jobId } = await held({ dates: ['2027-03-12'] });
    api.clock.set('2027-03-12T22:00:00.000Z');
    expect((await detail(jobId)).data.previoushifts).toMatchObject([{ state: 'missed' }]);
  });

  it.each([
    ['2027-03-12T13:59:59.000Z', 6],
    ['2027-03-12T14:00:00.000Z', 4],
    ['2027-03-13T21:59:59.000Z', 4],
    ['2027-03-13T22:00:00.000Z', 7],
  ])('at %s a job that the guard holds is shown as %i', async (instant, status) => {
    const { jobId } = await held();
    api.clock.set(instant);
    expect((await detail(jobId)).data.jobStatus).toBe(status);
  });

  it('hides jobs that are not open from guards who have nothing to do with them', async () => {
    const waiting = await post();
    const own = await held();
    for (const { jobId } of [waiting, own]) await sql`update jobs set status = 5 where id = ${jobId}`.execute(db());
    expect(await detail(waiting.jobId)).toMatchObject({ status: 404, message: 'This job is no longer there.', data: null });
    expect((await detail(own.jobId)).data.jobStatus).toBe(5);
    expect((await detail('nonsense')).errors).toEqual({ jobId: 'Unknown id' });
  });
});

describe('my jobs and job history', () => {
  const titles = ({ data }: { data: { docs: { jobTitle: string }[] } }) => data.docs.map(({ jobTitle }) => jobTitle);

  let worker: TestGuard;

  beforeAll(async () => {
    api.clock.set(NOW);
    guard = worker = await api.guard();
    const past = await held({ jobTitle: 'Past', dates: ['2027-03-11'] });
    await held({ jobTitle: 'Running', dates: ['2027-03-12', '2027-03-13'] });
    await held({ jobTitle: 'Coming', dates: ['2027-03-20'] });
    const closed = await held({ jobTitle: 'Closed', dates: ['2027-03-10'], start: '11:00', end: '12:00' });
    await apply(await post({ jobTitle: 'Applied', dates: ['2027-03-25'] }));
    await apply(await post({ jobTitle: 'Lost', dates: ['2027-03-11'] }));
    await post({ jobTitle: 'Not mine' });
    await sql`update jobs set status = 5 where id = ${closed.jobId}`.execute(db());
    await worked(closed.shiftIds[0]);
    await worked(past.shiftIds[0]);
  });
  beforeEach(() => {
    guard = worker;
    api.clock.set('2027-03-12T15:00:00.000Z');
  });

  it('[API-JOB-14, API-JOB-16, HISTORY-16, MYPROFILE-20/1] isComplete tells completed from active jobs', async () => {
    expect(titles(await mine({ isComplete: 1, limit: 3, page: 1, searchBy: '' }))).toEqual(['Past', 'Closed']);
    expect(titles(await mine({ isComplete: 0 })).sort()).toEqual(['Applied', 'Coming', 'Running']);
    expect((await mine({})).data.total).toBe(5);
    const under = async (codes: number[]) => (await Promise.all(codes.map((isComplete) => history({ isComplete })))).flatMap(titles).join();
    expect([await under([5, 7]), await under([1, 4, 6])]).toEqual(['Closed,Past', 'Applied,Running,Coming']);
  });

  it('[API-JOB-15, API-JOB-30/1] soonest first by either name of the order, what is over last', async () => {
    expect(titles(await mine({ sort: 'asc', limit: 10 }))).toEqual(['Running', 'Coming', 'Applied', 'Past', 'Closed']);
    expect(titles(await mine({ sortBy: 'asc', limit: 10 }))).toEqual(titles(await mine({ sort: 'asc' })));
    expect(titles(await mine({}))).toEqual(['Applied', 'Coming', 'Running', 'Past', 'Closed']);
  });

  it('[API-JOB-17, API-JOB-18, API-GEN-07] history pages over the same jobs and says how many pages there are', async () => {
    const { data } = await history({ page: 2, limit: 2, sortBy: 'desc', searchBy: '', isComplete: '' });
    expect(data).toMatchObject({ total: 5, pages: 3, docs: [{ jobTitle: 'Running' }, { jobTitle: 'Past' }] });
    expect(titles(await history({ searchBy: 'comi' }))).toEqual(['Coming']);
  });

  it.each([
    ['HISTORY-17', 1, ['Applied']],
    ['HISTORY-18', 4, ['Running']],
    ['HISTORY-19', 5, ['Closed']],
    ['HISTORY-20', 6, ['Coming']],
    ['HISTORY-21', 7, ['Past']],
  ])('[%s] isComplete=%i selects by the shown status', async (_id, isComplete, expected) => {
    const reply = await history({ isComplete });
    expect(titles(reply)).toEqual(expected);
    expect(reply.data.docs.map(({ jobStatus }) => jobStatus)).toEqual([isComplete]);
  });

  it('[AUTHZ-33, DATA-JOB-17, HISTORY-11] a guard reviews all their jobs; totalEarning[0].credit is what was credited for one', async () => {
    const { data } = await history();
    expect(data.docs.map(({ jobTitle, totalEarning }) => [jobTitle, totalEarning[0]?.credit])).toEqual([
      ['Applied', '0.00'],
      ['Coming', '0.00'],
      ['Running', '0.00'],
      ['Past', '164.00'],
      ['Closed', '20.50'],
    ]);
  });

  it("never shows another guard's jobs", async () => {
    const other = await api.guard();
    expect((await api.call(jobHistory, {} as never, { token: other.token })).data).toMatchObject({ docs: [], total: 0, pages: 0 });
  });
});

describe('staff', () => {
  it.each([
    [1, ['2027-03-12']],
    [2, ['2027-03-12', '2027-03-13', '2027-03-14']],
    [3, ['2027-03-12', '2027-03-14']],
  ])('post a job of type %i from its dates', async (jobType, dates) => {
    const { jobId, shiftIds, jobStatus } = await post({ dates });
    expect([shiftIds.length, jobStatus]).toEqual([dates.length, 1]);
    expect((await detail(jobId)).data).toMatchObject({ jobType, customDates: jobType === 3 ? dates : [] });
  });

  it('post with nothing but a title: tomorrow at the site; an unknown city or speciality is named', async () => {
    const { data } = await api.call(postJob, { jobTitle: 'Short' } as never);
    expect((await detail(data.jobId)).data).toMatchObject({ jobDate: '2027-03-11', hourlyRate: '25.00' });
    const refused = [
      await api.call(postJob, { jobTitle: 'x', city: 'Paris' } as never),
      await api.call(postJob, { jobTitle: 'x', speciality: 'Diving' } as never),
    ];
    expect(refused.map(({ code, errors }) => [code, Object.keys(errors ?? {})])).toEqual([
      [400, ['city']],
      [400, ['speciality']],
    ]);
  });

  it('cancel an approved job once; whoever applied is told', async () => {
    const { jobId } = await held();
    api.clock.advance({ minutes: 5 });
    expect((await api.call(cancelJob, { jobId, reason: 'Rain' })).data).toMatchObject({ jobId, jobStatus: 3 });
    expect((await api.call(cancelJob, { jobId } as never)).code).toBe(409);
    expect((await detail(jobId)).data.jobStatus).toBe(3);
    const { data } = await api.call(listNotifications, {} as never, { token: guard.token });
    expect(data.docs[0]).toMatchObject({ title: 'Job cancelled', description: 'Gate watch: Rain' });
  });

  it.each([0, 1, 2, 3, 5])('[CODE-41, SHELL-48/1] cancel a job, which only an approved one takes: of the status %i', async (status) => {
    const { jobId } = await held();
    await sql`update jobs set status = ${status} where id = ${jobId}`.execute(db());
    const { code } = await api.call(cancelJob, { jobId, reason: 'Rain' });
    expect([code, (await detail(jobId)).data.jobStatus]).toEqual(status === 1 ? [200, 3] : [409, status]);
  });

  it('remove a job that was posted as a test, with all that hangs on it, and no other', async () => {
    const real = await held();
    const test = await held({ isTest: true });
    expect((await api.call(removeJob, { jobId: real.jobId })).code).toBe(409);
    expect((await api.call(removeJob, { jobId: test.jobId })).data).toEqual({ removed: [test.jobId] });
    expect((await detail(test.jobId)).code).toBe(404);
    expect((await history()).data.total).toBe(1);
  });
});
