import { randomUUID } from 'node:crypto';
import { daysAfter, localTime } from '@portal/contracts/_kernel/formats';
import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { award, cancelAward } from '@portal/contracts/applications/applications.staff';
import { makeFeed, revokeFeed, showFeed } from '@portal/contracts/calendar/calendar.endpoints';
import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { cancelJob, changeShift, postJob } from '@portal/contracts/jobs/jobs.staff';
import { applyLeave } from '@portal/contracts/leave/leave.endpoints';
import { approveLeave } from '@portal/contracts/leave/leave.staff';
import { sql } from 'kysely';
import { shiftCalls } from '../../../test/shifts';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();
let guard: TestGuard;

beforeEach(async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  guard = await api.guard();
});

const held = async (input: Record<string, unknown> = {}) => {
  const job = (await api.call(postJob, { jobTitle: 'Gate watch', dates: ['2027-03-20'], hourlyRate: 24.5, ...input } as never)).data;
  await api.call(applyForJob, { userId: job.jobId, jobId: job.jobId, shiftId: job.shiftIds[0] ?? '', isApply: 1 }, { token: guard.token });
  await api.call(award, { jobId: job.jobId, guard: guard.id });
  return { ...job, shiftId: job.shiftIds[0] ?? '' };
};
const make = async (who = guard) => new URL((await api.call(makeFeed, {}, { token: who.token })).data.url);
const fetchFeed = (url: URL) => fetch(api.url + url.pathname);
const feed = async (url: URL) => (await (await fetchFeed(url)).text()).split('\r\n');
const shown = async () => (await api.call(showFeed, {}, { token: guard.token })).data.feed;

it('is created, read by its address alone, and answers 404 once it is revoked', async () => {
  expect(await shown()).toBeNull();
  const { shiftId } = await held();
  const url = await make();
  expect(url.href).toMatch(/^https:\/\/portal\.example\.com\/v1\/calendar\/shifts\/[\w-]{43}\.ics$/);
  const reply = await fetchFeed(url);
  expect([reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    'private, no-cache',
  ]);
  expect(await reply.text()).toContain(`UID:${shiftId}@guard-portal\r\n`);
  expect(await shown()).toEqual({ madeAt: '2027-03-10T15:00:00.000Z', readAt: '2027-03-10T15:00:00.000Z' });
  for (const again of ['first', 'second'])
    expect((await api.call(revokeFeed, {}, { token: guard.token, headers: { 'idempotency-key': `revoke-${again}` } })).code).toBe(200);
  expect((await fetchFeed(url)).status).toBe(404);
  expect(await shown()).toBeNull();
});

it('its address is stored only as a hash, also when it is created under an idempotency key', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const { data } = await api.call(makeFeed, {}, { token: guard.token, headers });
  const token = new URL(data.url).pathname.split('/').at(-1)?.replace('.ics', '') ?? '';
  const { rows } = await sql<{ reply: string }>`select reply::text from idempotency_keys where guard_id = ${guard.id}`.execute(db());
  expect([token.length, rows.filter(({ reply }) => reply.includes(token))]).toEqual([43, []]);
});

it('a new address ends the old one; another guard’s address shows that guard’s shifts only; a guessed one shows nothing', async () => {
  const { shiftId } = await held();
  const old = await make();
  const url = await make();
  expect((await fetchFeed(old)).status).toBe(404);
  const other = await make(await api.guard());
  expect((await feed(other)).join()).not.toContain(shiftId);
  expect((await feed(url)).join()).toContain(shiftId);
  expect((await fetchFeed(new URL(`${other.origin}/v1/calendar/shifts/${'a'.repeat(43)}.ics`))).status).toBe(404);
});

it('a change raises the sequence under the same UID', async () => {
  const { shiftId } = await held();
  const url = await make();
  expect(await feed(url)).toContain('SEQUENCE:0');
  await api.call(changeShift, { shiftId, start: '10:00', end: '18:00' });
  const lines = await feed(url);
  expect(lines).toEqual(expect.arrayContaining([`UID:${shiftId}@guard-portal`, 'SEQUENCE:1', 'DTSTART:20270320T140000Z']));
  const { data } = await api.call(jobDetail, { jobId: (await held({ dates: ['2027-03-25'] })).jobId }, { token: guard.token });
  expect(data.upcomingShifts[0]?.sequence).toBe(0);
});

