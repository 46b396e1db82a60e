import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { cancelJob } from '@portal/contracts/jobs/jobs.staff';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { shiftMessages as m } from '@portal/contracts/shifts/shifts.rules';
import { closeShift, overdueShifts } from '@portal/contracts/shifts/shifts.staff';
import { sql } from 'kysely';
import { findViolations } from '../../../test/invariants';
import { createWorkerAt, type GivenShift, giveJob, leadTo, reasons, type ShiftCalls, shiftCalls } from '../../../test/shifts';
import { collectChanges } from '../../../test/socket';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';
import { sqlState } from '../../platform/database/errors';

const STARTS = '2027-03-10T17:00:00.000Z';
const ENDS = '2027-03-11T01:00:00.000Z';

const api = testApi();
let guard: TestGuard;
let given: GivenShift;
let me: ShiftCalls;

beforeEach(async () => {
  ({ guard, given, me } = await createWorkerAt(api, '2027-03-10T12:00:00.000Z'));
});
afterEach(async () => expect(await findViolations()).toEqual([]));

const begin = async () => {
  api.clock.set(STARTS);
  await me.start();
};
const close = (extra = {}) => api.call(closeShift, { guard: guard.email, shiftId: given.shiftId, ...extra } as never);
const overdue = async () => (await api.call(overdueShifts, {})).data.filter((one) => one.guard === guard.email);
const titles = async () => (await api.call(listNotifications, {} as never, { token: guard.token })).data.docs.map(({ title }) => title);

