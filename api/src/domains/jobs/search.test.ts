import type { Input } from '@portal/contracts/_kernel/endpoint';
import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { award } from '@portal/contracts/applications/applications.staff';
import { jobPlaces, searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import type { Job } from '@portal/contracts/jobs/jobs.shapes';
import { postJob } from '@portal/contracts/jobs/jobs.staff';
import { sql } from 'kysely';
import { bulkJobs } from '../../../seed/bulk';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { db, getPool } from '../../platform/database/db';

type Posted = { jobId: string; shiftIds: string[] };
const NOW = '2027-03-10T15:00:00.000Z';
const jobs: Record<string, Posted> = {};
let api: TestApi;
let guard: TestGuard;

const post = async (name: string, input: Partial<Input<typeof postJob>>) => {
  const { data } = await api.call(postJob, { jobTitle: name, dates: ['2027-03-12'], ...input } as Input<typeof postJob>);
  jobs[name] = data;
};
const search = (input: Record<string, unknown>) => api.call(searchJobs, input as never, { token: guard.token });
const titles = async (input: Record<string, unknown>) => (await search(input)).data.docs.map(({ jobTitle }) => jobTitle);
const apply = ({ jobId, shiftIds }: Posted, token: string) =>
  api.call(applyForJob, { userId: jobId, jobId, shiftId: shiftIds[0] ?? '', isApply: 1 }, { token });

beforeAll(async () => {
  api = await startApi({ clock: NOW });
  guard = await api.guard();
  await post('Gate watch', {
    ...{ start: '06:00', end: '14:00', hourlyRate: 20, dressCode: 1, transportation: 1 },
    speciality: 'Bank',
    dates: ['2027-03-11'],
  });
  await post('Concert crowd', {
    city: 'Hamilton',
    start: '18:00',
    end: '02:00',
    hourlyRate: 40,
    dressCode: 3,
    transportation: 3,
    speciality: 'Events',
    dates: ['2027-03-13'],
  });
  await post('Night patrol', {
    city: 'Ottawa',
    start: '02:00',
    end: '08:00',
    hourlyRate: 30,
    dressCode: 2,
    transportation: 2,
    speciality: 'Bank',
    description: 'Drive 100% of the round.',
  });
  await post('Long watch', {
    start: '12:00',
    end: '17:00',
    hourlyRate: 25,
    speciality: 'Events',
    description: 'Stand at the north door.',
    dates: ['2027-03-08', '2027-03-09', '2027-03-14'],
  });
  await post('Over', { dates: ['2027-03-09'] });
  await post('Waiting', {});
  await sql`update jobs set status = 0 where id = ${jobs.Waiting?.jobId}`.execute(db());
  await sql`update jobs set client_rating = 4.5 where id = ${jobs['Concert crowd']?.jobId}`.execute(db());
});
afterAll(() => api.stop());

describe('places for the map', () => {
  it('are the jobs of the same search, without pages', async () => {
    for (const input of [{}, { searchBy: 'watch' }, { dressCode: 2 }]) {
      const found = await search({ ...input, limit: 50 });
      const { data } = await api.call(jobPlaces, { ...input, page: 9, limit: 1 } as never, { token: guard.token });
      expect(data.docs.map(({ jobId }) => jobId).sort()).toEqual(found.data.docs.map(({ jobId }) => jobId).sort());
      expect(data.total).toBe(found.data.total);
      const commitments = (docs: readonly Pick<Job, 'jobId' | 'commitment'>[]) =>
        Object.fromEntries(docs.map((one) => [one.jobId, one.commitment]));
      expect(commitments(data.docs)).toEqual(commitments(found.data.docs));
    }
    expect((await search({})).data.docs[0]?.postedAt).toMatch(/Z$/);
  });

  it('require a position for a distance, and refuse the input that the search refuses', async () => {
    const reply = await api.call(jobPlaces, { minRange: 40, maxRange: 20 } as never, { token: guard.token });
    expect([reply.code, Object.keys(reply.errors ?? {})]).toEqual([400, ['minRange']]);
  });
});

describe('job search', () => {
  it('[API-JOB-07, API-JOB-29/1] lists approved jobs with a shift to come, soonest first, with their number', async () => {
    const reply = await search({});
    expect(reply).toMatchObject({ status: 200, code: 200 });
    expect(reply.data).toMatchObject({ total: 4, totalIsExact: true });
    expect(await titles({})).toEqual(['Gate watch', 'Night patrol', 'Concert crowd', 'Long watch']);
  });

  it('[DATA-JOB-01, DATA-JOB-02, DATA-JOB-06, DATA-JOB-11] a job has the stated fields; the shift shown is the next one', async () => {
    const { data } = await search({ searchBy: 'long watch' });
    expect(data.docs[0]).toMatchObject({
      jobId: jobs['Long watch']?.jobId,
      shiftId: jobs['Long watch']?.shiftIds[2],
      jobTitle: 'Long watch',
      description: 'Stand at the north door.',
      jobDate: '2027-03-14',
      startTime: '2027-03-14T16:00:00.000Z',
      endTime: '2027-03-14T21:00:00.000Z',
      hourlyRate: '25.00',
      shiftHrs: '5',
      locationId: { locationName: 'Yonge Street, Toronto', lat: 43.6532, long: -79.3832 },
    });
  });

  it('[DATA-JOB-04, DATA-JOB-10, DATA-JOB-12, DATA-JOB-13] custom dates, speciality, longitude first and the distance from the base', async () => {
    const { data } = await search({ searchBy: 'long watch' });
    expect(data.docs[0]).toMatchObject({
      jobType: 3,
      customDates: ['2027-03-08', '2027-03-09', '2027-03-14'],
      speciality: { name: 'Events' },
      distanceFromBase: 0,
    });
    expect(data.docs[0]?.locationId.location).toEqual({ type: 'Point', coordinates: [-79.3832, 43.6532] });
    const away = (await search({})).data.docs.map(({ jobTitle, distanceFromBase }) => `${jobTitle} ${Math.round(distanceFromBase ?? -1)}`);
    expect(away).toEqual(['Gate watch 0', 'Night patrol 352', 'Concert crowd 59', 'Long watch 0']);
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['CODE-16, DATA-JOB-03', 'Gate watch', { jobType: 1, customDates: [] }],
    ['CODE-18, DATA-JOB-03', 'Long watch', { jobType: 3, customDates: ['2027-03-08', '2027-03-09', '2027-03-14'] }],
    ['DATA-JOB-05', 'Gate watch', { jobStatus: 1 }],
    ['DATA-JOB-07', 'Gate watch', { dressCode: 1 }],
    ['DATA-JOB-07', 'Concert crowd', { dressCode: 3 }],
    ['DATA-JOB-08', 'Concert crowd', { transportation: 3 }],
    ['DATA-JOB-09', 'Gate watch', { clientRating: 0 }],
    ['DATA-JOB-09', 'Concert crowd', { clientRating: 4.5 }],
    ['DATA-JOB-16', 'Gate watch', { userId: expect.stringMatching(/^[0-9a-f-]{36}$/) }],
  ])('[%s] the job %s has %j', async (_id, jobTitle, fields) => {
    const { docs } = (await search({})).data;
    expect(docs.find((job) => job.jobTitle === jobTitle)).toMatchObject(fields);
  });

  it('[AUTHZ-23] a guard browses all open jobs and narrows them by several filters together', async () => {
    expect(await titles({})).toHaveLength(4);
    expect(await titles({ minRange: 25, speciality: ['any'], shifts: 3, range: 70 })).toEqual(['Concert crowd']);
  });

  it('[DATA-JOB-29] replies the posted code for each job, 3 by default', async () =>
    expect((await search({})).data.docs.map(({ transportation }) => transportation)).toEqual([1, 2, 3, 3]));

  it('[API-JOB-01, API-JOB-02, API-JOB-05, API-JOB-06] accepts every stated key, and ignores empty ones', async () => {
    const keys = [
      ...['page', 'sortBy', 'price', 'distanceFromBase', 'minRange', 'maxRange', 'searchBy', 'range', 'rating'],
      ...['shifts', 'jobs', 'transportation', 'dressCode', 'liveLong', 'liveLat', 'status'],
    ];
    const { data } = await search({ ...Object.fromEntries(keys.map((key) => [key, ''])), limit: 10, speciality: [] });
    expect(data.total).toBe(4);
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['API-JOB-03', { searchBy: 'watch gate' }, ['Gate watch']],
    ['API-JOB-03', { searchBy: 'OTTAWA' }, ['Night patrol']],
    ['API-JOB-03', { searchBy: '100%' }, ['Night patrol']],
    ['API-JOB-02, SEARCH-24/1', { minRange: 30 }, ['Night patrol', 'Concert crowd']],
    ['API-JOB-02, SEARCH-24/1', { maxRange: 25 }, ['Gate watch', 'Long watch']],
    ['API-JOB-02', { range: 70 }, ['Gate watch', 'Concert crowd', 'Long watch']],
    ['API-JOB-06', { range: 5, liveLat: 45.4215, liveLong: -75.6972 }, ['Night patrol']],
    ['API-JOB-05', { rating: 4 }, ['Concert crowd']],
    ['API-JOB-05, CODE-22', { shifts: 1 }, ['Gate watch']],
    ['API-JOB-05, CODE-23', { shifts: 2 }, ['Long watch']],
    ['API-JOB-05, CODE-24', { shifts: 3 }, ['Night patrol', 'Concert crowd']],
    ['API-JOB-05, DATA-JOB-29', { transportation: 2 }, ['Night patrol']],
    ['API-JOB-05, DATA-JOB-29', { transportation: 3 }, ['Concert crowd', 'Long watch']],
    ['API-JOB-05', { dressCode: 1 }, ['Gate watch']],
    ['API-JOB-02, SEARCH-24/4', { price: 'asc' }, ['Gate watch', 'Long watch', 'Night patrol', 'Concert crowd']],
    ['API-JOB-02, SEARCH-24/4', { price: 'desc' }, ['Concert crowd', 'Night patrol', 'Long watch', 'Gate watch']],
    ['API-JOB-02', { distanceFromBase: 1 }, ['Gate watch', 'Long watch', 'Concert crowd', 'Night patrol']],
    ['API-JOB-01', { sortBy: 'desc' }, ['Long watch', 'Concert crowd', 'Night patrol', 'Gate watch']],
  ])('[%s] %j', async (_id, input, expected) => expect(await titles(input)).toEqual(expected));

  it.each(['Caf\u00e9', 'Cafe\u0301', 'cafe', 'CAF\u00c9\u200b', 'Cafe\u0301\u00a0gate'])('finds "Caf\u00e9" by %j', async (searchBy) => {
    const { data } = await api.call(postJob, { jobTitle: 'Gate of the Cafe\u0301', dates: ['2027-03-12'] } as Input<typeof postJob>);
    await sql`update jobs set title = 'Caf\u00e9 gate' where id = ${data.jobId} and ${searchBy.length} % 2 = 0`.execute(db());
    expect((await search({ searchBy })).data.docs.map(({ jobId }) => jobId)).toContain(data.jobId);
    await sql`delete from jobs where id = ${data.jobId}`.execute(db());
  });

  it("[SEARCH-24/2] range is the distance from the guard's position in km, from 0 to 75", async () => {
    const hamilton = { liveLat: 43.2557, liveLong: -79.8711 };
    expect(await titles({ ...hamilton, range: 50 })).toEqual(['Concert crowd']);
    expect(await titles({ ...hamilton, range: 75 })).toEqual(['Gate watch', 'Concert crowd', 'Long watch']);
    expect((await search({ ...hamilton, range: 0 })).status).toBe(200);
    for (const range of [76, -1]) {
      const { status, errors } = await search({ ...hamilton, range });
      expect([status, Object.keys(errors ?? {})]).toEqual([400, ['range']]);
    }
  });

  it('[SEARCH-24/3] distanceFromBase sorts by the distance from the work-profile address, not from the guard’s position, and returns it', async () => {
    const { docs } = (await search({ distanceFromBase: 1, liveLat: 45.4215, liveLong: -75.6972 })).data;
    expect(docs.map(({ jobTitle, distanceFromBase }) => [jobTitle, Math.round(distanceFromBase ?? -1)])).toEqual([
      ['Gate watch', 0],
      ['Long watch', 0],
      ['Concert crowd', 59],
      ['Night patrol', 352],
    ]);
  });

  it("[API-JOB-04] accepts several specialities, and 'any' as none", async () => {
    const { rows } = await sql<{ id: string; name: string }>`select id, name from specialities order by name`.execute(db());
    const of = (...names: string[]) => titles({ speciality: rows.filter(({ name }) => names.includes(name)).map(({ id }) => id) });
    expect(await of('Bank', 'Construction')).toEqual(['Gate watch', 'Night patrol']);
    expect(await of('Construction', 'Events')).toEqual(['Concert crowd', 'Long watch']);
    expect(await titles({ speciality: ['any'] })).toHaveLength(4);
  });

  it('[API-JOB-01] a page beyond the end is empty with the true total', async () => {
    expect((await search({ limit: 3, page: 2 })).data).toMatchObject({ docs: [{ jobTitle: 'Long watch' }], total: 4 });
    expect((await search({ page: 9 })).data).toMatchObject({ docs: [], total: 4 });
  });

  it('[API-JOB-05, CODE-25, CODE-26] distinguishes jobs that the guard may apply for, applied for, and has', async () => {
    const other = await api.guard();
    const as = async (input: Record<string, unknown>) =>
      (await api.call(searchJobs, input as never, { token: other.token })).data.docs.map(({ jobTitle, jobStatus }) => [
        jobTitle,
        jobStatus,
      ]);
    await apply(jobs['Gate watch'] as Posted, other.token);
    await apply(jobs['Long watch'] as Posted, other.token);
    await apply({ ...(jobs['Long watch'] as Posted), shiftIds: jobs['Long watch']?.shiftIds.slice(2) ?? [] }, other.token);
    await api.call(award, { jobId: jobs['Gate watch']?.jobId ?? '', guard: other.email });
    expect(await as({ jobs: 2 })).toEqual([
      ['Gate watch', 6],
      ['Long watch', 1],
    ]);
    expect(await as({ jobs: 1 })).toEqual([
      ['Night patrol', 1],
      ['Concert crowd', 1],
    ]);
    expect(await as({ status: 6 })).toEqual([['Gate watch', 6]]);
    expect((await as({ status: 1 })).length).toBe(3);
  });

  it.each([
    ['minRange', { minRange: 'cheap' }],
    ['minRange', { minRange: 50, maxRange: 20 }],
    ['range', { range: 400 }],
    ['page', { page: -1 }],
    ['speciality[0]', { speciality: ['everything'] }],
    ['dressCode', { dressCode: 7 }],
  ])('a malformed filter is a 400 that names %s', async (field, input) => {
    const reply = await search(input);
    expect([reply.status, Object.keys(reply.errors ?? {})]).toEqual([400, [field]]);
  });

  it('counts to 1,000 and then marks the total as inexact', async () => {
    await bulkJobs(getPool(), 1100, new Date(NOW));
    const { data } = await search({});
    expect(data).toMatchObject({ total: 1000, totalIsExact: false });
    expect(data.docs).toHaveLength(10);
    expect((await search({ searchBy: 'concert' })).data).toMatchObject({ total: 1, totalIsExact: true });
  });
});
