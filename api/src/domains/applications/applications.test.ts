import { toWire } from '@portal/contracts/_kernel/wire';
import { applyForJob, cancelApplication, cancellationReasons } from '@portal/contracts/applications/applications.endpoints';
import { award } from '@portal/contracts/applications/applications.staff';
import { approveGuard } from '@portal/contracts/guards/guards.staff';
import { jobDetail, searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { cancelJob } from '@portal/contracts/jobs/jobs.staff';
import { sql } from 'kysely';
import { applicationCalls, liveApplicationsOf } from '../../../test/applying';
import { unfinishedSteps } from '../../../test/onboarding-steps';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { db } from '../../platform/database/db';
import { sqlState } from '../../platform/database/errors';

let api: TestApi;
let guards: TestGuard[];

beforeAll(async () => {
  api = await startApi({ clock: '2027-03-10T15:00:00.000Z' });
  guards = await Promise.all(Array.from({ length: 8 }, () => api.guard()));
});
afterAll(() => api.stop());

const guard = (number: number) => guards[number] as TestGuard;
const { post, detail, apply } = applicationCalls(() => api, guard);

describe('apply for a job', () => {
  it('[API-JOB-11, API-JOB-12, AUTHZ-24, DATA-JOB-20] takes the stated fields; the job then lists the guard’s application', async () => {
    const job = await post();
    const wanted = { userId: job.jobId, jobId: job.jobId, shiftId: job.shiftIds[1] ?? '', isApply: 1 } as const;
    expect(toWire(applyForJob, wanted)).toEqual({ url: '/v1/apply-job/request-for-job', body: wanted });
    expect(await detail(job.jobId)).toMatchObject({ isAppliedStatus: false, applyGuardIds: [] });
    const reply = await api.call(applyForJob, wanted, { token: guard(0).token });
    expect(reply).toMatchObject({ status: 200, code: 200, message: 'Your application was received.' });
    const { rows } = await sql`select guard_id, shift_id from applications where job_id = ${job.jobId}`.execute(db());
    expect(rows).toEqual([{ guard_id: guard(0).id, shift_id: wanted.shiftId }]);
    expect(await detail(job.jobId)).toMatchObject({
      isAppliedStatus: true,
      applyGuardIds: [guard(0).id],
      appliedCount: 1,
      user: { registerAs: 'Business', businessDetails: [{ businessName: 'Portal Client' }] },
      shifts: job.shiftIds.map((shiftId) => ({ shiftId })),
    });
  });

  it.each(unfinishedSteps)(
    '[AUTHZ-10/4, AUTHZ-40] is for an approved guard: a guard at %s neither sees jobs nor applies, and gets the step',
    async (step, path) => {
      const job = await post();
      const pending = await api.guard({ step });
      const held = { status: 403, code: 403, data: { step, nextStep: path(pending.id) } };
      const wanted = { userId: job.jobId, jobId: job.jobId, shiftId: job.shiftIds[0] ?? '', isApply: 1 } as const;
      const ask = () => api.call(applyForJob, wanted, { token: pending.token });
      expect(await api.call(searchJobs, {} as never, { token: pending.token })).toMatchObject(held);
      expect(await api.call(jobDetail, { jobId: job.jobId } as never, { token: pending.token })).toMatchObject(held);
      expect(await ask()).toMatchObject(held);
      expect(await liveApplicationsOf(job.jobId)).toEqual({ live: 0, counted: 0 });
      if (step !== 'approval') return;
      await api.call(approveGuard, { guard: pending.email });
      expect((await api.call(searchJobs, {} as never, { token: pending.token })).code).toBe(200);
      expect((await ask()).code).toBe(200);
      expect(await liveApplicationsOf(job.jobId)).toEqual({ live: 1, counted: 1 });
    },
  );

  it('[API-JOB-13, JOBPAGE-29] answers 404 when the guard has already applied', async () => {
    const job = await post();
    await apply(job);
    expect(await apply(job)).toMatchObject({ status: 404, code: 404, message: 'Already Applied' });
    expect(await liveApplicationsOf(job.jobId)).toEqual({ live: 1, counted: 1 });
  });

  it('[JOBPAGE-30, JOBPAGE-31, JOBPAGE-32] the sixth guard is refused with the stated message', async () => {
    const job = await post();
    for (const number of [0, 1, 2, 3, 4]) expect((await apply(job, number)).code).toBe(200);
    expect(await apply(job, 5)).toMatchObject({ status: 409, message: '5 Guards Already Applied' });
  });

  it('[JOBPAGE-32] of many concurrent applications exactly five succeed, and the count agrees', async () => {
    const job = await post();
    const replies = await Promise.all(Array.from({ length: 50 }, (_, number) => apply(job, number % guards.length)));
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(5);
    expect(replies.filter(({ code }) => code >= 500)).toEqual([]);
    expect(await liveApplicationsOf(job.jobId)).toEqual({ live: 5, counted: 5 });
  });

  it('[JOBPAGE-28] two tabs that apply at the same moment make one application', async () => {
    const job = await post();
    const codes = (await Promise.all([apply(job), apply(job)])).map(({ code }) => code);
    expect(codes.sort()).toEqual([200, 404]);
    expect(await liveApplicationsOf(job.jobId)).toEqual({ live: 1, counted: 1 });
  });

  it('a repeat with the same key does not make a second application', async () => {
    const job = await post();
    const headers = { 'idempotency-key': `apply-${job.jobId}` };
    const first = await apply(job, 0, headers);
    expect((await apply(job, 0, headers)).message).toBe(first.message);
    expect(await liveApplicationsOf(job.jobId)).toEqual({ live: 1, counted: 1 });
  });

  it('the database itself refuses a sixth live application and a second one of a guard', async () => {
    const job = await post();
    const insert = (number: number) =>
      sql`insert into applications (job_id, guard_id, shift_id, created_at) values (${job.jobId}, ${guard(number).id}, ${job.shiftIds[0]}, now())`
        .execute(db())
        .then(() => 'stored', sqlState);
    expect([await insert(0), await insert(0)]).toEqual(['stored', '23505']);
    for (const number of [1, 2, 3, 4]) await insert(number);
    expect(await insert(5)).toBe('23514');
    await sql`update applications set state = 'withdrawn' where job_id = ${job.jobId} and guard_id = ${guard(0).id}`.execute(db());
    expect(await insert(5)).toBe('stored');
  });

  it('[JOBPAGE-33] refuses a shift that began a minute ago, and accepts a shift that begins a minute later', async () => {
    const job = await post({ dates: ['2027-03-10'], start: '09:59', end: '17:00' });
    expect(await apply(await post({ dates: ['2027-03-10'], start: '10:01', end: '17:00' }))).toMatchObject({ code: 200 });
    expect(await apply(job)).toMatchObject({ status: 409, message: 'You can not apply for this job due to job time passed away' });
    expect(await liveApplicationsOf(job.jobId)).toEqual({ live: 0, counted: 0 });
  });

  it('refuses a shift that begins this moment', async () => {
    const job = await post({ dates: ['2027-03-10'], start: '10:00', end: '17:00' });
    expect(await apply(job)).toMatchObject({ status: 409, message: 'You can not apply for this job due to job time passed away' });
    expect(await liveApplicationsOf(job.jobId)).toEqual({ live: 0, counted: 0 });
  });

  it('answers 410 for a job that was cancelled, does not exist, or has no such shift', async () => {
    const job = await post();
    await api.call(cancelJob, { jobId: job.jobId } as never);
    const none = '00000000-0000-4000-8000-000000000000';
    const codes = [
      await apply(job),
      await apply({ jobId: none, shiftIds: [none] }),
      await apply({ jobId: (await post()).jobId, shiftIds: [none] }),
    ];
    expect(codes.map(({ code }) => code)).toEqual([410, 410, 410]);
    expect(new Set(codes.map(({ message }) => message))).toEqual(new Set(['This job is no longer open for applications.']));
  });

  it('[API-JOB-11] names missing and malformed fields', async () => {
    const reply = await api.call(applyForJob, { userId: 'me', jobId: 'x', isApply: 2 } as never, { token: guard(0).token });
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.errors ?? {}).sort()).toEqual(['isApply', 'jobId', 'shiftId', 'userId']);
  });
});