describe('staff close an overdue shift', () => {
  it('a shift is listed two hours after its end; closing ends it at its scheduled end and pays it', async () => {
    await begin();
    api.clock.set('2027-03-11T02:59:59.000Z');
    expect(await overdue()).toEqual([]);
    api.clock.set('2027-03-11T03:00:00.000Z');
    expect(await overdue()).toEqual([
      { shiftId: given.shiftId, guard: guard.email, jobTitle: 'Gate watch', state: 'running', endTime: ENDS },
    ]);
    expect((await close()).data).toEqual({ shiftId: given.shiftId, state: 'ended', earning: '200.00' });
    expect(await overdue()).toEqual([]);
    expect(await me.credits()).toEqual(['200.00']);
    expect((await me.record()).ended).toMatchObject({ at: ENDS, receivedAt: '2027-03-11T03:00:00.000Z', byStaff: true, endReasonId: null });
    expect((await titles()).slice(0, 2).sort()).toEqual(['Shift closed', 'You were paid']);
  });

  it('closing again replies as the first time; later calls of the guard reply that it was closed', async () => {
    await begin();
    api.clock.set('2027-03-11T03:00:00.000Z');
    await close();
    expect((await close()).data).toMatchObject({ state: 'ended', earning: '200.00' });
    for (const act of ['end', 'takeBreak'] as const)
      expect(await me[act]()).toMatchObject({ code: 409, message: m.closedByStaff(ENDS, true) });
    expect(await me.credits()).toEqual(['200.00']);
  });

  it('closing can name an instant between the start and now', async () => {
    await begin();
    api.clock.set('2027-03-10T20:00:00.000Z');
    expect(await close()).toMatchObject({ code: 409, message: m.endOutside });
    expect(await close({ endedAt: '2027-03-10T16:00:00Z' })).toMatchObject({ code: 409, message: m.endOutside });
    expect((await close({ endedAt: '2027-03-10T19:00:00Z' })).data.earning).toBe('50.00');
  });

  it('closing without pay announces none, in the alert and in the refusal of a later call', async () => {
    api.clock.set('2027-03-10T16:32:00.000Z');
    await me.start();
    api.clock.set('2027-03-10T18:00:00.000Z');
    expect((await close({ endedAt: '2027-03-10T16:50:00Z' })).data).toEqual({ shiftId: given.shiftId, state: 'ended', earning: '0.00' });
    const { docs } = (await api.call(listNotifications, {} as never, { token: guard.token })).data;
    expect(docs.find(({ title }) => title === 'Shift closed')?.description).toBe(
      'Gate watch: our team closed your shift because you had not ended it. It ended before your pay began, so nothing was credited.',
    );
    expect(await me.end()).toMatchObject({
      code: 409,
      message: 'At 11:50 a.m. our team closed this shift. It ended before your pay began, so nothing was credited.',
    });
    expect(await me.credits()).toEqual([]);
  });

  it('closing ends a running break with the shift, also one begun after the schedule', async () => {
    await begin();
    api.clock.set('2027-03-11T01:30:00.000Z');
    await me.takeBreak();
    api.clock.set('2027-03-11T03:30:00.000Z');
    expect((await close()).data.earning).toBe('200.00');
    const { breaks, ended } = await me.record();
    expect([breaks[0]?.endedAt, ended?.at]).toEqual(['2027-03-11T01:30:00.000Z', '2027-03-11T01:30:00.000Z']);
  });

  it('[SHELL-48/2] a shift that was never started is missed, not before its end', async () => {
    api.clock.set(STARTS);
    await me.arrive();
    expect(await close()).toMatchObject({ code: 409, message: m.notOpen });
    api.clock.set(ENDS);
    expect((await close()).data).toEqual({ shiftId: given.shiftId, state: 'missed', earning: '0.00' });
    expect((await close()).data.state).toBe('missed');
    expect(await titles()).toContain('Shift missed');
    expect((await me.start()).message).toBe(m.missed);
  });

  it('an open page of the guard is notified when their shift is missed', async () => {
    api.clock.set(ENDS);
    const told = await collectChanges(api.url, guard.token, () => close());
    expect(told.filter((domain) => domain !== 'notifications')).toEqual(['shifts', 'jobs']);
  });

  it('[SHELL-48/2] a shift with requested leave is not missed, also after its end', async () => {
    await leadTo('leave-requested', { api, guard, given, me });
    api.clock.set(ENDS);
    expect(await close()).toMatchObject({ code: 409, message: m.notOpen });
  });

  it.each(['leave-requested', 'on-leave', 'running', 'on-break'])('[SHELL-48/2] a shift %s stays so past its end', async (state) => {
    await leadTo(state, { api, guard, given, me });
    const listed = async () => {
      const { upcomingShifts, previoushifts } = (await api.call(jobDetail, { jobId: given.jobId } as never, { token: guard.token })).data;
      return [...upcomingShifts, ...previoushifts].map((shift) => shift.state);
    };
    expect([(await me.record()).state, await listed()]).toEqual([state, [state]]);
    for (const now of [ENDS, '2027-03-12T12:00:00.000Z']) {
      api.clock.set(now);
      expect([(await me.record()).state, await listed()]).toEqual([state, [state]]);
    }
  });

  it('staff and a guard who end it at the same moment pay it once', async () => {
    await begin();
    api.clock.set('2027-03-11T03:00:00.000Z');
    await Promise.all([me.end(), close(), me.end(), close()]);
    expect(await me.credits()).toEqual(['200.00']);
  });

  it('five guards, staff and a cancellation at the same time: every call ends, and each guard is paid once', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => api.guard()));
    for (const other of others) await giveJob(api, other, given);
    const all = [guard, ...others].map((who) => ({ who, they: shiftCalls(api, who, given) }));
    api.clock.set(STARTS);
    for (const { they } of all) await they.start();
    api.clock.set('2027-03-11T03:00:00.000Z');
    for (const { they } of all.slice(0, 2)) await they.takeBreak();
    const replies = await Promise.all([
      ...all.flatMap(({ who, they }, place) => [
        they.end({ rating: 1 + place }),
        api.call(closeShift, { guard: who.email, shiftId: given.shiftId } as never),
        they.sos(),
        they.end({ rating: 1 + place }),
      ]),
      api.call(cancelJob, { jobId: given.jobId } as never),
    ]);
    expect(replies.filter(({ code }) => code !== 200 && code !== 409)).toEqual([]);
    for (const { they } of all) expect(await they.credits()).toEqual(['200.00']);
  });

  it('closing replies 404 for an unknown shift or guard', async () => {
    expect((await close({ shiftId: given.jobId })).code).toBe(404);
    expect((await close({ guard: 'nobody@example.com' })).code).toBe(404);
  });
});

