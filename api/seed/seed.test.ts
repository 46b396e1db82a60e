import { addDays } from '@portal/contracts/_kernel/clock';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { login } from '@portal/contracts/auth/auth.endpoints';
import { listCovers } from '@portal/contracts/covers/covers.endpoints';
import { listDocuments } from '@portal/contracts/documents/documents.endpoints';
import { myEarning } from '@portal/contracts/earnings/earnings.endpoints';
import { earningTotals, payCheck } from '@portal/contracts/earnings/earnings.reports';
import { listWithdrawals } from '@portal/contracts/earnings/earnings.withdrawals';
import { enoteJobs, listEnotes } from '@portal/contracts/enotes/enotes.endpoints';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { readBank } from '@portal/contracts/guards/guards.staff';
import { jobHistory, myJobs, searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import { currentShift, shiftRecord } from '@portal/contracts/shifts/shifts.endpoints';
import { listTickets } from '@portal/contracts/tickets/tickets.endpoints';
import { sql } from 'kysely';
import type pg from 'pg';
import { closeOldJobs } from '../src/jobs/close-old-jobs.job';
import { db, getPool } from '../src/platform/database/db';
import { remuxAudio } from '../src/platform/files/audio';
import { storeSealed as putFile } from '../src/platform/files/stored-uploads';
import { hashPassword } from '../src/platform/identity/passwords';
import { findViolations } from '../test/invariants';
import { startApi, type TestApi } from '../test/test-api';
import { keepSeeded, reset, seed } from '.';
import { demo, demoJobs, stepGuards } from './demo';
import { seedId } from './random';

const NOW = '2027-03-10T15:00:00.000Z';
/** The one shift that was credited $12 less, for the pay check. */
const theUnderpaid = expect.stringMatching(/^ended without exactly one credit of its pay: [\w-]+$/);
let api: TestApi;
let token: string;

async function inTransaction(act: (connection: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await getPool().connect();
  await client.query('begin');
  await act(client);
  await client.query('commit');
  client.release();
}
const one = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(db())).rows[0];
const logIn = async (email: string, password: string) => (await api.call(login, { email, password } as never)).data;
const statuses = async () => {
  const { data } = await api.call(myJobs, { limit: 50 } as never, { token });
  return [...new Set(data.docs.map(({ jobStatus }) => jobStatus))].sort();
};

beforeAll(async () => {
  api = await startApi({ clock: NOW });
  await inTransaction((client) => seed(client, { now: new Date(NOW), hashPassword, putFile }));
  token = (await logIn(demo.email, demo.password)).tokens.refresh.token;
});
afterAll(() => api.stop());

describe('the seeded portal', () => {
  it('has shifts that the demo guard can take over, and an own offer with a proposed guard', async () => {
    const { open, own } = (await api.call(listCovers, {}, { token })).data;
    expect(open.map(({ state }) => state)).toEqual(expect.arrayContaining(['open']));
    expect(own.map(({ state }) => state)).toEqual(['proposed']);
  });

  it('has the promised numbers of rows', async () => {
    expect(
      await one(sql`select (select count(*) from customers) as customers, (select count(*) from guards) as guards, (select count(*) from jobs) as jobs,
        (select count(distinct city) from locations) as cities, (select count(distinct register_as) from customers) as kinds`),
    ).toEqual({ customers: 40, guards: 60, jobs: 300, cities: 9, kinds: 3 });
    expect(
      await one(
        sql`select array_agg(distinct status order by status) as statuses, array_agg(distinct job_type order by job_type) as types from jobs`,
      ),
    ).toEqual({
      statuses: [0, 1, 2, 3, 5],
      types: [1, 2, 3],
    });
    expect(Number((await one<{ full: number }>(sql`select count(*) as full from jobs where live_applications = 5`))?.full)).toBeGreaterThan(
      3,
    );
  });

  it('stores document numbers, bank details and the recording encrypted, and the demo guard and staff see them', async () => {
    const { data: documents } = await api.call(listDocuments, { guardId: demo.id } as never, { token });
    expect(documents.docs.map(({ documentNumber }) => documentNumber)).toEqual(['482910375', '610284']);
    const { data: own } = await api.call(profile, { id: demo.id }, { token });
    expect(own.guard.identityDocuments[0]?.idNumber).toMatch(/^K\d{5}$/);
    expect(own.guard.bankAccountNumber).toBe('•••8365');
    expect((await api.call(readBank, { guard: demo.id }, {})).data.bankAccountNumber).toBe('704218365');
    expect(await one(sql`select count(*)::int as plain from media where owner_id is not null and not is_sealed`)).toEqual({ plain: 0 });
  });

  it('the demo guard has two tickets, one of them answered, and an e-note with a playable recording', async () => {
    const { data: tickets } = await api.call(listTickets, {} as never, { token });
    expect(tickets.docs.map(({ response }) => response.length)).toEqual([0, 1]);
    const { data: jobs } = await api.call(enoteJobs, {} as never, { token });
    const { data: notes } = await api.call(listEnotes, { jobId: jobs.docs[0]?.jobId } as never, { token });
    const spoken = notes.docs.find(({ type }) => type === 2);
    const reply = await fetch(`${api.url}${fullPath(previewMedia)}?filename=${spoken?.file}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect([reply.status, reply.headers.get('content-type'), bytes.length]).toEqual([200, 'audio/wav', spoken?.bytes]);
    const read = await remuxAudio(new Blob([bytes], { type: 'audio/wav' }));
    expect(read).toMatchObject({ file: { seconds: spoken?.seconds } });
  });

  it('the demo guard has jobs in every state, money and notifications', async () => {
    expect(await statuses()).toEqual([1, 3, 4, 5, 6, 7]);
    const { data } = await api.call(myEarning, { guardId: demo.id } as never, { token });
    expect(Number(data.guardWallet.totalAmount)).toBeGreaterThan(Number(data.guardWallet.totalWithdrawalAmout));
    expect((await api.call(listNotifications, {} as never, { token })).data.total).toBeGreaterThan(10);
    expect((await api.call(jobHistory, {} as never, { token })).data.pages).toBe(2);
    expect((await api.call(searchJobs, {} as never, { token })).data.total).toBeGreaterThan(150);
  });

  it('the demo guard’s money covers a year, with a paid withdrawal and one shift that was paid $12 less', async () => {
    const { periods } = (await api.call(earningTotals, { by: 'month' }, { token })).data;
    expect(periods.filter(({ credited }) => Number(credited) > 0).length).toBeGreaterThan(10);
    const withdrawals = (await api.call(listWithdrawals, {} as never, { token })).data;
    expect(withdrawals).toMatchObject({ total: 1, hasBankDetails: true, docs: [{ status: 'paid', amount: '600.00' }] });
    const { gaps, docs } = (await api.call(payCheck, { only: 'gaps' } as never, { token })).data;
    expect([gaps, docs.map(({ missing }) => missing)]).toEqual([1, ['12.00']]);
  });

  it('the demo guard has a running shift, and the record of a past shift is complete', async () => {
    const { shift, lastEnded } = (await api.call(currentShift, {} as never, { token })).data;
    expect(shift).toMatchObject({ state: 'running', arrival: { isFar: false }, breaks: [{ reason: { name: 'Rest' } }] });
    expect(lastEnded).toBeNull();
    const asked = await one<{ shiftId: string }>(
      sql`select a.shift_id as "shiftId" from sos_alerts x join assignments a on a.id = x.assignment_id where a.guard_id = ${demo.id}`,
    );
    const { data } = await api.call(shiftRecord, { shiftId: asked?.shiftId ?? '' }, { token });
    expect(data).toMatchObject({
      state: 'ended',
      ended: { endReasonId: expect.any(Object) },
      breaks: [{}],
      sos: [{ state: 'acknowledged' }],
    });
    expect(await findViolations()).toEqual([theUnderpaid]);
  });

  it.each(stepGuards)('one guard is at the step $step', async ({ email, password, step }) => {
    const { guard } = await logIn(email, password);
    expect(nextStep(guard).step).toBe(step);
  });

  it('is the same twice', async () => {
    const print = () =>
      one(
        sql`select md5(string_agg(j.id || title || hourly_rate || live_applications || s.starts_at, '' order by s.id)) from jobs j join shifts s on s.job_id = j.id`,
      );
    const first = await print();
    await inTransaction(async (client) => {
      await reset(client);
      await seed(client, { now: new Date(NOW), hashPassword, putFile });
    });
    expect(await print()).toEqual(first);
    token = (await logIn(demo.email, demo.password)).tokens.refresh.token;
  });

  it('is moved to the present on a later day and at another hour, with the columns of later migrations', async () => {
    await sql`alter table notifications add seen_at timestamptz check (seen_at >= created_at)`.execute(db());
    await sql`update notifications set seen_at = created_at`.execute(db());
    await sql`with paused as (update assignments set state = 'on-break' where guard_id = ${demo.id} and state = 'running' returning id)
      insert into breaks (assignment_id, reason_id, description, started_at, started_received_at)
      select paused.id, r.id, 'Break', ${NOW}, ${NOW} from paused, break_reasons r where r.position = 1`.execute(db());
    api.clock.set('2027-03-29T03:40:00.000Z');
    await inTransaction((client) => keepSeeded(client, { now: api.clock.now(), hashPassword, putFile }));
    expect(await statuses()).toEqual([1, 3, 4, 5, 6, 7]);
    expect((await api.call(searchJobs, {} as never, { token })).data.total).toBeGreaterThan(150);
    expect((await api.call(currentShift, {} as never, { token })).data.shift).toMatchObject({ state: 'running', sos: [] });
    expect(await findViolations()).toEqual([theUnderpaid]);
  });

  it('after two months in which the API ran, Previous jobs that were closed in that time are Previous again', async () => {
    const previous = async () =>
      (await api.call(jobHistory, { isComplete: 7, page: 1, limit: 10 } as never, { token })).data.docs.map(({ jobId }) => jobId).sort();
    const closed = async () => (await one<{ jobs: number }>(sql`select count(*)::int as jobs from jobs where status = 5`))?.jobs;
    const over = seedId('job', demoJobs.over);
    const before = [await previous(), await closed()];
    expect(before[0]).toContain(over);
    api.clock.advance({ days: 60 });
    token = (await logIn(demo.email, demo.password)).tokens.refresh.token;
    expect(await closeOldJobs()).toBeGreaterThan(9);
    expect(await previous()).not.toContain(over);
    await inTransaction((client) => keepSeeded(client, { now: api.clock.now(), hashPassword, putFile }));
    expect([await previous(), await closed()]).toEqual(before);
  });

  it('after weeks in which the API ran, past jobs that were closed in that time are to come again', async () => {
    const open = async () =>
      (
        await one<{ jobs: number }>(sql`select count(distinct j.id)::int as jobs from jobs j join shifts s on s.job_id = j.id
        where j.status = 1 and s.ends_at > ${api.clock.now().toISOString()}`)
      )?.jobs;
    const before = await open();
    api.clock.set('2027-09-20T03:40:00.000Z');
    expect(await closeOldJobs()).toBeGreaterThan(150);
    expect(await open()).toBe(0);
    await inTransaction((client) => keepSeeded(client, { now: api.clock.now(), hashPassword, putFile }));
    expect(await open()).toBe(before);
  });

  it('over the night that the clocks go forward, the times within shifts stay in order', async () => {
    const now = '2028-03-14T09:00:00.000Z';
    const seeded = await one<{ days: number }>(
      sql`select floor(extract(epoch from ${now}::timestamptz - seeded_at) / 86400)::int as days from seedings`,
    );
    const before = addDays('2028-03-12', -(seeded?.days ?? 0));
    const at = (time: string) => sql`(${before}::date + ${time}::time) at time zone 'America/Toronto'`;
    await sql`delete from breaks`.execute(db());
    const { rows } = await sql<{ id: string }>`select id from assignments where guard_id = ${demo.id} and state = 'ended' limit 2`.execute(
      db(),
    );
    const [early, late] = rows.map(({ id }) => id);
    await sql`update assignments set arrived_at = ${at('02:40')}, started_at = ${at('03:05')}, ended_at = ${at('09:00')} where id = ${early}`.execute(
      db(),
    );
    await sql`update assignments set arrived_at = ${at('00:00')}, started_at = ${at('00:00')}, ended_at = ${at('06:00')} where id = ${late}`.execute(
      db(),
    );
    await sql`insert into breaks (assignment_id, reason_id, description, started_at, started_received_at, ended_at, ended_received_at)
      select ${late}, id, 'Break', ${at('02:45')}, ${at('02:45')}, ${at('03:15')}, ${at('03:15')} from break_reasons where position = 1`.execute(
      db(),
    );
    api.clock.set(now);
    await inTransaction((client) => keepSeeded(client, { now: api.clock.now(), hashPassword, putFile }));
    const kept = await one(
      sql`select (select arrived_at from assignments where id = ${early}) as arrived, started_at as begun, ended_at as ended from breaks`,
    );
    expect(kept).toEqual({ arrived: '2028-03-12T07:05:00.000Z', begun: '2028-03-12T06:45:00.000Z', ended: '2028-03-12T07:15:00.000Z' });
  });
});
