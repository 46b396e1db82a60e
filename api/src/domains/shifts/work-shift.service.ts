import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { money } from '@portal/contracts/_kernel/formats';
import { earningsPaths } from '@portal/contracts/earnings/earnings.paths';
import { shiftMayBecome } from '@portal/contracts/jobs/jobs.rules';
import type { arrive as arriving, endJob, startJob, takeBreak as takingBreak } from '@portal/contracts/shifts/shifts.endpoints';
import { shiftMessages, shiftNotices } from '@portal/contracts/shifts/shifts.rules';
import { currentServices } from '../../platform/context';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import type { ShiftEvent } from '../../platform/hooks';
import { fail, failValidation } from '../../platform/http/errors';
import { ReplyWithMessage } from '../../platform/http/routes';
import { notifyChanged } from '../../platform/live/realtime';
import { creditShift } from '../earnings/earnings.service';
import { requireOwn } from '../guards/guards.service';
import { notifyGuard } from '../notifications/notify.service';
import * as breaks from './breaks.repository';
import { isFar, latest, resolveEventTime, resolveRecentEventTime } from './event-time';
import { everWorkedShift } from './lost-shift.repository';
import { isLost, keepAct, refuseLost } from './lost-shift.service';
import { arriveFrom, startFrom } from './state';
import * as working from './work-shift.repository';

type Act<E> = Omit<Input<E>, 'guardId'>;
type Done = Output<typeof startJob>;
const OPEN_JOB = 1;
const CLOSED_JOB = 5;

/** Locks the job and the guard. @returns the guard's shift, also if they lost it. */
async function everHeld(guardId: string, { jobId, shiftId }: { jobId: string; shiftId: string }): Promise<working.AssignedShift> {
  await lock({ job: jobId, guard: guardId });
  return (await everWorkedShift(guardId, jobId, shiftId)) ?? fail(404, shiftMessages.notYours);
}

/** Like `everHeld`. 404 for a shift that the guard lost. */
async function held(guardId: string, named: { jobId: string; shiftId: string }): Promise<working.AssignedShift> {
  const shift = await everHeld(guardId, named);
  return isLost(shift) ? refuseLost(shift) : shift;
}

const follow = ({ id }: working.AssignedShift, type: ShiftEvent['type'], { at, withinMs }: working.EventTimes) =>
  currentServices().hooks.followShift(id, { type, at, withinMs });

/** A repeated action replies as the first time. */
const repeatedReply = (at: string): Done => ({ at, isServerTime: false });

const answer = <Out extends Done>(data: Out, message: string, { timeZone }: working.AssignedShift) =>
  new ReplyWithMessage(data, data.isServerTime ? shiftMessages.serverTime(message, data.at, timeZone) : message);
const done = ({ at, isServerTime }: Done): Done => ({ at, isServerTime });

const refusals: Partial<Record<working.AssignedShift['state'], string>> = {
  'leave-requested': shiftMessages.leaveRequested,
  'on-leave': shiftMessages.onLeave,
  missed: shiftMessages.missed,
};

/** Fails unless the shift is still to come at `at`, and its job is open. */
function requireToCome(shift: working.AssignedShift, at: string, from: string, tooEarly: (from: string, zone: string) => string): void {
  const refusal = refusals[shift.state];
  if (refusal) fail(409, refusal);
  if (shift.jobStatus === CLOSED_JOB) fail(409, shiftMessages.over);
  if (shift.jobStatus !== OPEN_JOB) fail(409, shiftMessages.cancelled);
  if (at < from) fail(409, tooEarly(from, shift.timeZone));
  if (at >= shift.endsAt) fail(409, shiftMessages.over);
}

function arrivalAnswer(shift: working.AssignedShift, judged: Done, distance: number | null, accuracy: number | null) {
  const far = isFar(distance, accuracy);
  const message = far ? shiftMessages.arrivedFar(((distance ?? 0) / 1000).toFixed(1)) : shiftMessages.arrived;
  return answer({ ...judged, distance, isFar: far }, message, shift);
}

/** A guard who begins the shift works it, so its cover offer ends. */
const endCoverOffers = ({ jobId, guardId }: working.AssignedShift, shiftId: string): Promise<void> =>
  currentServices().hooks.endCoverOffers({ jobId, guardId, shiftId }, 'arrival');