describe('the database enforces the rules of the service', () => {
  const tried = (query: ReturnType<typeof sql>) => query.execute(db()).then(() => 'stored', sqlState);
  const own = sql`(select id from assignments where shift_id = (select id from shifts where job_id = (select job_id from assignments where guard_id = `;
  const assignment = () => sql`${own}${guard.id}))  and guard_id = ${guard.id})`;
  const pause = (from: string, to: string | null) =>
    sql`insert into breaks (assignment_id, reason_id, description, started_at, started_received_at, ended_at, ended_received_at)
      values (${assignment()}, ${reasons.meal}, 'Break', ${from}, ${from}, ${to}, ${to})`;
  const set = (what: ReturnType<typeof sql>) => tried(sql`update assignments set ${what} where id = ${assignment()}`);

  it('breaks outside the shift, backwards, overlapping, two running ones, or one that its shift does not count', async () => {
    await begin();
    api.clock.advance({ hours: 2 });
    expect([
      await tried(pause('2027-03-10T16:59:00Z', '2027-03-10T17:30:00Z')),
      await tried(pause('2027-03-10T18:00:00Z', '2027-03-10T17:30:00Z')),
      await tried(pause('2027-03-10T17:30:00Z', null)),
      await tried(pause('2027-03-10T17:30:00Z', '2027-03-10T18:00:00Z')),
      await tried(pause('2027-03-10T17:45:00Z', '2027-03-10T18:15:00Z')),
    ]).toEqual(['23514', '23514', '23514', 'stored', '23514']);
    await me.takeBreak();
    expect(await tried(pause('2027-03-10T19:00:00Z', null))).toBe('23505');
  });

  it('an end over a running break, before a break or before the start, a break without its row, a comment without an end', async () => {
    await begin();
    api.clock.advance({ hours: 1 });
    expect([
      await set(sql`state = 'on-break'`),
      await set(sql`shift_end_comment = 'done'`),
      await set(sql`client_rating = 4`),
      await set(sql`arrived_at = '2027-03-10T17:30:00Z'`),
      await set(sql`state = 'ended', ended_at = '2027-03-10T16:00:00Z'`),
    ]).toEqual(['23514', '23514', '23514', '23514', '23514']);
    await me.takeBreak();
    expect(await set(sql`state = 'ended', ended_at = '2027-03-10T19:00:00Z'`)).toBe('23514');
    await me.endBreak();
    expect(await set(sql`state = 'ended', ended_at = '2027-03-10T17:30:00Z'`)).toBe('23514');
  });

  it('a second credit of a shift, a second active SOS', async () => {
    await begin();
    api.clock.advance({ hours: 1 });
    await me.sos();
    await me.end();
    expect([
      await tried(
        sql`insert into transactions (guard_id, assignment_id, kind, amount, created_at) values (${guard.id}, ${assignment()}, 'credit', 1, now())`,
      ),
      await tried(sql`insert into sos_alerts (assignment_id, raised_at, received_at) values (${assignment()}, now(), now())`),
    ]).toEqual(['23505', '23505']);
  });
});

it('the checks find defects of shifts', async () => {
  await begin();
  api.clock.advance({ hours: 1 });
  await me.end();
  await sql`update transactions set amount = amount + 1 where guard_id = ${guard.id}`.execute(db());
  expect(await findViolations()).toEqual([expect.stringContaining('ended without exactly one credit')]);
  await sql`delete from transactions where guard_id = ${guard.id}`.execute(db());
  expect(await findViolations()).toEqual([expect.stringContaining('ended without exactly one credit')]);
  await sql`update assignments set state = 'running', ended_at = null, end_reason_id = null where guard_id = ${guard.id}`.execute(db());
  expect(await findViolations()).toEqual([]);
});
