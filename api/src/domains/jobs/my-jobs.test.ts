import { toWire } from '@portal/contracts/_kernel/wire';
import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { jobHistory, myJobs, searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { postJob } from '@portal/contracts/jobs/jobs.staff';
import { sql } from 'kysely';
import { arrangeShift, markWorked } from '../../../test/shifts';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();
let guard: TestGuard;

const times = { start: '09:00', end: '17:00', hourlyRate: 20.5 };
/** A job that the guard was awarded. */
const held = (input: Record<string, unknown>) => arrangeShift(api, guard, { ...times, ...input });
const post = async (input: Record<string, unknown>) =>
  (await api.call(postJob, { dates: ['2027-03-12'], ...times, ...input } as never)).data;
const apply = ({ jobId, shiftIds }: { jobId: string; shiftIds: string[] }) =>
  api.call(applyForJob, { userId: jobId, jobId, shiftId: shiftIds[0] ?? '', isApply: 1 }, { token: guard.token });
const history = (input: Record<string, unknown> = {}) => api.call(jobHistory, input as never, { token: guard.token });
const mine = (input: Record<string, unknown> = {}) => api.call(myJobs, input as never, { token: guard.token });
const search = (input: Record<string, unknown> = {}) => api.call(searchJobs, input as never, { token: guard.token });
const titles = ({ data }: { data: { docs: { jobTitle: string }[] } }) => data.docs.map(({ jobTitle }) => jobTitle);

beforeAll(async () => {
  guard = await api.guard();
  const past = await held({ jobTitle: 'Past', dates: ['2027-03-11'] });
  await held({ jobTitle: 'Running', dates: ['2027-03-12', '2027-03-13'] });
  await held({ jobTitle: 'Coming', dates: ['2027-03-20'] });
  const closed = await held({ jobTitle: 'Closed', dates: ['2027-03-10'], start: '11:00', end: '12:00' });
  await apply(await post({ jobTitle: 'Applied', dates: ['2027-03-25'] }));
  await apply(await post({ jobTitle: 'Lost', dates: ['2027-03-11'] }));
  await post({ jobTitle: 'Not mine' });
  await sql`update jobs set status = 5 where id = ${closed.jobId}`.execute(db());
  await markWorked(closed.shiftId);
  await markWorked(past.shiftId);
  api.clock.set('2027-03-12T15:00:00.000Z');
});

it('[API-JOB-14, API-JOB-16, HISTORY-16, MYPROFILE-20/1] isComplete distinguishes completed and active jobs', async () => {
  expect(titles(await mine({ isComplete: 1, limit: 3, page: 1, searchBy: '' }))).toEqual(['Past', 'Closed']);
  expect(titles(await mine({ isComplete: 0 })).sort()).toEqual(['Applied', 'Coming', 'Running']);
  expect((await mine({ limit: 2 })).data).toMatchObject({ docs: [{}, {}], total: 5 });
  const under = async (codes: number[]) => (await Promise.all(codes.map((isComplete) => history({ isComplete })))).flatMap(titles).join();
  expect([await under([5, 7]), await under([1, 4, 6])]).toEqual(['Closed,Past', 'Applied,Running,Coming']);
});

it('[MYPROFILE-13] of more than three completed jobs the first page of three has the latest, latest first', async () => {
  api.clock.set('2027-03-07T15:00:00.000Z');
  const other = await api.guard();
  for (const day of ['08', '11', '09', '10']) {
    const { shiftId } = await arrangeShift(api, other, { ...times, jobTitle: `March ${day}`, dates: [`2027-03-${day}`] });
    await markWorked(shiftId);
  }
  api.clock.set('2027-03-12T15:00:00.000Z');
  const { data } = await api.call(myJobs, { isComplete: 1, limit: 3, page: 1 } as never, { token: other.token });
  expect([titles({ data }), data.total]).toEqual([['March 11', 'March 10', 'March 09'], 4]);
});

it('[SHARED-28] of more than ten the first page has ten, also without a limit', async () => {
  api.clock.set('2027-03-07T15:00:00.000Z');
  const other = await api.guard();
  for (let day = 10; day < 22; day++) await arrangeShift(api, other, { ...times, jobTitle: `March ${day}`, dates: [`2027-03-${day}`] });
  api.clock.set('2027-03-12T15:00:00.000Z');
  const asked = (input: object) => api.call(myJobs, input as never, { token: other.token });
  const first = await asked({ isComplete: 0, limit: 10, page: 1, sort: 'asc' });
  expect([titles(first).length, first.data.total]).toEqual([10, 10]);
  const [all, second] = [await asked({}), await asked({ page: 2 })];
  expect([titles(all).length, titles(second).length, all.data.total]).toEqual([10, 2, 12]);
  expect(new Set([...titles(all), ...titles(second)]).size).toBe(12);
});

it('[API-JOB-14, API-JOB-15] my jobs take searchBy, limit, page and isComplete, as query values', async () => {
  const input = { isComplete: 0, limit: 2, page: 2, searchBy: 'ing' } as const;
  const { url, body } = toWire(myJobs, input as never);
  expect([new URL(url, api.url).search, body]).toEqual(['?searchBy=ing&isComplete=0&limit=2&page=2', undefined]);
  expect(titles(await mine({ isComplete: 0, limit: 2, page: 2 }))).toEqual(['Running']);
  expect(titles(await mine({ limit: 1, page: 2, searchBy: 'ing' }))).toEqual(['Running']);
  expect((await mine({ limit: 1, searchBy: 'ing' })).data).toMatchObject({ docs: [{ jobTitle: 'Coming' }], total: 2 });
});

it('[API-JOB-15] soonest first of ten, past ones last', async () => {
  expect(titles(await mine({ sort: 'asc', limit: 10 }))).toEqual(['Running', 'Coming', 'Applied', 'Past', 'Closed']);
  expect(titles(await mine({}))).toEqual(['Applied', 'Coming', 'Running', 'Past', 'Closed']);
});

it.each([
  ['search', search],
  ['my jobs', mine],
  ['history', history],
])('[API-JOB-30/1] %s takes the order by either name', async (_list, list) => {
  const ordered = async (input: Record<string, unknown>) => titles(await list({ limit: 50, ...input }));
  for (const name of ['sort', 'sortBy']) {
    const [soonest, latest] = [await ordered({ [name]: 'asc' }), await ordered({ [name]: 'desc' })];
    expect(soonest.indexOf('Coming')).toBeLessThan(soonest.indexOf('Applied'));
    expect(latest.indexOf('Coming')).toBeGreaterThan(latest.indexOf('Applied'));
  }
  expect((await list({ sort: 'upwards' })).errors).toHaveProperty('sort');
});

it('[API-JOB-17, API-JOB-18, API-GEN-07] history pages over the same jobs and counts the pages', async () => {
  const { data } = await history({ page: 2, limit: 2, sortBy: 'desc', searchBy: '', isComplete: '' });
  expect(data).toMatchObject({ total: 5, pages: 3, docs: [{ jobTitle: 'Running' }, { jobTitle: 'Past' }] });
  expect(titles(await history({ sortBy: 'asc', limit: 2 }))).toEqual(['Running', 'Coming']);
  expect(titles(await history({ searchBy: 'comi' }))).toEqual(['Coming']);
  const counted = [{ limit: 1 }, { limit: 4 }, { limit: 5 }, {}, { limit: 2, searchBy: 'ing' }, { limit: 1, isComplete: 7 }];
  const pages = await Promise.all(counted.map(async (input) => (await history(input)).data.pages));
  expect(pages).toEqual([5, 2, 1, 1, 1, 1]);
});

it.each([
  ['HISTORY-17', 1, ['Applied']],
  ['HISTORY-18', 4, ['Running']],
  ['HISTORY-19', 5, ['Closed']],
  ['HISTORY-20', 6, ['Coming']],
  ['HISTORY-21', 7, ['Past']],
])('[%s, API-JOB-17] isComplete=%i selects by the shown status', async (_id, isComplete, expected) => {
  const reply = await history({ isComplete });
  expect(titles(reply)).toEqual(expected);
  expect(reply.data.docs.map(({ jobStatus }) => jobStatus)).toEqual([isComplete]);
});

it('[AUTHZ-33, DATA-JOB-17, HISTORY-11] a guard reviews all their jobs; totalEarning[0].credit is the credit for one', async () => {
  const { data } = await history();
  expect(data.docs.map(({ jobTitle, totalEarning }) => [jobTitle, totalEarning[0]?.credit])).toEqual([
    ['Applied', '0.00'],
    ['Coming', '0.00'],
    ['Running', '0.00'],
    ['Past', '164.00'],
    ['Closed', '20.50'],
  ]);
});

it('history has the ended shifts of each job, the latest first, also for a job under way', async () => {
  api.clock.set('2027-03-07T15:00:00.000Z');
  const other = await api.guard();
  const { shiftIds } = await arrangeShift(api, other, { ...times, dates: ['2027-03-10', '2027-03-11', '2027-03-12'] });
  const read = async () => {
    const { data } = await api.call(jobHistory, {} as never, { token: other.token });
    return data.docs.map(({ jobStatus, endedShifts }) => [jobStatus, endedShifts]);
  };
  expect(await read()).toEqual([[6, []]]);
  await markWorked(shiftIds[0] ?? '');
  await markWorked(shiftIds[1] ?? '');
  api.clock.set('2027-03-12T12:00:00.000Z');
  const [first, second] = ['2027-03-10T14:00:00.000Z', '2027-03-11T14:00:00.000Z'].map((startTime, n) => ({
    shiftId: shiftIds[n],
    startTime,
  }));
  expect(await read()).toEqual([[4, [second, first]]]);
  api.clock.set('2027-03-12T15:00:00.000Z');
});

it("[AUTHZ-33] never shows another guard's jobs, nor any to a guest", async () => {
  const other = await api.guard();
  expect((await api.call(jobHistory, {} as never, { token: other.token })).data).toMatchObject({ docs: [], total: 0, pages: 0 });
  expect((await api.call(jobHistory, {} as never)).code).toBe(401);
});
