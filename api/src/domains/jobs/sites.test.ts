import { localTime } from '@portal/contracts/_kernel/formats';
import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { award } from '@portal/contracts/applications/applications.staff';
import { myEarning } from '@portal/contracts/earnings/earnings.endpoints';
import { earningTotals } from '@portal/contracts/earnings/earnings.reports';
import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { changeShift, postJob } from '@portal/contracts/jobs/jobs.staff';
import { sql } from 'kysely';
import { arrangeShift, shiftCalls } from '../../../test/shifts';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

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
  // In summer, because releases of the time zone data disagree about the winters of Winnipeg after 2026.
  ['Kenora', 'America/Winnipeg', '2027-07-20', '2027-07-20T14:00:00.000Z', '9:00 a.m. CDT'],
  ['Atikokan', 'America/Atikokan', '2027-01-20', '2027-01-20T14:00:00.000Z', '9:00 a.m. EST'],
  ['Atikokan', 'America/Atikokan', '2027-07-20', '2027-07-20T14:00:00.000Z', '9:00 a.m. EST'],
])('nine o’clock in %s is by the clocks of %s, on %s', async (city, timeZone, date, startTime, words) => {
  const { jobId } = await arrangeShift(api, guard, { city, dates: [date], start: '09:00', end: '17:00' });
  const job = await shown(jobId);
  expect(job).toMatchObject({ timeZone, startTime });
  expect(job.upcomingShifts[0]).toMatchObject({ timeZone, startTime, totalShiftHours: '8' });
  expect(spaced(localTime(job.startTime, job.timeZone))).toBe(words);
});

it.each([
  ['Toronto', '02:30', '03:15', '2027-03-14T07:30:00.000Z', '2027-03-14T08:15:00.000Z', '0.75'],
  ['Toronto', '02:30', '03:30', '2027-03-14T07:30:00.000Z', '2027-03-14T08:30:00.000Z', '1'],
  ['Toronto', '02:15', '03:30', '2027-03-14T07:15:00.000Z', '2027-03-14T08:30:00.000Z', '1.25'],
  ['Toronto', '02:30', '04:30', '2027-03-14T07:30:00.000Z', '2027-03-14T09:30:00.000Z', '2'],
  ['Toronto', '02:30', '02:00', '2027-03-14T07:30:00.000Z', '2027-03-15T07:00:00.000Z', '23.5'],
  // Kenora's clocks go forward an hour later, Atikokan's stay.
  ['Kenora', '02:30', '03:15', '2027-03-14T08:30:00.000Z', '2027-03-14T09:15:00.000Z', '0.75'],
  ['Kenora', '02:15', '03:30', '2027-03-14T08:15:00.000Z', '2027-03-14T09:30:00.000Z', '1.25'],
  ['Atikokan', '02:15', '03:30', '2027-03-14T07:15:00.000Z', '2027-03-14T08:30:00.000Z', '1.25'],
])(
  'a shift in %s from %s to %s in the night when clocks go forward lasts as long as its times state',
  async (city, start, end, startTime, endTime, hours) => {
    const { jobId } = await arrangeShift(api, guard, { city, dates: ['2027-03-14'], start, end });
    expect((await shown(jobId)).upcomingShifts[0]).toMatchObject({ startTime, endTime, totalShiftHours: hours });
  },
);

it.each([
  // To the minute: shown hours are of two digits.
  ['Toronto', '2027-03-14T07:30:00.000Z', '2027-03-14T08:31:00.000Z'],
  ['Kenora', '2027-03-14T08:30:00.000Z', '2027-03-14T09:31:00.000Z'],
])('from 02:30 to 03:31 in the night of spring in %s is an hour and a minute', async (city, startTime, endTime) => {
  const { jobId } = await arrangeShift(api, guard, { city, dates: ['2027-03-14'], start: '02:30', end: '03:31' });
  expect((await shown(jobId)).upcomingShifts[0]).toMatchObject({ startTime, endTime });
});