/** The guard arrives at the site, from two hours before the shift until its end. A large distance is reported in the reply, not refused. */
export const arrive = (guardId: string, input: Input<typeof arriving>): Promise<ReplyWithMessage<Output<typeof arriving>>> =>
  transaction(async () => {
    const shift = await everHeld(guardId, input);
    if (isLost(shift)) {
      const { message, ...kept } = await keepAct(shift, 'arrived', input);
      return answer({ ...kept, isFar: isFar(kept.distance, input.accuracy ?? null) }, message, shift);
    }
    const arrivedAt = shift.arrivedAt ?? shift.startedAt;
    if (arrivedAt) return arrivalAnswer(shift, repeatedReply(arrivedAt), shift.arrivedDistance, shift.arrivedAccuracy);
    const judged = resolveRecentEventTime(input.at);
    requireToCome(shift, judged.at, arriveFrom(shift.startsAt), shiftMessages.tooEarlyToArrive);
    const distance = await working.setArrived(shift.id, judged, input);
    await endCoverOffers(shift, input.shiftId);
    notifyChanged(guardId, 'shifts');
    notifyChanged(guardId, 'jobs');
    return arrivalAnswer(shift, done(judged), distance, input.accuracy ?? null);
  });

/** Starts the shift, from half an hour before it until its end; one shift of a guard at a time. A guard without an arrival arrives with the start. */
export const start = (guardId: string, input: Input<typeof startJob>): Promise<ReplyWithMessage<Done>> =>
  transaction(async () => {
    const shift = await everHeld(guardId, input);
    if (isLost(shift)) {
      const { message, ...kept } = await keepAct(shift, 'started', input);
      return answer(done(kept), message, shift);
    }
    if (shift.startedAt) return answer(repeatedReply(shift.startedAt), shiftMessages.started, shift);
    const judged = resolveRecentEventTime(input.at, shift.arrivedAt);
    requireToCome(shift, judged.at, startFrom(shift.startsAt), shiftMessages.tooEarlyToStart);
    if (await working.hasOtherRunningShift(shift)) fail(409, shiftMessages.otherRunning);
    if (!shift.arrivedAt) await working.setArrived(shift.id, judged, input);
    await working.setStarted(shift.id, judged);
    await endCoverOffers(shift, input.shiftId);
    await follow(shift, 'start', judged);
    notifyChanged(guardId, 'shifts');
    notifyChanged(guardId, 'jobs');
    return answer(done(judged), shiftMessages.started, shift);
  });

/** Whether an ended shift has pay. */
export const isPaid = ({ earning }: Pick<working.ShiftPay, 'earning'>): boolean => earning !== '0.00';

async function requireRunning(shift: working.AssignedShift): Promise<void> {
  if (shift.endedByStaff)
    fail(409, shiftMessages.closedByStaff(shift.endedAt ?? '', isPaid(await working.payOf(shift.id)), shift.timeZone));
  if (shift.state === 'ended') fail(409, shiftMessages.alreadyEnded);
  if (!shift.startedAt) fail(409, refusals[shift.state] ?? shiftMessages.notStarted);
}

/** Whether an act names the instant of an earlier one, within the exactness of its time: bounds may have moved both. */
function isSameInstant(at: string | undefined, earlier: string): boolean {
  if (at === undefined) return false;
  const judged = resolveEventTime(at);
  return Date.parse(at) === Date.parse(earlier) || Math.abs(Date.parse(judged.at) - Date.parse(earlier)) <= (judged.withinMs ?? 0);
}

/** Begins a break; the previous break must have ended. A repeated call with the same instant is the same break. */
export const takeBreak = (guardId: string, { guardId: named, ...input }: Input<typeof takingBreak>): Promise<ReplyWithMessage<Done>> =>
  transaction(async () => {
    requireOwn(guardId, named);
    const shift = await held(guardId, input);
    await requireRunning(shift);
    const last = await breaks.lastBreak(shift.id);
    if (!shiftMayBecome(shift.state, 'on-break')) {
      return last && isSameInstant(input.at, last.startedAt)
        ? answer(repeatedReply(last.startedAt), shiftMessages.breakStarted, shift)
        : fail(409, shiftMessages.onBreakAlready);
    }
    if (!(await breaks.hasReason('break', input.breakReasonId))) failValidation({ breakReasonId: shiftMessages.chooseBreakReason });
    const judged = resolveRecentEventTime(input.at, latest(shift.startedAt, last?.endedAt));
    await breaks.insertBreak(shift.id, input.breakReasonId, input.description, judged);
    await working.setState(shift.id, 'on-break');
    await follow(shift, 'break', judged);
    notifyChanged(guardId, 'shifts');
    return answer(done(judged), shiftMessages.breakStarted, shift);
  });

