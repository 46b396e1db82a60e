import { localTime } from '@portal/contracts/_kernel/formats';
import { myEarning } from '@portal/contracts/earnings/earnings.endpoints';
import { earningTotals } from '@portal/contracts/earnings/earnings.reports';
import { changeShift, jobDetail, postJob } from '@portal/contracts/jobs/jobs.endpoints';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import { type TestGuard, testApi } from '../../testing/api';
import { givenShift, worker } from '../../testing/shifts';

const api = testApi();
let guard: TestGuard;

beforeEach(async () => {
  api.clock.set('2027-01-10T15:00:00.000Z');
  guard = await api.guard();
});

const shown = async (jobId: string) => (await api.call(jobDetail, { jobId }, { token: guard.token })).data;
const spaced = (text: string) => text.replace(/\s/g, ' ');

it.each([
  ['Toronto', 'America/Toronto', '2027-01-20', '2027-01-20T14:00:00.000Z', '9:00 a.m.'],
  ['Thunder Bay', 'America/Toronto', '2027-01-20', '2027-01-20T14:00:00.000Z', '9:00 a.m.'],
  ['Kenora', 'America/Winnipeg', '2027-01-20', '2027-01-20T15:00:00.000Z', '9:00 a.m. CST'],
  ['Kenora', 'America/Winnipeg', '2027-07-20', '2027-07-20T14:00:00.000Z', '9:00 a.m. CDT'],
  ['Atikokan', 'America/Atikokan', '2027-01-20', '2027-01-20T14:00:00.000Z', '9:00 a.m. EST'],
  ['Atikokan', 'America/Atikokan', '2027-07-20', '2027-07-20T14:00:00.000Z', '9:00 a.m. EST'],
])('nine o’clock in %s is by the clocks of %s, on %s', async (city, timeZone, date, startTime, words) => {
  const { jobId } = await givenShift(api, guard, { city, dates: [date], start: '09:00', end: '17:00' });
  const job = await shown(jobId);
  expect(job).toMatchObject({ timeZone, startTime });
  expect(job.upcomingShifts[0]).toMatchObject({ timeZone, startTime, totalShiftHours: '8' });
  expect(spaced(localTime(job.startTime, job.timeZone))).toBe(words);
});

it.each([
  ['Toronto, where 02:30 is 03:30', 'Toronto', '2027-03-14T07:30:00.000Z', '2027-03-14T08:15:00.000Z'],
  ['Kenora, where it is so an hour later', 'Kenora', '2027-03-14T08:30:00.000Z', '2027-03-14T09:15:00.000Z'],
  ['Atikokan, where the clocks stay', 'Atikokan', '2027-03-14T07:30:00.000Z', '2027-03-14T08:15:00.000Z'],
])('half past two in the night of spring in %s: the shift lasts as long as it says', async (_what, city, startTime, endTime) => {
  const { jobId } = await givenShift(api, guard, { city, dates: ['2027-03-14'], start: '02:30', end: '03:15' });
  expect((await shown(jobId)).upcomingShifts[0]).toMatchObject({ startTime, endTime, totalShiftHours: '0.75' });
});

it('what a guard is told of a shift is by the clocks of its site', async () => {
  const { jobId, shiftIds } = await givenShift(api, guard, { city: 'Kenora', dates: ['2027-01-20'], start: '09:00', end: '17:00' });
  const moved = await api.call(changeShift, { shiftId: shiftIds[0], start: '10:00' } as never);
  expect(moved.data).toMatchObject({ startTime: '2027-01-20T16:00:00.000Z', endTime: '2027-01-20T23:00:00.000Z' });
  const { rows } = await sql<{ description: string }>`
    select description from notifications where guard_id = ${guard.id} and description like '%is now%'`.execute(db());
  expect(spaced(rows[0]?.description ?? '')).toContain(
    'Wed, Jan 20, 2027, 9:00 a.m. CST – 5:00 p.m. CST is now Wed, Jan 20, 2027, 10:00 a.m. CST – 5:00 p.m. CST',
  );
  api.clock.set('2027-01-20T13:00:00.000Z');
  const { message } = await worker(api, guard, { jobId, shiftId: shiftIds[0] ?? '' }).arrive();
  expect(spaced(message)).toBe('It is too early to arrive; you can from Wed, Jan 20, 2027, 8:00 a.m. CST');
});

it('what was earned before midnight at the site is booked on that day, though it is the next one in Toronto', async () => {
  const given = await givenShift(api, guard, { city: 'Kenora', dates: ['2027-01-31'], start: '19:30', end: '23:30', hourlyRate: 25 });
  const they = worker(api, guard, given);
  api.clock.set('2027-02-01T01:30:00.000Z');
  await they.start();
  api.clock.set('2027-02-01T05:30:00.000Z');
  await they.end();
  const { periods } = (await api.call(earningTotals, { by: 'month' }, { token: guard.token })).data;
  expect(periods.slice(-2).map(({ credited }) => credited)).toEqual(['100.00', '0.00']);
  const listed = async (from: string, to: string) =>
    (await api.call(myEarning, { guardId: guard.id, from, to } as never, { token: guard.token })).data.earnings;
  expect(await listed('2027-01-31', '2027-01-31')).toMatchObject({
    total: 1,
    docs: [{ amount: '100.00', jobId: { timeZone: 'America/Winnipeg' } }],
  });
  expect(await listed('2027-02-01', '2027-02-01')).toMatchObject({ total: 0, docs: [] });
});

it('a place that the release before puts in, without a word of time, has the time of where it lies', async () => {
  const { rows } = await sql<{ zone: string }>`insert into locations (location_name, city, lat, long)
    values ('Gate', 'Dryden', 49.78, -92.84), ('Yard', 'Pickle Lake', 51.47, -90.19), ('Dock', 'Marathon', 48.72, -86.38)
    returning time_zone as zone`.execute(db());
  expect(rows.map(({ zone }) => zone)).toEqual(['America/Winnipeg', 'America/Atikokan', 'America/Toronto']);
});

it('a place that nobody knows is refused', async () => {
  expect(await api.call(postJob, { jobTitle: 'Gate watch', city: 'Atlantis' } as never)).toMatchObject({ code: 400 });
});