it.each([
  // Real time counts: a shift that begins before the skipped hour is shorter than its times state, and one over the repeated hour longer.
  ['Toronto', '2027-03-14', '01:30', '03:15', '2027-03-14T06:30:00.000Z', '2027-03-14T07:15:00.000Z'],
  ['Toronto', '2027-03-14', '22:00', '06:00', '2027-03-15T02:00:00.000Z', '2027-03-15T10:00:00.000Z'],
  ['Toronto', '2027-03-13', '22:00', '06:00', '2027-03-14T03:00:00.000Z', '2027-03-14T10:00:00.000Z'],
  ['Toronto', '2027-11-06', '22:00', '06:00', '2027-11-07T02:00:00.000Z', '2027-11-07T11:00:00.000Z'],
  // Half past one occurs twice in the night when clocks go back: the second one counts, which is standard time.
  ['Toronto', '2027-11-07', '01:30', '02:30', '2027-11-07T06:30:00.000Z', '2027-11-07T07:30:00.000Z'],
  ['Kenora', '2027-11-07', '01:30', '02:30', '2027-11-07T07:30:00.000Z', '2027-11-07T08:30:00.000Z'],
  ['Atikokan', '2027-11-07', '01:30', '02:30', '2027-11-07T06:30:00.000Z', '2027-11-07T07:30:00.000Z'],
])('a shift in %s on %s from %s to %s goes by the clocks of its site', async (city, date, start, end, startTime, endTime) => {
  const { jobId } = await arrangeShift(api, guard, { city, dates: [date], start, end });
  expect((await shown(jobId)).upcomingShifts[0]).toMatchObject({ startTime, endTime });
});

it.each([
  ['15:59', 409],
  ['16:00', 200],
])('a guard who works in Toronto until five may work in Kenora from four there, not before: %s is %i', async (start, code) => {
  await arrangeShift(api, guard, { city: 'Toronto', dates: ['2027-01-20'], start: '09:00', end: '17:00' });
  const job = { jobTitle: 'Gate watch', city: 'Kenora', dates: ['2027-01-20'], start, end: '20:00' };
  const { jobId, shiftIds } = (await api.call(postJob, job as never)).data;
  await api.call(applyForJob, { userId: guard.id, jobId, shiftId: shiftIds[0] ?? '', isApply: 1 }, { token: guard.token });
  expect((await api.call(award, { jobId, guard: guard.id })).code).toBe(code);
});

it('alerts of a shift use the clocks of its site', async () => {
  api.clock.set('2027-07-10T15:00:00.000Z');
  guard = await api.guard();
  const { jobId, shiftIds } = await arrangeShift(api, guard, { city: 'Kenora', dates: ['2027-07-20'], start: '09:00', end: '17:00' });
  const moved = await api.call(changeShift, { shiftId: shiftIds[0], start: '10:00' } as never);
  expect(moved.data).toMatchObject({ startTime: '2027-07-20T15:00:00.000Z', endTime: '2027-07-20T22:00:00.000Z' });
  const { rows } = await sql<{ description: string }>`
    select description from notifications where guard_id = ${guard.id} and description like '%is now%'`.execute(db());
  expect(spaced(rows[0]?.description ?? '')).toContain(
    'Tue, Jul 20, 2027, 9:00 a.m. CDT – 5:00 p.m. CDT is now Tue, Jul 20, 2027, 10:00 a.m. CDT – 5:00 p.m. CDT',
  );
  api.clock.set('2027-07-20T12:00:00.000Z');
  const { message } = await shiftCalls(api, guard, { jobId, shiftId: shiftIds[0] ?? '' }).arrive();
  expect(spaced(message)).toBe('It is too early to record your arrival. You can from Tue, Jul 20, 2027, 8:00 a.m. CDT.');
});

it('pay earned before midnight at the site is booked on that day, though it is the next one in Toronto', async () => {
  const given = await arrangeShift(api, guard, { city: 'Kenora', dates: ['2027-01-31'], start: '19:30', end: '23:30', hourlyRate: 25 });
  const they = shiftCalls(api, guard, given);
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

it('a place that is stored without a time zone gets the zone of its position', async () => {
  const { rows } = await sql<{ zone: string }>`insert into locations (location_name, city, lat, long)
    values ('Gate', 'Dryden', 49.78, -92.84), ('Yard', 'Pickle Lake', 51.47, -90.19), ('Dock', 'Marathon', 48.72, -86.38)
    returning time_zone as zone`.execute(db());
  expect(rows.map(({ zone }) => zone)).toEqual(['America/Winnipeg', 'America/Atikokan', 'America/Toronto']);
});

it('an unknown place is refused', async () => {
  expect(await api.call(postJob, { jobTitle: 'Gate watch', city: 'Atlantis' } as never)).toMatchObject({ code: 400 });
});
