import type { Input } from '@portal/contracts/_kernel/endpoint';
import { applyForJob, cancelApplication, cancellationReasons, myApplications } from '@portal/contracts/applications/applications.endpoints';
import { award, cancelAward, refuseApplication } from '@portal/contracts/applications/applications.staff';
import { jobDetail, myJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { cancelJob, postJob } from '@portal/contracts/jobs/jobs.staff';
import { applyLeave } from '@portal/contracts/leave/leave.endpoints';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { sql } from 'kysely';
import { connectTalker } from '../../../test/chat';
import { withFailingInserts } from '../../../test/failing-inserts';
import { collectChanges } from '../../../test/socket';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db, waitForBackground } from '../../platform/database/db';

const NONE = '00000000-0000-4000-8000-000000000000';
const api = testApi();
let guard: TestGuard;

beforeEach(async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  guard = await api.guard();
});

type Job = { jobId: string; shiftIds: string[] };
const post = async (input: Partial<Input<typeof postJob>> = {}): Promise<Job> =>
  (await api.call(postJob, { jobTitle: 'Gate watch', dates: ['2027-03-12', '2027-03-13'], ...input } as never)).data;
const apply = (job: Job, who = guard) =>
  api.call(applyForJob, { userId: job.jobId, jobId: job.jobId, shiftId: job.shiftIds[0] ?? '', isApply: 1 }, { token: who.token });
const awardTo = (job: Job, who = guard) => api.call(award, { jobId: job.jobId, guard: who.id });
const refuse = (job: Job, reason?: string) => api.call(refuseApplication, { jobId: job.jobId, guard: guard.email, reason });
const takeBack = (job: Job, reason?: string) => api.call(cancelAward, { jobId: job.jobId, guard: guard.email, reason });
const mine = async () => (await api.call(myApplications, {}, { token: guard.token })).data;
const outcomeOf = async (job: Job) => (await mine()).docs.find(({ jobId }) => jobId === job.jobId);
const told = async () =>
  (await api.call(listNotifications, {}, { token: guard.token })).data.docs.map(({ title, description, to }) => [title, description, to]);
const applied = async () => {
  const job = await post();
  await apply(job);
  return job;
};
const awarded = async (input: Partial<Input<typeof postJob>> = {}) => {
  const job = await post(input);
  await apply(job);
  await awardTo(job);
  return job;
};

describe('refuse', () => {
  it('notifies the guard, frees the place, and they may apply again', async () => {
    const job = await post();
    await apply(job);
    expect(await refuse(job, 'Somebody nearer was found.')).toMatchObject({ code: 200, data: { jobId: job.jobId, guardId: guard.id } });
    expect(await outcomeOf(job)).toMatchObject({ outcome: 'refused', reason: 'Somebody nearer was found.' });
    expect(await told()).toEqual([['Your application was not successful', 'Gate watch: Somebody nearer was found.', '/all-job']]);
    expect((await api.call(jobDetail, { jobId: job.jobId }, { token: guard.token })).data).toMatchObject({
      appliedCount: 0,
      isAppliedStatus: false,
    });
    expect((await apply(job)).code).toBe(200);
    expect((await mine()).docs.map(({ outcome }) => outcome).sort()).toEqual(['refused', 'waiting']);
  });

  it.each([
    ['the guard has not applied', async () => post(), 404, 'This guard has no open application for this job.'],
    ['it was awarded', async () => awarded(), 409, 'This guard was already awarded this job.'],
    ['there is no such job', async () => ({ jobId: NONE, shiftIds: [] }), 404, 'This guard has no open application for this job.'],
  ])('is refused itself when %s', async (_what, make, code, message) => {
    expect(await refuse(await make())).toMatchObject({ code, message });
  });
});

describe('revoke an award', () => {
  it('removes the shifts with their leave, notifies the guard, and frees the place', async () => {
    const job = await awarded();
    await api.call(
      applyLeave,
      { jobId: job.jobId, shiftId: job.shiftIds[1] ?? '', shiftDate: '2027-03-13', leaveTitle: 1 },
      { token: guard.token },
    );
    api.clock.advance({ minutes: 1 });
    expect((await takeBack(job, 'The site is closed.')).data.shiftIds.sort()).toEqual([...job.shiftIds].sort());
    expect(await outcomeOf(job)).toMatchObject({ outcome: 'taken-back', reason: 'The site is closed.' });
    expect((await told())[0]).toEqual(['An award was cancelled', 'Gate watch: The site is closed.', '/all-job']);
    expect((await api.call(myJobs, {}, { token: guard.token })).data.total).toBe(0);
    expect((await api.call(jobDetail, { jobId: job.jobId }, { token: guard.token })).data.appliedCount).toBe(0);
    expect(await takeBack(job)).toMatchObject({ code: 404, message: 'This guard has no open application for this job.' });
  });

  it.each([
    ['it was not awarded', applied],
    ['there is no such job', async () => ({ jobId: NONE, shiftIds: [] })],
  ])('is refused itself when %s', async (_what, make) => {
    const job = await make();
    expect(await takeBack(job)).toMatchObject({ code: 404, message: 'This guard has no open application for this job.' });
  });

  it('names the job alone when no reason is given', async () => {
    const job = await awarded();
    api.clock.advance({ minutes: 1 });
    await takeBack(job);
    expect((await told())[0]).toEqual(['An award was cancelled', 'Gate watch', '/all-job']);
  });

  it('leaves shifts that were worked, and refuses when no other shift is left', async () => {
    const job = await awarded();
    await sql`update assignments a set state = 'ended', started_at = s.starts_at, ended_at = s.ends_at from shifts s where s.id = a.shift_id and s.id = ${job.shiftIds[0]}`.execute(
      db(),
    );
    api.clock.set('2027-03-13T01:00:00.000Z');
    expect((await takeBack(job)).data.shiftIds).toEqual([job.shiftIds[1]]);
    expect(await outcomeOf(job)).toMatchObject({ outcome: 'awarded' });
    expect(await takeBack(job)).toMatchObject({ code: 409, message: 'No shift of this award is ahead, so nothing can be taken back.' });
  });
});

