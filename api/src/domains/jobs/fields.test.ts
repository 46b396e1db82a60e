import type { Input } from '@portal/contracts/_kernel/endpoint';
import { jobDetail, searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import type { Job } from '@portal/contracts/jobs/jobs.shapes';
import { changeShift, postJob } from '@portal/contracts/jobs/jobs.staff';
import { sql } from 'kysely';
import { giveJob } from '../../../test/shifts';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();
let guard: TestGuard;
let owners: string[];
let posted: string[];
let held: { jobId: string; shiftIds: string[] };

const gate = {
  ...{ jobTitle: 'Gate watch', description: 'Keep the gate.', city: 'Ottawa', dates: ['2027-03-12'], start: '06:00', end: '14:00' },
  ...{ hourlyRate: 20.5, dressCode: 1, transportation: 1, speciality: 'Bank' },
} as const;
const crowd = {
  ...{ jobTitle: 'Concert crowd', description: 'Count heads.', city: 'Hamilton', dates: ['2027-03-13', '2027-03-15'] },
  ...{ start: '18:00', end: '23:30', hourlyRate: 40, dressCode: 3, transportation: 2, speciality: 'Events' },
} as const;

/** Two jobs of two owners that differ in every field; the guard has the later one, whose second shift is moved and shorter. */
beforeAll(async () => {
  guard = await api.guard();
  const post = async (job: object) => (await api.call(postJob, job as Input<typeof postJob>)).data;
  const first = await post(gate);
  held = await post(crowd);
  posted = [first.jobId, held.jobId];
  await giveJob(api, guard, { ...held, shiftId: held.shiftIds[0] ?? '' });
  const own = async (jobId: string, as: string, first: string, last: string) => {
    const { rows } = await sql<{ id: string }>`with owner as (insert into customers (register_as, first_name, last_name, business_name)
      values (${as}, ${first}, ${last}, ${as === 'Business' ? 'Marsh Ltd.' : null}) returning id)
      update jobs set customer_id = owner.id from owner where jobs.id = ${jobId} returning owner.id`.execute(db());
    return rows[0]?.id ?? '';
  };
  owners = [await own(first.jobId, 'Individual', 'Ann', 'Lee'), await own(held.jobId, 'Business', 'Bea', 'Marsh')];
  await sql`update jobs set client_rating = case id when ${held.jobId} then 4.5 else 3.5 end`.execute(db());
  const shiftId = held.shiftIds[1] ?? '';
  expect((await api.call(changeShift, { shiftId, date: '2027-03-16', start: '20:00', end: '23:00' } as never)).code).toBe(200);
});

const search = async (input: object = {}) => (await api.call(searchJobs, input as never, { token: guard.token })).data;
const found = async () => (await search()).docs as [Job, Job];

it.each<[string, object, object]>([
  ['DATA-JOB-02', { jobDate: '2027-03-12' }, { jobDate: '2027-03-13' }],
  [
    'DATA-JOB-02',
    { startTime: '2027-03-12T11:00:00.000Z', endTime: '2027-03-12T19:00:00.000Z' },
    { startTime: '2027-03-13T23:00:00.000Z', endTime: '2027-03-14T04:30:00.000Z' },
  ],
  ['DATA-JOB-04', { jobType: 1, customDates: [] }, { jobType: 3, customDates: ['2027-03-13', '2027-03-16'] }],
  ['DATA-JOB-05', { jobStatus: 1 }, { jobStatus: 6 }],
  ['DATA-JOB-06', { hourlyRate: '20.50', shiftHrs: '8' }, { hourlyRate: '40.00', shiftHrs: '5.5' }],
  ['DATA-JOB-08', { transportation: 1 }, { transportation: 2 }],
  ['DATA-JOB-10', { speciality: { name: 'Bank' } }, { speciality: { name: 'Events' } }],
  [
    'DATA-JOB-11',
    { locationId: { locationName: expect.stringMatching(/, Ottawa$/), lat: 45.4215, long: -75.6972 } },
    { locationId: { locationName: expect.stringMatching(/, Hamilton$/), lat: 43.2557, long: -79.8711 } },
  ],
])('[%s] one job of a search has %j, the other %j', async (_id, one, other) => expect(await found()).toMatchObject([one, other]));

it.each<[string, object, string[]]>([
  ['API-JOB-05, DATA-JOB-29', { transportation: 1 }, ['Gate watch']],
  ['API-JOB-05, DATA-JOB-29', { transportation: 2 }, ['Concert crowd']],
  ['API-JOB-05, DATA-JOB-29', { transportation: 3 }, []],
  ['API-JOB-05', { dressCode: 1 }, ['Gate watch']],
  ['API-JOB-05', { dressCode: 2 }, []],
  ['API-JOB-05', { dressCode: 3 }, ['Concert crowd']],
  ['API-JOB-05', { rating: 3.5 }, ['Gate watch', 'Concert crowd']],
  ['API-JOB-05', { rating: 4 }, ['Concert crowd']],
  ['API-JOB-05', { rating: 5 }, []],
  ['API-JOB-05', { shifts: 1 }, ['Gate watch']],
  ['API-JOB-05', { shifts: 2 }, []],
  ['API-JOB-05', { shifts: 3 }, ['Concert crowd']],
  ['API-JOB-05', { jobs: 1 }, ['Gate watch']],
  ['API-JOB-05', { jobs: 2 }, ['Concert crowd']],
  ['API-JOB-05', { status: 1 }, ['Gate watch']],
  ['API-JOB-05', { status: 6 }, ['Concert crowd']],
])('[%s] a search for %j finds %j', async (_id, input, titles) =>
  expect((await search(input)).docs.map(({ jobTitle }) => jobTitle)).toEqual(titles),
);

it('[DATA-JOB-01] each job has its own jobId, jobTitle and description, in a search and in its detail', async () => {
  const told = [gate, crowd].map(({ jobTitle, description }, at) => ({ jobId: posted[at], jobTitle, description }));
  expect(await found()).toMatchObject(told);
  for (const one of told)
    expect((await api.call(jobDetail, { jobId: one.jobId } as never, { token: guard.token })).data).toMatchObject(one);
});

it('[DATA-JOB-16, DATA-JOB-18] userId is the owner of each job, in a search and in its detail, which has the owner’s kind and name', async () => {
  const docs = await found();
  const users: unknown[] = [];
  expect(owners[0]).not.toBe(owners[1]);
  expect(docs.map(({ userId }) => userId)).toEqual(owners);
  for (const [at, { jobId }] of docs.entries()) {
    const { data } = await api.call(jobDetail, { jobId } as never, { token: guard.token });
    expect([data.userId, data.user.id]).toEqual([owners[at], owners[at]]);
    users.push([data.user.registerAs, data.user.firstName, data.user.lastName]);
  }
  expect(users).toEqual([
    ['Individual', 'Ann', 'Lee'],
    ['Business', 'Bea', 'Marsh'],
  ]);
});

it('[API-JOB-07] the total of a search counts all pages', async () => {
  const pages = await Promise.all([1, 2, 3].map((page) => search({ limit: 1, page })));
  expect(pages.map(({ docs, total }) => [docs.map(({ jobTitle }) => jobTitle), total])).toEqual([
    [['Gate watch'], 2],
    [['Concert crowd'], 2],
    [[], 2],
  ]);
});

it('[DATA-JOB-21] each shift of a job has its own id, day, times, rate and hours', async () => {
  const { data } = await api.call(jobDetail, { jobId: held.jobId } as never, { token: guard.token });
  const [first, second] = held.shiftIds;
  expect(data.upcomingShifts).toMatchObject([
    {
      ...{ shiftId: first, shiftDate: '2027-03-13', startTime: '2027-03-13T23:00:00.000Z', endTime: '2027-03-14T04:30:00.000Z' },
      ...{ customerRate: '40.00', totalShiftHours: '5.5' },
    },
    {
      ...{ shiftId: second, shiftDate: '2027-03-16', startTime: '2027-03-17T00:00:00.000Z', endTime: '2027-03-17T03:00:00.000Z' },
      ...{ customerRate: '40.00', totalShiftHours: '3' },
    },
  ]);
});
