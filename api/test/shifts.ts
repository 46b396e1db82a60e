import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { award } from '@portal/contracts/applications/applications.staff';
import { myEarning } from '@portal/contracts/earnings/earnings.endpoints';
import { postJob } from '@portal/contracts/jobs/jobs.staff';
import { applyLeave } from '@portal/contracts/leave/leave.endpoints';
import { approveLeave } from '@portal/contracts/leave/leave.staff';
import { arrive, currentShift, endBreak, endJob, shiftRecord, startJob, takeBreak } from '@portal/contracts/shifts/shifts.endpoints';
import { raiseSos } from '@portal/contracts/shifts/shifts.sos';
import { sql } from 'kysely';
import { db } from '../src/platform/database/db';
import type { TestApi, TestGuard } from './test-api';

export const reasons = { meal: '5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fb001', complete: '5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fe001' };

export interface GivenShift {
  jobId: string;
  shiftId: string;
  /** The ids of all shifts of the job, in time order. */
  shiftIds: string[];
}

/** Gives a guard all shifts of a job, as an application and its award do. */
export async function giveJob(api: TestApi, guard: TestGuard, { jobId, shiftId }: GivenShift): Promise<void> {
  const { rows } = await sql<{ userId: string }>`select customer_id as "userId" from jobs where id = ${jobId}`.execute(db());
  await api.call(applyForJob, { userId: rows[0]?.userId ?? '', jobId, shiftId, isApply: 1 } as never, { token: guard.token });
  const { code, message } = await api.call(award, { jobId, guard: guard.id });
  if (code !== 200) throw new Error(`The award was refused: ${message}`);
}

/** Posts a job, by default one of 2027-03-10 from 12:00 to 20:00 at $25, and gives the guard its shifts. */
export async function arrangeShift(api: TestApi, guard: TestGuard, wanted: Record<string, unknown> = {}): Promise<GivenShift> {
  const job = { jobTitle: 'Gate watch', dates: ['2027-03-10'], start: '12:00', end: '20:00', hourlyRate: 25, ...wanted };
  const { jobId, shiftIds } = (await api.call(postJob, job as never)).data;
  const given = { jobId, shiftId: shiftIds[0] ?? '', shiftIds };
  await giveJob(api, guard, given);
  return given;
}

export type ExtraInput = Record<string, unknown>;

/** The calls of a guard on a shift, by short names; `extra` adds to the input or replaces it, `key` is the idempotency key. */
export function shiftCalls(api: TestApi, guard: TestGuard, { jobId, shiftId }: { jobId: string; shiftId: string }) {
  const on = { jobId, shiftId };
  const call = <In, Out>(endpoint: Endpoint<In, Out>, input: ExtraInput, key?: string) =>
    api.call(endpoint, input as never, { token: guard.token, ...(key && { headers: { 'idempotency-key': key } }) });
  return {
    arrive: (extra: ExtraInput = {}, key?: string) => call(arrive, { ...on, ...extra }, key),
    start: (extra: ExtraInput = {}, key?: string) => call(startJob, { ...on, ...extra }, key),
    takeBreak: (extra: ExtraInput = {}, key?: string) =>
      call(takeBreak, { ...on, guardId: guard.id, breakReasonId: reasons.meal, ...extra }, key),
    endBreak: (extra: ExtraInput = {}, key?: string) => call(endBreak, { ...on, ...extra }, key),
    end: (extra: ExtraInput = {}, key?: string) => call(endJob, { ...on, guardId: guard.id, endReasonId: reasons.complete, ...extra }, key),
    sos: (extra: ExtraInput = {}, key?: string) => call(raiseSos, { ...on, active: true, ...extra }, key),
    record: async () => (await call(shiftRecord, { shiftId })).data,
    shown: async (asked: ExtraInput = {}) => (await call(currentShift, asked)).data,
    credits: async () => (await call(myEarning, { guardId: guard.id })).data.earnings.docs.map(({ amount }) => amount),
  };
}
export type ShiftCalls = ReturnType<typeof shiftCalls>;

/** A new guard with the shift of `arrangeShift`, at an instant. */
export async function createWorkerAt(api: TestApi, now: string): Promise<{ guard: TestGuard; given: GivenShift; me: ShiftCalls }> {
  api.clock.set(now);
  const guard = await api.guard();
  const given = await arrangeShift(api, guard);
  return { guard, given, me: shiftCalls(api, guard, given) };
}

interface Led {
  api: TestApi;
  guard: TestGuard;
  given: GivenShift;
  me: ShiftCalls;
}

/** Brings the shift of `arrangeShift` into a state by the calls that lead to it; a running shift began at its scheduled start, which is now. */
export async function leadTo(state: string, led: Led): Promise<void> {
  const { api, guard, given, me } = led;
  const { jobId, shiftId } = given;
  if (state === 'leave-requested')
    await api.call(applyLeave, { jobId, shiftId, shiftDate: '2027-03-10', leaveTitle: 1 } as never, { token: guard.token });
  if (state === 'on-leave') {
    await leadTo('leave-requested', led);
    await api.call(approveLeave, { guard: guard.id, shiftId });
  }
  if (state === 'arrived') await me.arrive();
  if (state === 'missed') await sql`update assignments set state = 'missed' where shift_id = ${shiftId}`.execute(db());
  if (!['running', 'on-break', 'ended'].includes(state)) return;
  api.clock.set('2027-03-10T17:00:00.000Z');
  await me.start();
  if (state === 'on-break') await me.takeBreak();
  if (state === 'ended') await me.end();
}

/** A shift as worked from start to end and paid, without the calls that lead to it. */
export async function markWorked(shiftId: string): Promise<void> {
  await sql`update assignments a set state = 'ended', started_at = s.starts_at, ended_at = s.ends_at from shifts s where s.id = a.shift_id and s.id = ${shiftId}`.execute(
    db(),
  );
  await sql`insert into transactions (guard_id, job_id, assignment_id, kind, amount, created_at)
    select a.guard_id, a.job_id, a.id, 'credit', shift_pay(j.hourly_rate, s.starts_at, s.ends_at, a.started_at, a.ended_at), a.ended_at
    from assignments a join shifts s on s.id = a.shift_id join jobs j on j.id = a.job_id where s.id = ${shiftId}`.execute(db());
}