describe('award', () => {
  it('of one shift names one shift in the alert, and links to the job', async () => {
    const job = await awarded({ dates: ['2027-03-12'] });
    expect(await told()).toEqual([['You were awarded a job', 'Gate watch: one shift is yours.', `/jobDetail?jobId=${job.jobId}`]]);
  });

  it('is sent by e-mail and text message with the first day and time at the site, the place and the address of the job', async () => {
    const job = await awarded();
    await waitForBackground();
    const { rows } = await sql<{ channel: string; body: string }>`
      select channel, body from outgoing_messages where guard_id = ${guard.id} and subject = 'You were awarded a job' order by channel`.execute(
      db(),
    );
    const { rows: jobs } = await sql<{ place: string }>`select place from jobs where id = ${job.jobId}`.execute(db());
    const details = [
      'First shift: Fri, Mar 12, 2027, 9:00 a.m. – 5:00 p.m.',
      `Site: ${jobs[0]?.place}`,
      `https://portal.example.com/jobDetail?jobId=${job.jobId}`,
    ].join('\n');
    expect(rows).toEqual([
      { channel: 'mail', body: `Gate watch: 2 shifts are yours.\n${details}` },
      { channel: 'sms', body: `You were awarded a job. Gate watch: 2 shifts are yours.\n${details}` },
    ]);
  });

  it('lets the guard into the job’s chat; revoking it closes the chat', async () => {
    const job = await awarded();
    const me = await connectTalker(api.url, guard, job);
    expect(await me.room()).toMatchObject({ jobId: { _id: job.jobId }, closed: null });
    await takeBack(job);
    const { closed } = await me.room();
    me.socket.close();
    expect(closed).toBe('award-taken-back');
  });

  it('is refused when the guard works elsewhere at that time, and names where', async () => {
    await awarded({ jobTitle: 'Across', start: '16:00', end: '20:00' });
    const job = await post({ dates: ['2027-03-13'] });
    await apply(job);
    const reply = await awardTo(job);
    expect(reply).toMatchObject({
      code: 409,
      message: 'This guard already works “Across” (Sat, Mar 13, 2027, 4:00 p.m. – 8:00 p.m.) at that time.',
    });
    expect(await outcomeOf(job)).toMatchObject({ outcome: 'waiting' });
  });

  it('takes a shift that begins when the other ends', async () => {
    await awarded({ start: '17:00', end: '20:00' });
    const job = await post();
    await apply(job);
    expect((await awardTo(job)).code).toBe(200);
  });

  it('is refused while an overdue shift still runs, and reports the overlap', async () => {
    const running = await awarded({ jobTitle: 'Across', dates: ['2027-03-12'], start: '08:00', end: '12:00' });
    const job = await post({ dates: ['2027-03-12'], start: '11:00', end: '20:00' });
    await apply(job);
    await sql`update assignments set state = 'running', arrived_at = now(), started_at = now() where shift_id = ${running.shiftIds[0]}`.execute(
      db(),
    );
    api.clock.set('2027-03-12T18:00:00.000Z');
    expect(await awardTo(job)).toMatchObject({ code: 409, message: 'This guard already works another shift at that time.' });
    expect(await outcomeOf(job)).toMatchObject({ outcome: 'passed' });
    expect((await api.call(myJobs, {}, { token: guard.token })).data.docs.map(({ jobId }) => jobId)).toEqual([running.jobId]);
  });

  it('a failure for another reason is not reported as an overlap: nothing is awarded, and it can be repeated', async () => {
    const job = await applied();
    const reply = await withFailingInserts('assignments', `new.guard_id = '${guard.id}'`, () => awardTo(job));
    expect([reply.code, (await outcomeOf(job))?.outcome]).toEqual([500, 'waiting']);
    expect((await awardTo(job)).code).toBe(200);
  });

  it('a guard who is awarded two overlapping jobs at the same moment gets one', async () => {
    const jobs = [await post(), await post(), await post()];
    for (const job of jobs) await apply(job);
    const replies = await Promise.all(jobs.map((job) => awardTo(job)));
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 409, 409]);
  });
});

