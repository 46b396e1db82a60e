import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { cancelJob, postJob, setPostingFacts } from '@portal/contracts/jobs/jobs.staff';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { reportJob, reportsOfJob } from '@portal/contracts/postings/postings.endpoints';
import { closeJobReport, openJobReports } from '@portal/contracts/postings/postings.staff';
import { sql } from 'kysely';
import { makePicture } from '../../../test/pictures';
import { collectChanges } from '../../../test/socket';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';
import { sqlState } from '../../platform/database/errors';

const api = testApi();
let guard: TestGuard;
let jobId: string;
let shiftId: string | undefined;

const post = async (more: Record<string, unknown> = {}) =>
  (await api.call(postJob, { jobTitle: 'Gate watch', dates: ['2027-03-12'], start: '09:00', end: '17:00', ...more } as never)).data;

beforeEach(async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  guard = await api.guard();
  const posted = await post();
  jobId = posted.jobId;
  shiftId = posted.shiftIds[0];
});

const report = (given: Record<string, unknown> = {}, token = guard.token) =>
  api.call(reportJob, { jobId, reason: 3, words: '$15 is paid, not $25', ...given } as never, { token });
const reports = async (token = guard.token) => (await api.call(reportsOfJob, { jobId }, { token })).data;
const openOnes = async () => (await api.call(openJobReports, {})).data.filter((one) => one.jobId === jobId);
const close = async (outcome: 'removed' | 'kept', place = 0) =>
  api.call(closeJobReport, { reportId: (await openOnes())[place]?.reportId ?? '', outcome, answer: 'We asked the customer.' });
const alerts = async (token: string) =>
  (await api.call(listNotifications, {} as never, { token })).data.docs.map(({ title, description }) => [title, description]);
const postingOf = async (id: string) => (await api.call(jobDetail, { jobId: id } as never, { token: guard.token })).data.posting;

it('[POSTING-01] a job states whether a vacancy exists and whether artificial intelligence screens applicants', async () => {
  expect(await postingOf(jobId)).toEqual({ hasVacancy: true, usesAi: false });
  expect(await postingOf((await post({ hasVacancy: false, usesAi: true })).jobId)).toEqual({ hasVacancy: false, usesAi: true });
  expect((await api.call(setPostingFacts, { jobId, usesAi: true })).data).toEqual({ jobId, hasVacancy: true, usesAi: true });
  expect(await postingOf(jobId)).toEqual({ hasVacancy: true, usesAi: true });
});

