import type { Input } from '@portal/contracts/_kernel/endpoint';
import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { jobPlaces, searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import { postJob } from '@portal/contracts/jobs/jobs.staff';
import { sql } from 'kysely';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();
/** Wednesday, 10:00 in Toronto. */
const NOW = '2027-03-10T15:00:00.000Z';
let guard: TestGuard;

const post = async (jobTitle: string, input: Partial<Input<typeof postJob>>) =>
  (await api.call(postJob, { jobTitle, dates: ['2027-03-12'], start: '09:00', end: '17:00', ...input } as Input<typeof postJob>)).data;
const search = async (input: Record<string, unknown>) => (await api.call(searchJobs, input as never, { token: guard.token })).data;
const titles = async (input: Record<string, unknown>) => (await search(input)).docs.map(({ jobTitle }) => jobTitle);
const setProfile = (profile: Record<string, number | null>) =>
  db()
    .updateTable('guards')
    .set({ is_go_with: null, is_travel_to: null, ...profile })
    .where('id', '=', guard.id)
    .execute();

beforeAll(async () => {
  api.clock.set(NOW);
  guard = await api.guard();
  await sql`delete from guard_specialities where guard_id = ${guard.id}`.execute(db());
  await sql`insert into guard_specialities (guard_id, speciality_id) select ${guard.id}, id from specialities where name = 'Bank'`.execute(
    db(),
  );
  await post('Bank, bus', { speciality: 'Bank', transportation: 2, start: '08:00', end: '16:00' });
  await post('Bank, car', { speciality: 'Bank', transportation: 1 });
  const any = await post('Any work', { transportation: 3, start: '10:00', end: '18:00' });
  await sql`update jobs set speciality_id = null where id = ${any.jobId}`.execute(db());
  await post('Events', { speciality: 'Events', transportation: 3, start: '11:00', end: '19:00' });
  await post('Bank, Hamilton', { speciality: 'Bank', transportation: 3, city: 'Hamilton', start: '12:00', end: '20:00' });
});

it.each<[string, Record<string, number | null>, string[], number]>([
  ['the speciality alone', {}, ['Bank, bus', 'Bank, car', 'Any work', 'Bank, Hamilton'], 1],
  ['an own vehicle', { is_go_with: 1 }, ['Bank, bus', 'Bank, car', 'Any work', 'Bank, Hamilton'], 1],
  ['public transport', { is_go_with: 2 }, ['Bank, bus', 'Any work', 'Bank, Hamilton'], 2],
  ['30 km', { is_travel_to: 30 }, ['Bank, bus', 'Bank, car', 'Any work'], 2],
  ['30 km by public transport', { is_go_with: 2, is_travel_to: 30 }, ['Bank, bus', 'Any work'], 3],
])('lists the jobs that fit a profile with %s, and counts the hidden ones', async (_what, profile, fitting, hidden) => {
  await setProfile(profile);
  expect(await titles({ fitsMe: 1 })).toEqual(fitting);
  expect(await search({ fitsMe: 1 })).toMatchObject({ total: fitting.length, fitsMe: { isOn: true, hidden, hiddenIsExact: true } });
  for (const fitsMe of [undefined, '', 0]) expect(await search({ fitsMe })).toMatchObject({ total: 5, fitsMe: null });
});

it('counts over all pages, and the map shows the same jobs', async () => {
  await setProfile({ is_go_with: 2, is_travel_to: 30 });
  const second = await search({ fitsMe: 1, limit: 1, page: 2 });
  expect(second).toMatchObject({ total: 2, docs: [{ jobTitle: 'Any work' }], fitsMe: { isOn: true, hidden: 3 } });
  const { data } = await api.call(jobPlaces, { fitsMe: 1 } as never, { token: guard.token });
  expect(data.docs.map(({ jobTitle }) => jobTitle)).toEqual(['Bank, bus', 'Any work']);
  expect(data).not.toHaveProperty('fitsMe');
});

it('is off when no job of the search fits, and hides nothing when the search finds none', async () => {
  await setProfile({ is_travel_to: 30 });
  expect(await search({ fitsMe: 1, searchBy: 'Hamilton' })).toMatchObject({
    docs: [{ jobTitle: 'Bank, Hamilton' }],
    fitsMe: { isOn: false, hidden: 0 },
  });
  expect(await search({ fitsMe: 1, searchBy: 'nothing at all' })).toMatchObject({ total: 0, fitsMe: { isOn: true, hidden: 0 } });
});

it('a filter that the guard chooses replaces its part of the profile', async () => {
  await setProfile({ is_go_with: 2, is_travel_to: 30 });
  const { rows } = await sql<{ id: string }>`select id from specialities where name = 'Events'`.execute(db());
  expect(await titles({ fitsMe: 1, speciality: rows.map(({ id }) => id) })).toEqual(['Events']);
  expect(await titles({ fitsMe: 1, transportation: 1 })).toEqual(['Bank, car']);
  expect(await titles({ fitsMe: 1, range: 75 })).toEqual(['Bank, bus', 'Any work', 'Bank, Hamilton']);
});

it('hides none of the jobs that the guard applied for', async () => {
  await setProfile({ is_go_with: 2 });
  const applied = (await search({ searchBy: 'Events' })).docs[0];
  await api.call(applyForJob, { userId: applied?.userId, jobId: applied?.jobId, shiftId: applied?.shiftId, isApply: 1 } as never, {
    token: guard.token,
  });
  expect(await search({ fitsMe: 1, jobs: 2 })).toMatchObject({ docs: [{ jobTitle: 'Events' }], fitsMe: null });
});

describe('the date of the next shift', () => {
  const nights = [
    ['Wednesday noon', '2027-03-10', '12:00'],
    ['Wednesday evening', '2027-03-10', '18:00'],
    ['Thursday before dawn', '2027-03-11', '04:00'],
    ['Thursday morning', '2027-03-11', '05:00'],
    ['Friday evening', '2027-03-12', '20:00'],
    ['Saturday', '2027-03-13', '09:00'],
    ['Sunday', '2027-03-14', '22:00'],
    ['Monday', '2027-03-15', '09:00'],
    ['Saturday after', '2027-03-20', '09:00'],
  ] as const;
  const found = async (input: Record<string, unknown>) => (await titles({ searchBy: 'calendar', ...input })).map((one) => one.slice(9));

  beforeAll(async () => {
    for (const [name, day, start] of nights)
      await post(`Calendar ${name}`, { dates: [day], start, end: `${String((Number(start.slice(0, 2)) + 3) % 24).padStart(2, '0')}:00` });
  });
  afterEach(() => api.clock.set(NOW));

  it.each<[string, string, string[]]>([
    ['tonight', NOW, ['Wednesday evening', 'Thursday before dawn']],
    ['tonight', '2027-03-11T03:00:00.000Z', ['Thursday before dawn']],
    ['tonight', '2027-03-11T08:00:00.000Z', ['Thursday before dawn']],
    ['weekend', NOW, ['Saturday', 'Sunday']],
    ['weekend', '2027-03-14T16:00:00.000Z', ['Sunday']],
    ['weekend', '2027-03-15T10:00:00.000Z', ['Saturday after']],
  ])('%s at %s are the jobs of %j', async (when, now, expected) => {
    api.clock.set(now);
    expect(await found({ when })).toEqual(expected);
  });

  it.each<[Record<string, string>, string[]]>([
    [{ dateFrom: '2027-03-14' }, ['Sunday', 'Monday', 'Saturday after']],
    [{ dateTo: '2027-03-10' }, ['Wednesday noon', 'Wednesday evening']],
    [{ dateFrom: '2027-03-12', dateTo: '2027-03-13' }, ['Friday evening', 'Saturday']],
    [{ dateFrom: '2027-03-13', dateTo: '2027-03-13' }, ['Saturday']],
    [{ dateFrom: '', dateTo: '', when: '' }, nights.map(([name]) => name)],
  ])('%j are the jobs of %j', async (input, expected) => expect(await found(input)).toEqual(expected));

  it.each([
    ['dateTo', { dateFrom: '2027-03-13', dateTo: '2027-03-12' }, jobsMessages.lastBeforeFirst],
    ['dateFrom', { dateFrom: '2027-02-30' }, 'Not a date'],
    ['when', { when: 'someday' }, 'Unknown choice'],
    ['fitsMe', { fitsMe: 2 }, 'Unknown choice'],
  ])('refuses %s of %j in words', async (field, input, words) => {
    const { code, errors } = await api.call(searchJobs, input as never, { token: guard.token });
    expect([code, errors]).toEqual([400, { [field]: words }]);
  });
});
