import { earningQuarters, earningTotals, payCheck } from '@portal/contracts/earnings/earnings.reports';
import { sql } from 'kysely';
import { bookTransaction } from '../../../test/earnings';
import { arrangeShift, shiftCalls } from '../../../test/shifts';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();
let guard: TestGuard;

beforeEach(async () => {
  api.clock.set('2027-03-17T15:00:00.000Z');
  guard = await api.guard();
});

const by = async (kind: 'week' | 'month', token = guard.token) => (await api.call(earningTotals, { by: kind }, { token })).data.periods;
const check = async (input: Record<string, unknown> = {}) => (await api.call(payCheck, input as never, { token: guard.token })).data;

/** Works the whole shift of 2027-03-10 from 12:00 to 20:00 at $25, which is then credited. */
async function worked(wanted: Record<string, unknown> = {}) {
  api.clock.set('2027-03-10T15:00:00.000Z');
  const given = await arrangeShift(api, guard, wanted);
  const they = shiftCalls(api, guard, given);
  api.clock.set('2027-03-10T17:00:00.000Z');
  await they.start();
  api.clock.set('2027-03-11T01:00:00.000Z');
  await they.end();
  return given;
}
const takeOff = (shiftId: string, amount: string) =>
  sql`update transactions t set amount = t.amount - ${amount}::numeric from assignments a where a.id = t.assignment_id and a.shift_id = ${shiftId}`.execute(
    db(),
  );

describe('earnings over time', () => {
  it('are summed by weeks of the sites, from Monday, also over the night of a clock change', async () => {
    await bookTransaction(guard, 'credit', '10.10', '2027-03-08T05:00:00Z');
    await bookTransaction(guard, 'credit', '0.20', '2027-03-15T03:59:59Z');
    await bookTransaction(guard, 'credit', '5.00', '2027-03-15T04:00:00Z');
    await bookTransaction(guard, 'credit', '7.00', '2027-03-08T04:59:59Z');
    await bookTransaction(guard, 'withdrawn', '3.00', '2027-03-10T04:00:00Z');
    const weeks = await by('week');
    expect(weeks).toHaveLength(12);
    expect(weeks.slice(-3)).toEqual([
      { from: '2027-03-01', to: '2027-03-07', credited: '7.00' },
      { from: '2027-03-08', to: '2027-03-14', credited: '10.30' },
      { from: '2027-03-15', to: '2027-03-21', credited: '5.00' },
    ]);
    expect(weeks[0]).toEqual({ from: '2026-12-28', to: '2027-01-03', credited: '0.00' });
  });

  it('are summed by months of the sites', async () => {
    await bookTransaction(guard, 'credit', '10.10', '2027-03-01T05:00:00Z');
    await bookTransaction(guard, 'credit', '0.20', '2027-03-01T04:59:59Z');
    const months = await by('month');
    expect(months.slice(-2)).toEqual([
      { from: '2027-02-01', to: '2027-02-28', credited: '0.20' },
      { from: '2027-03-01', to: '2027-03-31', credited: '10.10' },
    ]);
    expect(months[0]).toEqual({ from: '2026-04-01', to: '2026-04-30', credited: '0.00' });
  });

  it('are the guard’s own, and refuse another kind of period', async () => {
    await bookTransaction(guard, 'credit', '10.10', '2027-03-16T05:00:00Z');
    const other = await api.guard();
    expect((await by('month', other.token)).every(({ credited }) => credited === '0.00')).toBe(true);
    expect(await api.call(earningTotals, { by: 'day' } as never, { token: guard.token })).toMatchObject({ status: 400 });
  });

  it('of the last four quarters add up exactly', async () => {
    await bookTransaction(guard, 'credit', '10000.10', '2027-01-01T05:00:00Z');
    await bookTransaction(guard, 'credit', '20000.05', '2026-04-01T04:00:00Z');
    await bookTransaction(guard, 'credit', '5.00', '2026-04-01T03:59:59Z');
    expect((await api.call(earningQuarters, {}, { token: guard.token })).data).toEqual({
      quarters: [
        { from: '2026-04-01', to: '2026-06-30', credited: '20000.05' },
        { from: '2026-07-01', to: '2026-09-30', credited: '0.00' },
        { from: '2026-10-01', to: '2026-12-31', credited: '0.00' },
        { from: '2027-01-01', to: '2027-03-31', credited: '10000.10' },
      ],
      total: '30000.15',
      left: '-0.15',
    });
  });
});

describe('the pay check', () => {
  it('compares the credit of a shift with the pay by its record', async () => {
    const { jobId, shiftId } = await worked();
    expect(await check()).toMatchObject({ total: 1, gaps: 0, docs: [{ expected: '200.00', received: '200.00', missing: '0.00' }] });
    expect(await check({ only: 'gaps' })).toEqual({ docs: [], total: 0, gaps: 0 });
    await takeOff(shiftId, '12.00');
    const gap = {
      shiftId,
      jobId: { id: jobId, jobTitle: 'Gate watch' },
      startTime: '2027-03-10T17:00:00.000Z',
      endTime: '2027-03-11T01:00:00.000Z',
      timeZone: 'America/Toronto',
      hourlyRate: '25.00',
      paidHours: '8',
      ...{ expected: '200.00', received: '188.00', missing: '12.00' },
    };
    expect(await check({ only: 'gaps' })).toEqual({ docs: [gap], total: 1, gaps: 1 });
  });

  it('detects a shift that was not credited, and one that was credited too much; not another guard’s', async () => {
    const first = await worked();
    await sql`delete from transactions where guard_id = ${guard.id}`.execute(db());
    expect(await check()).toMatchObject({ gaps: 1, docs: [{ shiftId: first.shiftId, received: '0.00', missing: '200.00' }] });
    const other = await api.guard();
    expect((await api.call(payCheck, {} as never, { token: other.token })).data).toEqual({ docs: [], total: 0, gaps: 0 });
    await sql`insert into transactions (guard_id, assignment_id, kind, amount, created_at)
      select guard_id, id, 'credit', 210, ended_at from assignments where shift_id = ${first.shiftId}`.execute(db());
    expect(await check()).toMatchObject({ gaps: 0, docs: [{ received: '210.00', missing: '-10.00' }] });
  });
});
