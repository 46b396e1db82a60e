import type { Input } from '@portal/contracts/_kernel/endpoint';
import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { award } from '@portal/contracts/applications/applications.staff';
import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import type { FitKind } from '@portal/contracts/jobs/jobs.fit';
import { cancelJob, postJob } from '@portal/contracts/jobs/jobs.staff';
import { applyLeave } from '@portal/contracts/leave/leave.endpoints';
import { approveLeave } from '@portal/contracts/leave/leave.staff';
import { sql } from 'kysely';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();
let guard: TestGuard;

beforeEach(async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  guard = await api.guard();
});

type Post = Partial<Input<typeof postJob>>;
const post = async (input: Post = {}) =>
  (await api.call(postJob, { jobTitle: 'Gate watch', dates: ['2027-03-16'], start: '09:00', end: '17:00', ...input } as never)).data;
const apply = (job: { jobId: string; shiftIds: string[] }, who = guard) =>
  api.call(applyForJob, { userId: job.jobId, jobId: job.jobId, shiftId: job.shiftIds[0] ?? '', isApply: 1 }, { token: who.token });
const own = async (input: Post) => {
  const job = await post({ jobTitle: 'My own', ...input });
  await apply(job);
  await api.call(award, { jobId: job.jobId, guard: guard.id });
  return job;
};
const fitOf = async (job: { jobId: string }) => (await api.call(jobDetail, { jobId: job.jobId }, { token: guard.token })).data.fit;
const check = async (job: { jobId: string }, kind: FitKind) => (await fitOf(job))?.find((one) => one.kind === kind);

it.each<[string, Post, string, string | undefined, string | null]>([
  ['the same hours', { start: '09:00', end: '17:00' }, 'care', undefined, null],
  ['one minute across the end', { start: '16:59', end: '20:00' }, 'care', undefined, null],
  ['the next minute', { start: '17:00', end: '20:00' }, 'good', 'care', '0'],
  ['7 h 59 min later', { dates: ['2027-03-17'], start: '00:59', end: '04:00' }, 'good', 'care', '479'],
  ['8 h later', { dates: ['2027-03-17'], start: '01:00', end: '04:00' }, 'good', 'good', null],
  ['4 h before', { start: '01:00', end: '05:00' }, 'good', 'care', '240'],
  ['overnight into it', { dates: ['2027-03-15'], start: '22:00', end: '09:30' }, 'care', undefined, null],
  ['two days away', { dates: ['2027-03-18'] }, 'good', 'good', null],
])('a shift of one’s own at %s', async (_what, mine, overlap, rest, minutes) => {
  await own(mine);
  const job = await post();
  const found = await check(job, 'rest');
  expect((await check(job, 'overlap'))?.verdict).toBe(overlap);
  expect([found?.verdict, found?.value ?? null]).toEqual([rest, minutes]);
});

it('names the overlapping shift, of several the worst', async () => {
  await own({ jobTitle: 'Near', start: '18:00', end: '19:00' });
  await own({ jobTitle: 'Across', start: '16:00', end: '17:30' });
  expect(await check(await post(), 'overlap')).toEqual({
    kind: 'overlap',
    verdict: 'care',
    value: null,
    near: { jobTitle: 'Across', startTime: '2027-03-16T20:00:00.000Z', endTime: '2027-03-16T21:30:00.000Z', timeZone: 'America/Toronto' },
  });
});

it('a shift on leave, a cancelled job and another guard’s shift do not count as overlaps', async () => {
  const away = await own({});
  const shift = { jobId: away.jobId, shiftId: away.shiftIds[0] ?? '', shiftDate: '2027-03-16' };
  await api.call(applyLeave, { ...shift, leaveTitle: 1 }, { token: guard.token });
  await api.call(approveLeave, { guard: guard.id, shiftId: shift.shiftId });
  const cancelled = await own({});
  await api.call(cancelJob, { jobId: cancelled.jobId });
  const other = await api.guard();
  const theirs = await post();
  await apply(theirs, other);
  await api.call(award, { jobId: theirs.jobId, guard: other.id });
  const found = await fitOf(await post());
  expect(found?.filter(({ kind }) => kind === 'overlap' || kind === 'rest').map(({ verdict }) => verdict)).toEqual(['good', 'good']);
});

it('compares licence, transport, dress code and speciality with the profile', async () => {
  await sql`update guards set security_registration_expiry_date = '2027-03-16', is_go_with = 2, vest_size = null where id = ${guard.id}`.execute(
    db(),
  );
  await sql`update guard_specialities set speciality_id = (select id from specialities where name = 'VIP') where guard_id = ${guard.id}`.execute(
    db(),
  );
  const job = await post({ start: '22:00', end: '06:00', transportation: 1, dressCode: 1, speciality: 'Bank' });
  const found = Object.fromEntries(((await fitOf(job)) ?? []).map(({ kind, verdict, value }) => [kind, [verdict, value]]));
  expect(found).toMatchObject({
    licence: ['care', '2027-03-16'],
    transport: ['care', '1'],
    dress: ['unknown', '1'],
    speciality: ['care', 'Bank'],
    places: ['good', '0'],
  });
});

it('counts the places; a guard with a place gets no warning that none is left', async () => {
  const job = await post();
  await apply(job);
  for (let n = 0; n < 4; n++) await apply(job, await api.guard());
  expect(await check(job, 'places')).toMatchObject({ verdict: 'good', value: '5' });
  const late = await api.guard();
  const { data } = await api.call(jobDetail, { jobId: job.jobId }, { token: late.token });
  expect(data.fit?.find(({ kind }) => kind === 'places')).toMatchObject({ verdict: 'care', value: '5' });
});

it('returns null for a job that is the guard’s already, has begun or was cancelled', async () => {
  expect(await fitOf(await own({}))).toBeNull();
  const cancelled = await post();
  await apply(cancelled);
  await api.call(cancelJob, { jobId: cancelled.jobId });
  expect(await fitOf(cancelled)).toBeNull();
  const begun = await post();
  api.clock.set('2027-03-16T14:00:00.000Z');
  expect(await fitOf(begun)).toBeNull();
});