describe('report of a posting', () => {
  it('[POSTING-02, POSTING-03] is stored with its picture, and reaches staff in their list and by mail', async () => {
    expect(await report({ picture: await makePicture() })).toMatchObject({
      code: 200,
      message: 'We received your report. A member of our staff checks the posting.',
    });
    expect(await reports()).toMatchObject([{ reason: 3, words: '$15 is paid, not $25', outcome: null, answer: null, closedAt: null }]);
    expect(await openOnes()).toMatchObject([
      {
        jobTitle: 'Gate watch',
        guard: guard.id,
        reason: 'The pay, the hours or the place are not true',
        picture: expect.stringMatching(/\.png$/),
        openReports: 1,
      },
    ]);
    const { rows } = await sql<{ subject: string }>`select subject from outgoing_messages where guard_id = ${guard.id}`.execute(db());
    expect(rows).toEqual([{ subject: 'Reported job: Gate watch' }]);
  });

  it('[POSTING-02] needs a known reason, and details with "Something else"', async () => {
    expect(await report({ reason: '' })).toMatchObject({ status: 400, errors: { reason: 'Please choose a reason' } });
    expect(await report({ reason: 6, words: ' ' })).toMatchObject({ status: 400, errors: { words: 'Please say what is wrong' } });
    expect(await reports()).toEqual([]);
  });

  it('is accepted for a job that ended while the report waited on the device', async () => {
    await api.call(cancelJob, { jobId } as never);
    expect((await report()).code).toBe(200);
    expect(await openOnes()).toHaveLength(1);
  });

  it('[POSTING-04] removing a posting closes the reports of all its reporters', async () => {
    const other = await api.guard();
    await report();
    await report({}, other.token);
    await close('removed');
    expect(await openOnes()).toEqual([]);
    for (const { token } of [guard, other]) expect(await reports(token)).toMatchObject([{ outcome: 'removed' }]);
  });

  it('is refused for a job that the guard cannot see, with the message of the job page', async () => {
    const hidden = await post({ awaitsApproval: true });
    for (const id of [hidden.jobId, guard.id])
      expect(await report({ jobId: id })).toMatchObject({ code: 404, message: 'This job is no longer available.' });
  });

  it('is accepted once while the first is open: by a second tab at the same moment, and by another guard', async () => {
    expect((await Promise.all([report(), report()])).map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(await report()).toMatchObject({ code: 409, message: 'You have already reported this job. We are still checking it.' });
    api.clock.advance({ minutes: 5 });
    const other = await api.guard();
    expect((await report({}, other.token)).code).toBe(200);
    expect(await openOnes()).toMatchObject([{ openReports: 2 }, { openReports: 2 }]);
    expect(await reports(other.token)).toHaveLength(1);
    await close('kept');
    expect((await report()).code).toBe(200);
  });

  it('[POSTING-04] ends with an outcome that the reporter sees; a posting that stays is still open to guards', async () => {
    await report();
    api.clock.advance({ minutes: 5 });
    expect((await close('kept')).data).toMatchObject({ jobId, outcome: 'kept', jobStatus: 1 });
    expect(await reports()).toMatchObject([{ outcome: 'kept', answer: 'We asked the customer.', closedAt: '2027-03-10T15:05:00.000Z' }]);
    expect(await alerts(guard.token)).toContainEqual([
      'We checked the job that you reported, and it stays',
      'Gate watch: We asked the customer.',
    ]);
    expect(await postingOf(jobId)).toEqual({ hasVacancy: true, usesAi: false });
  });

  it('[POSTING-04, POSTING-05] removes the posting: no guard finds it, applicants get an alert, and the reporter still reads the outcome', async () => {
    const applicant = await api.guard();
    await api.call(applyForJob, { userId: jobId, jobId, shiftId, isApply: 1 } as never, { token: applicant.token });
    await report();
    expect((await close('removed')).data).toMatchObject({ outcome: 'removed', jobStatus: 3 });
    expect((await api.call(jobDetail, { jobId } as never, { token: guard.token })).code).toBe(404);
    expect(await reports()).toMatchObject([{ outcome: 'removed', answer: 'We asked the customer.' }]);
    expect(await alerts(applicant.token)).toContainEqual(['Job cancelled', 'Gate watch: the posting did not keep our rules']);
    expect(await alerts(guard.token)).toContainEqual([
      'You were right: no guard finds the job that you reported any more',
      'Gate watch: We asked the customer.',
    ]);
  });

  it('is closed once: two staff at the same moment, and an unknown report', async () => {
    await report();
    const reportId = (await openOnes())[0]?.reportId ?? '';
    const closing = (outcome: 'removed' | 'kept') => api.call(closeJobReport, { reportId, outcome, answer: 'Checked.' });
    expect((await Promise.all([closing('removed'), closing('kept')])).map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(await api.call(closeJobReport, { reportId: jobId, outcome: 'kept', answer: 'x' })).toMatchObject({
      code: 404,
      message: 'There is no such report.',
    });
  });

  it('an open page gets a change event when it is stored and when it is closed', async () => {
    expect(await collectChanges(api.url, guard.token, () => report())).toEqual(['postings']);
    const closed = await collectChanges(api.url, guard.token, () => close('kept'));
    expect(closed.filter((domain) => domain !== 'notifications')).toEqual(['postings']);
  });

  it('the database enforces the rules of the service', async () => {
    const insert = (reason: number, words: string, outcome: string | null = null) =>
      sql`insert into job_reports (guard_id, job_id, reason, words, outcome, created_at) values (${guard.id}, ${jobId}, ${reason}, ${words}, ${outcome}, now())`
        .execute(db())
        .then(() => 'stored', sqlState);
    expect([await insert(7, 'x'), await insert(6, ''), await insert(1, '', 'kept'), await insert(1, ''), await insert(2, '')]).toEqual([
      '23514',
      '23514',
      '23514',
      'stored',
      '23505',
    ]);
  });
});
