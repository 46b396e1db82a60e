import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { award } from '@portal/contracts/applications/applications.staff';
import { jobDetail, searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import { cancelJob, changeShift, postJob } from '@portal/contracts/jobs/jobs.staff';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { sql } from 'kysely';
import { arrangeShift, shiftCalls } from '../../../test/shifts';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();
let guard: TestGuard;

beforeEach(async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  guard = await api.guard();
});

const post = async () =>
  (await api.call(postJob, { jobTitle: 'Gate watch', dates: ['2027-03-12', '2027-03-15'], start: '09:00', end: '17:00' } as never)).data;
const change = (shiftId: string, to: Record<string, string>) => api.call(changeShift, { shiftId, ...to });

it('moves a shift; guards who work it or applied are notified of the old and the new time', async () => {
  const { jobId, shiftIds } = await post();
  const other = await api.guard();
  for (const one of [guard, other])
    await api.call(applyForJob, { userId: jobId, jobId, shiftId: shiftIds[0] ?? '', isApply: 1 }, { token: one.token });
  await api.call(award, { jobId, guard: guard.id });
  const { data } = await change(shiftIds[0] ?? '', { date: '2027-03-13', start: '22:00', end: '06:00', reason: 'The event moved.' });
  // over the night that the clocks go forward
  expect(data).toEqual({ shiftId: shiftIds[0], startTime: '2027-03-14T03:00:00.000Z', endTime: '2027-03-14T10:00:00.000Z' });
  for (const one of [guard, other]) {
    const { docs } = (await api.call(listNotifications, {}, { token: one.token })).data;
    expect(docs.find(({ title }) => title === jobsMessages.shiftChanged)?.description).toBe(
      'Gate watch: Fri, Mar 12, 2027, 9:00 a.m. – 5:00 p.m. is now Sat, Mar 13, 2027, 10:00 p.m. – 6:00 a.m. The event moved.',
    );
  }
  const { upcomingShifts } = (await api.call(jobDetail, { jobId }, { token: guard.token })).data;
  expect(upcomingShifts[0]).toMatchObject({ shiftId: shiftIds[0], startTime: data.startTime, totalShiftHours: '7' });
});

it('updates the chain of the job’s shifts, by which the search finds the next one', async () => {
  const { jobId, shiftIds } = await post();
  await change(shiftIds[0] ?? '', { date: '2027-03-20' });
  const { docs } = (await api.call(searchJobs, { limit: 50 } as never, { token: guard.token })).data;
  expect(docs.filter((job) => job.jobId === jobId).map(({ shiftId }) => shiftId)).toEqual([shiftIds[1]]);
});

it.each<[string, Record<string, string>, number, string]>([
  ['has no values', {}, 400, jobsMessages.nothingToChange],
  ['repeats the present values', { date: '2027-03-12', start: '09:00' }, 400, jobsMessages.nothingToChange],
  ['takes the day of another shift of the job', { date: '2027-03-15' }, 409, jobsMessages.dayTaken],
  ['goes into the past', { date: '2027-03-09' }, 400, jobsMessages.inThePast],
  ['has an invalid time', { start: '25:00' }, 400, jobsMessages.notATime],
])('refuses a change that %s', async (_what, to, code, words) => {
  const { jobId, shiftIds } = await post();
  const reply = await change(shiftIds[0] ?? '', to);
  expect([reply.code, reply.message]).toEqual([code, words]);
  const { upcomingShifts } = (await api.call(jobDetail, { jobId }, { token: guard.token })).data;
  expect(upcomingShifts[0]?.startTime).toBe('2027-03-12T14:00:00.000Z');
});

it('refuses a shift that has begun, one of a cancelled job, and an unknown one', async () => {
  const { jobId, shiftIds } = await post();
  api.clock.set('2027-03-12T14:00:00.000Z');
  expect(await change(shiftIds[0] ?? '', { end: '20:00' })).toMatchObject({ code: 409, message: jobsMessages.shiftBegun });
  await api.call(cancelJob, { jobId });
  expect(await change(shiftIds[1] ?? '', { end: '20:00' })).toMatchObject({ code: 409, message: jobsMessages.cannotChange });
  expect((await change('00000000-0000-4000-8000-000000000000', { end: '20:00' })).code).toBe(404);
});

it('two shifts of one job moved at the same moment are both moved, and the chain has both', async () => {
  for (let round = 0; round < 8; round++) {
    const { jobId, shiftIds } = await post();
    const replies = await Promise.all([
      change(shiftIds[0] ?? '', { date: '2027-03-18' }),
      change(shiftIds[1] ?? '', { date: '2027-03-17', start: '10:00' }),
    ]);
    expect(replies.map(({ code }) => code)).toEqual([200, 200]);
    const { rows } = await sql<{
      isChained: boolean;
    }>`select previous_start = coalesce(lag(starts_at) over (order by starts_at), '-infinity') as "isChained"
      from shifts where job_id = ${jobId}`.execute(db());
    expect(rows).toEqual([{ isChained: true }, { isChained: true }]);
  }
});

it.each(['arrived', 'running', 'on a break', 'ended'])('refuses a shift on which a guard %s before its time', async (state) => {
  const given = await arrangeShift(api, guard, { dates: ['2027-03-10'], start: '11:00', end: '17:00' });
  api.clock.set('2027-03-10T15:45:00.000Z');
  const they = shiftCalls(api, guard, given);
  await they.arrive();
  if (state !== 'arrived') await they.start();
  if (state === 'on a break') await they.takeBreak();
  if (state === 'ended') await they.end();
  expect(await change(given.shiftId, { date: '2027-03-20' })).toMatchObject({ code: 409, message: jobsMessages.shiftBegun });
});

it('refuses a time at which a guard of the shift works elsewhere, and names the other job', async () => {
  await arrangeShift(api, guard, { jobTitle: 'Across', dates: ['2027-03-20'], start: '16:00', end: '20:00' });
  const given = await arrangeShift(api, guard, { dates: ['2027-03-12'], start: '09:00', end: '17:00' });
  expect(await change(given.shiftId, { date: '2027-03-20' })).toMatchObject({
    code: 409,
    message: 'A guard of this shift already works “Across” (Sat, Mar 20, 2027, 4:00 p.m. – 8:00 p.m.) at that time.',
  });
  expect((await change(given.shiftId, { date: '2027-03-20', start: '08:00', end: '16:00' })).code).toBe(200);
});

it('refuses a night that runs into the guard’s next shift of the same job', async () => {
  const given = await arrangeShift(api, guard, { dates: ['2027-03-12', '2027-03-13'], start: '09:00', end: '17:00' });
  const reply = await change(given.shiftId, { start: '22:00', end: '10:00' });
  expect([reply.code, reply.message]).toEqual([
    409,
    'A guard of this shift already works “Gate watch” (Sat, Mar 13, 2027, 9:00 a.m. – 5:00 p.m.) at that time.',
  ]);
});

it('a shift in the hour that the clocks skip lasts as long as its times state', async () => {
  const { jobId, shiftIds } = await post();
  const { data } = await change(shiftIds[0] ?? '', { date: '2027-03-14', start: '02:30', end: '03:15' });
  expect(data).toMatchObject({ startTime: '2027-03-14T07:30:00.000Z', endTime: '2027-03-14T08:15:00.000Z' });
  const { upcomingShifts } = (await api.call(jobDetail, { jobId }, { token: guard.token })).data;
  expect(upcomingShifts[0]).toMatchObject({ totalShiftHours: '0.75' });
});
