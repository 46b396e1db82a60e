import { applyForJob, award } from '@portal/contracts/applications/applications.endpoints';
import { cancelJob, changeShift, jobDetail, postJob, searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { type TestGuard, testApi } from '../../testing/api';

const api = testApi();
let guard: TestGuard;

beforeEach(async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  guard = await api.guard();
});

const post = async () =>
  (await api.call(postJob, { jobTitle: 'Gate watch', dates: ['2027-03-12', '2027-03-15'], start: '09:00', end: '17:00' } as never)).data;
const change = (shiftId: string, to: Record<string, string>) => api.call(changeShift, { shiftId, ...to });

it('moves a shift; whoever works it and whoever applied are told what it was and is', async () => {
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

it('keeps the chain of the job’s shifts, by which search finds the next one', async () => {
  const { jobId, shiftIds } = await post();
  await change(shiftIds[0] ?? '', { date: '2027-03-20' });
  const { docs } = (await api.call(searchJobs, { limit: 50 } as never, { token: guard.token })).data;
  expect(docs.filter((job) => job.jobId === jobId).map(({ shiftId }) => shiftId)).toEqual([shiftIds[1]]);
});

it.each<[string, Record<string, string>, number, string]>([
  ['says nothing', {}, 400, jobsMessages.nothingToChange],
  ['says what is true already', { date: '2027-03-12', start: '09:00' }, 400, jobsMessages.nothingToChange],
  ['takes the day of another shift of the job', { date: '2027-03-15' }, 409, jobsMessages.dayTaken],
  ['goes into the past', { date: '2027-03-09' }, 400, jobsMessages.inThePast],
  ['names no time', { start: '25:00' }, 400, jobsMessages.notATime],
])('refuses a change that %s', async (_what, to, code, words) => {
  const { jobId, shiftIds } = await post();
  const reply = await change(shiftIds[0] ?? '', to);
  expect([reply.code, reply.message]).toEqual([code, words]);
  const { upcomingShifts } = (await api.call(jobDetail, { jobId }, { token: guard.token })).data;
  expect(upcomingShifts[0]?.startTime).toBe('2027-03-12T14:00:00.000Z');
});

it('refuses a shift that has begun, one of a cancelled job, and one that is not', async () => {
  const { jobId, shiftIds } = await post();
  api.clock.set('2027-03-12T14:00:00.000Z');
  expect(await change(shiftIds[0] ?? '', { end: '20:00' })).toMatchObject({ code: 409, message: jobsMessages.shiftBegun });
  await api.call(cancelJob, { jobId });
  expect(await change(shiftIds[1] ?? '', { end: '20:00' })).toMatchObject({ code: 409, message: jobsMessages.cannotChange });
  expect((await change('00000000-0000-4000-8000-000000000000', { end: '20:00' })).code).toBe(404);
});