describe('cancel an application', () => {
  const reasons = async () => (await api.call(cancellationReasons, {}, { token: guard(0).token })).data;
  const cancel = async (job: { jobId: string; shiftIds: string[] }, change: Record<string, unknown> = {}, number = 0) =>
    api.call(
      cancelApplication,
      { jobId: job.jobId, shiftId: job.shiftIds[0] ?? '', reasonId: (await reasons())[0]?.id ?? '', comment: ' Moved away ', ...change },
      { token: guard(number).token },
    );

  it('[API-JOB-19] cancellation reasons take no payload and reply data', async () => {
    const { code, data } = await api.call(cancellationReasons, {}, { token: guard(0).token });
    expect(code).toBe(200);
    expect(data.length).toBeGreaterThan(1);
    for (const reason of data) expect(reason).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: expect.stringMatching(/\w/) });
  });

  it('[JOBPAGE-40/4] ends the application, stores the reason, and frees the place', async () => {
    const job = await post();
    await apply(job);
    expect(await cancel(job)).toMatchObject({ status: 200, code: 200, message: expect.stringContaining('cancelled') });
    expect(await detail(job.jobId)).toMatchObject({ isAppliedStatus: false, applyGuardIds: [], appliedCount: 0 });
    const { rows } = await sql`select state, comment, withdrawn_at, reason_id from applications where job_id = ${job.jobId}`.execute(db());
    expect(rows).toEqual([
      { state: 'withdrawn', comment: 'Moved away', withdrawn_at: api.clock.now().toISOString(), reason_id: (await reasons())[0]?.id },
    ]);
    expect((await apply(job)).code).toBe(200);
  });

  it('[JOBPAGE-40/3] is refused without an application, once awarded, and once the job has begun', async () => {
    const job = await post();
    expect(await cancel(job)).toMatchObject({ status: 404, message: 'You have no open application for this job.' });
    await apply(job, 6);
    expect((await cancel(job)).code).toBe(404);
    await api.call(award, { jobId: job.jobId, guard: guard(6).id });
    expect(await cancel(job, {}, 6)).toMatchObject({ status: 409, message: expect.stringContaining('request leave') });
    const begun = await post({ dates: ['2027-03-10'], start: '11:00', end: '17:00' });
    await apply(begun);
    api.clock.set('2027-03-10T16:00:00.000Z');
    const reply = await cancel(begun);
    api.clock.set('2027-03-10T15:00:00.000Z');
    expect(reply).toMatchObject({ status: 409, message: 'An application can only be cancelled before the job begins.' });
    expect(await detail(begun.jobId)).toMatchObject({ isAppliedStatus: true });
  });

  it('is refused for a shift of another job', async () => {
    const job = await post();
    await apply(job);
    expect(await cancel(job, { shiftId: '00000000-0000-4000-8000-000000000000' })).toMatchObject({
      status: 409,
      message: 'An application can only be cancelled before the job begins.',
    });
    expect(await liveApplicationsOf(job.jobId)).toEqual({ live: 1, counted: 1 });
  });

  it('refuses an unknown reason with a message at its field', async () => {
    const job = await post();
    await apply(job);
    const reply = await cancel(job, { reasonId: '00000000-0000-4000-8000-000000000000' });
    expect(reply.errors).toEqual({ reasonId: 'Please choose a reason' });
  });

  it('needs no comment', async () => {
    const job = await post();
    await apply(job);
    expect((await cancel(job, { comment: undefined })).code).toBe(200);
    const { rows } = await sql`select comment from applications where job_id = ${job.jobId}`.execute(db());
    expect(rows).toEqual([{ comment: null }]);
  });

  it('is checked by the shift of the application, not by the one in the call', async () => {
    const job = await post({ dates: ['2027-03-10', '2027-03-20'], start: '11:00', end: '17:00' });
    await apply(job);
    api.clock.set('2027-03-10T16:00:00.000Z');
    const reply = await cancel(job, { shiftId: job.shiftIds[1] });
    api.clock.set('2027-03-10T15:00:00.000Z');
    expect(reply).toMatchObject({ status: 409, message: 'An application can only be cancelled before the job begins.' });
    expect((await cancel(job, { shiftId: job.shiftIds[1] })).code).toBe(200);
  });

  it.each([
    ['reasonId', { reasonId: '' }],
    ['reasonId', { reasonId: '00000000-0000-4000-8000-000000000000' }],
    ['comment', { comment: 'a'.repeat(1001) }],
  ])('names a %s that will not do', async (field, change) => {
    const job = await post();
    await apply(job);
    const reply = await cancel(job, change);
    expect([reply.status, Object.keys(reply.errors ?? {})]).toEqual([400, [field]]);
  });

  it('happens once when two tabs cancel at the same moment', async () => {
    const job = await post();
    await apply(job);
    expect((await Promise.all([cancel(job), cancel(job)])).map(({ code }) => code).sort()).toEqual([200, 404]);
    expect(await liveApplicationsOf(job.jobId)).toEqual({ live: 0, counted: 0 });
  });
});