it('an open page is notified of every decision', async () => {
  const job = await post();
  const during = async (act: () => Promise<unknown>) =>
    (await collectChanges(api.url, guard.token, act)).filter((domain) => !['notifications', 'chat'].includes(domain));
  expect(await during(() => apply(job))).toEqual(['applications', 'jobs']);
  expect(await during(() => refuse(job))).toEqual(['applications', 'jobs']);
  await apply(job);
  const reasonId = (await api.call(cancellationReasons, {}, { token: guard.token })).data[0]?.id ?? '';
  const withdraw = () => api.call(cancelApplication, { ...job, shiftId: job.shiftIds[0] ?? '', reasonId }, { token: guard.token });
  expect(await during(withdraw)).toEqual(['applications', 'jobs']);
  await apply(job);
  expect(await during(() => awardTo(job))).toEqual(['applications', 'jobs']);
  expect(await during(() => takeBack(job))).toEqual(['applications', 'jobs', 'leave']);
});

it('lists the guard’s own outcomes, pending ones first, then by the latest application', async () => {
  const other = await api.guard();
  await apply(await post(), other);
  const [waiting, cancelled, withdrawn, late] = [await post(), await post(), await post(), await post({ dates: ['2027-03-11'] })];
  for (const job of [waiting, cancelled, withdrawn, late]) {
    api.clock.advance({ minutes: 1 });
    await apply(job);
  }
  await api.call(cancelJob, { jobId: cancelled.jobId });
  const { data: reasons } = await api.call(cancellationReasons, {} as never, { token: guard.token });
  const reasonId = reasons[2]?.id ?? '';
  await api.call(cancelApplication, { jobId: withdrawn.jobId, shiftId: withdrawn.shiftIds[0] ?? '', reasonId }, { token: guard.token });
  api.clock.set('2027-03-11T20:00:00.000Z');
  const { docs, total } = await mine();
  expect(total).toBe(4);
  expect(docs.map(({ jobId, outcome, reason }) => [jobId, outcome, reason])).toEqual([
    [waiting.jobId, 'waiting', null],
    [late.jobId, 'passed', null],
    [withdrawn.jobId, 'withdrawn', reasons[2]?.name],
    [cancelled.jobId, 'job-cancelled', null],
  ]);
  expect((await api.call(myApplications, { page: 2, limit: 3 } as never, { token: guard.token })).data.docs).toHaveLength(1);
});

it('an application has all shifts with hours and pay: the remaining shifts while it waits, all awarded shifts later', async () => {
  const days = { dates: ['2027-03-12', '2027-03-13', '2027-03-20'] };
  const [waiting, yours] = [await post(days), await awarded({ ...days, start: '18:00', end: '23:00' })];
  await apply(waiting);
  const commitmentsOf = async () => [(await outcomeOf(waiting))?.commitment, (await outcomeOf(yours))?.commitment];
  const all = { dates: days.dates, hours: '15', pay: '375.00' };
  expect(await commitmentsOf()).toEqual([{ dates: days.dates, hours: '24', pay: '600.00' }, all]);
  api.clock.set('2027-03-13T23:30:00.000Z');
  expect(await commitmentsOf()).toEqual([{ dates: ['2027-03-20'], hours: '8', pay: '200.00' }, all]);
});

it.each([
  ['4370000001', 'both', { isEmail: true, isSMS: true }, ['mail', 'sms']],
  ['4370000002', 'e-mail only', { isEmail: true, isSMS: false }, ['mail']],
  ['4370000003', 'text only', { isEmail: false, isSMS: true }, ['sms']],
  ['4370000004', 'neither', { isEmail: false, isSMS: false }, []],
])(
  '%s: an award and its end are sent by %s according to the settings, and always stored in the alerts',
  async (mobile, _what, ways, channels) => {
    const chosen = { ...ways, isNotification: true };
    await sql`update guards set mobile_number = ${mobile}, notification_settings = notification_settings || ${JSON.stringify({ jobAward: chosen, jobCancel: chosen })}::jsonb where id = ${guard.id}`.execute(
      db(),
    );
    const job = await awarded();
    await api.call(cancelJob, { jobId: job.jobId, reason: 'Rain.' });
    const sent = [...(await api.call(readMailbox, { to: guard.email })).data, ...(await api.call(readMailbox, { to: mobile })).data];
    expect([...new Set(sent.map(({ channel }) => channel))].sort()).toEqual(channels);
    expect(sent).toHaveLength(channels.length * 2);
    expect((await told()).map(([title]) => title).sort()).toEqual(['Job cancelled', 'You were awarded a job']);
  },
);