it.each<[string, (job: { jobId: string; shiftId: string }) => Promise<unknown>]>([
  ['whose job was cancelled', ({ jobId }) => api.call(cancelJob, { jobId })],
  ['whose award was revoked', ({ jobId }) => api.call(cancelAward, { jobId, guard: guard.id })],
  [
    'that the guard is on leave from',
    async ({ jobId, shiftId }) => {
      await api.call(applyLeave, { jobId, shiftId, shiftDate: '2027-03-20', leaveTitle: 1 }, { token: guard.token });
      await api.call(approveLeave, { guard: guard.id, shiftId });
    },
  ],
])('a shift %s stays as cancelled', async (_what, end) => {
  const job = await held();
  const url = await make();
  expect(await feed(url)).toContain('STATUS:CONFIRMED');
  await end(job);
  const lines = await feed(url);
  expect(lines).toEqual(expect.arrayContaining([`UID:${job.shiftId}@guard-portal`, 'STATUS:CANCELLED', 'SEQUENCE:1']));
  expect(lines).not.toContain('STATUS:CONFIRMED');
});

it.each(['while it runs', 'after its end'])(
  'a shift whose job is cancelled %s took place, and the one after it is cancelled',
  async (what) => {
    const job = await held({ dates: ['2027-03-10', '2027-03-11'], start: '11:00', end: '17:00' });
    const url = await make();
    const me = shiftCalls(api, guard, job);
    api.clock.set('2027-03-10T16:10:00.000Z');
    await me.start();
    if (what === 'after its end') {
      api.clock.set('2027-03-10T22:00:00.000Z');
      await me.end();
    }
    await api.call(cancelJob, { jobId: job.jobId });
    expect((await feed(url)).filter((line) => line.startsWith('STATUS:'))).toEqual(['STATUS:CONFIRMED', 'STATUS:CANCELLED']);
  },
);

/** Each row: date, start and end at the site; start and end in UTC; hours; pay at $24.50; days later; the text that a guard reads. */
it.each([
  [
    'spring, over the skipped hour',
    '2027-03-13',
    '22:00',
    '06:00',
    '2027-03-14T03:00:00.000Z',
    '2027-03-14T10:00:00.000Z',
    '7',
    '171.50',
    1,
    '10:00 p.m. – 6:00 a.m.',
  ],
  [
    'autumn, over the repeated hour',
    '2027-11-06',
    '22:00',
    '06:00',
    '2027-11-07T02:00:00.000Z',
    '2027-11-07T11:00:00.000Z',
    '9',
    '220.50',
    1,
    '10:00 p.m. – 6:00 a.m.',
  ],
  [
    'spring, a start that is skipped',
    '2027-03-14',
    '02:30',
    '10:00',
    '2027-03-14T07:30:00.000Z',
    '2027-03-14T15:00:00.000Z',
    '7.5',
    '183.75',
    0,
    '3:30 a.m. – 11:00 a.m.',
  ],
  [
    'spring, an end that is skipped',
    '2027-03-13',
    '18:00',
    '02:30',
    '2027-03-13T23:00:00.000Z',
    '2027-03-14T07:30:00.000Z',
    '8.5',
    '208.25',
    1,
    '6:00 p.m. – 3:30 a.m.',
  ],
  [
    'autumn, a start that comes twice',
    '2027-11-07',
    '01:30',
    '09:00',
    '2027-11-07T06:30:00.000Z',
    '2027-11-07T14:00:00.000Z',
    '7.5',
    '183.75',
    0,
    '1:30 a.m. – 9:00 a.m.',
  ],
  [
    'autumn, an end that comes twice',
    '2027-11-06',
    '18:00',
    '01:30',
    '2027-11-06T22:00:00.000Z',
    '2027-11-07T06:30:00.000Z',
    '8.5',
    '208.25',
    1,
    '6:00 p.m. – 1:30 a.m.',
  ],
  [
    'a night like others',
    '2027-04-10',
    '22:00',
    '06:00',
    '2027-04-11T02:00:00.000Z',
    '2027-04-11T10:00:00.000Z',
    '8',
    '196.00',
    1,
    '10:00 p.m. – 6:00 a.m.',
  ],
  [
    'midnight to midnight',
    '2027-04-10',
    '00:00',
    '00:00',
    '2027-04-10T04:00:00.000Z',
    '2027-04-11T04:00:00.000Z',
    '24',
    '588.00',
    1,
    '12:00 a.m. – 12:00 a.m.',
  ],
])(
  'the night of %s: start, end, hours, pay, days later, calendar',
  async (_what, date, start, end, startTime, endTime, hours, pay, days, words) => {
    const job = await held({ dates: [date], start, end });
    const { data } = await api.call(jobDetail, { jobId: job.jobId }, { token: guard.token });
    const [shift] = data.upcomingShifts;
    expect(shift).toMatchObject({ shiftDate: date, startTime, endTime, totalShiftHours: hours });
    expect([data.upcomingEarning, data.shiftHrs]).toEqual([pay, hours]);
    expect(daysAfter(startTime, endTime)).toBe(days);
    expect(`${localTime(startTime)} – ${localTime(endTime)}`).toBe(words);
    const compact = (instant: string) => instant.replace(/[-:]|\.000/g, '');
    expect(await feed(await make())).toEqual(expect.arrayContaining([`DTSTART:${compact(startTime)}`, `DTEND:${compact(endTime)}`]));
  },
);