/** Ends the running break; when none runs it replies the end of the last one. */
export const endBreak = (
  guardId: string,
  input: { jobId: string; shiftId: string; at?: string | undefined },
): Promise<ReplyWithMessage<Done>> =>
  transaction(async () => {
    const shift = await held(guardId, input);
    const last = await breaks.lastBreak(shift.id);
    if (!last) return fail(409, shiftMessages.noBreak);
    if (last.endedAt) return answer(repeatedReply(last.endedAt), shiftMessages.breakEnded, shift);
    const judged = resolveRecentEventTime(input.at, last.startedAt);
    await breaks.endRunningBreak(shift.id, judged);
    await working.setState(shift.id, 'running');
    await follow(shift, 'break-ended', judged);
    notifyChanged(guardId, 'shifts');
    return answer(done(judged), shiftMessages.breakEnded, shift);
  });

/** Ends a running shift, and its break, in the surrounding transaction, and credits its pay once. The job and the guard must be locked. */
export async function finish(shift: working.AssignedShift, judged: working.EventTimes, end: working.ShiftEnd): Promise<working.ShiftPay> {
  if (shift.state === 'on-break') await breaks.endRunningBreak(shift.id, judged);
  await working.setEnded(shift.id, judged, end);
  await follow(shift, end.byStaff ? 'close' : 'end', judged);
  const pay = await working.payOf(shift.id);
  const { guardId, jobId, jobTitle } = shift;
  if (await creditShift({ guardId, jobId, assignmentId: shift.id, amount: pay.earning, now: judged.receivedAt })) {
    await notifyGuard(guardId, 'other', {
      title: shiftNotices.paid,
      description: shiftNotices.paidText(jobTitle, money(pay.earning)),
      to: earningsPaths.withdraw(),
    });
    notifyChanged(guardId, 'earnings');
  }
  notifyChanged(guardId, 'shifts');
  notifyChanged(guardId, 'jobs');
  return pay;
}

/** The first instant at which a shift may end: its start, or the last time of its last break. */
export async function earliestEnd(shift: working.AssignedShift): Promise<string | null> {
  const last = await breaks.lastBreak(shift.id);
  return latest(shift.startedAt, last?.startedAt, last?.endedAt);
}

function endAnswer(shift: working.AssignedShift, judged: Done, pay: working.ShiftPay, endedBreak: boolean) {
  const message = endedBreak ? shiftMessages.endedWithBreak : shiftMessages.ended;
  return answer({ ...judged, ...pay, endedBreak }, isPaid(pay) ? message : shiftMessages.endedUnpaid, shift);
}

/** The guard ends the shift: reason, comment, stars for the client, and the earning, in one transaction. */
export const end = (
  guardId: string,
  { guardId: named, ...input }: Input<typeof endJob>,
): Promise<ReplyWithMessage<Output<typeof endJob>>> =>
  transaction(async () => {
    requireOwn(guardId, named);
    const shift = await held(guardId, input);
    if (shift.state === 'ended' && !shift.endedByStaff)
      return endAnswer(shift, repeatedReply(shift.endedAt ?? ''), await working.payOf(shift.id), false);
    await requireRunning(shift);
    const { endReasonId, shiftEndComment, rating, at } = input as Act<typeof endJob>;
    if (!(await breaks.hasReason('end', endReasonId))) failValidation({ endReasonId: shiftMessages.chooseEndReason });
    const judged = resolveRecentEventTime(at, await earliestEnd(shift));
    const pay = await finish(shift, judged, { byStaff: false, endReasonId, shiftEndComment, rating });
    const average = rating === undefined ? null : await working.clientRatingOf(shift.jobId);
    if (average !== null) await working.setClientRating(shift.jobId, average);
    return endAnswer(shift, done(judged), pay, shift.state === 'on-break');
  });

export const breakReasons = () => breaks.reasons('break');
export const endJobReasons = () => breaks.reasons('end');
