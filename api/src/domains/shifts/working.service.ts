import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { money } from '@portal/contracts/_kernel/formats';
import { earningsPaths } from '@portal/contracts/earnings/earnings.paths';
import { shiftMayBecome } from '@portal/contracts/jobs/jobs.rules';
import type { arrive as arriving, endJob, startJob, takeBreak as takingBreak } from '@portal/contracts/shifts/shifts.endpoints';
import { shiftLimits, shiftMessages, shiftNotices } from '@portal/contracts/shifts/shifts.rules';
import { transaction } from '../../platform/database/db';
import { hold } from '../../platform/database/locks';
import { fail, failFields } from '../../platform/http/errors';
import { Answer } from '../../platform/http/http-binding';
import { changed } from '../../platform/live/realtime';
import { creditShift } from '../earnings/earnings.service';
import { requireOwn } from '../guards/guards.service';
import { tell } from '../notifications/telling.service';
import { isFar, type Judged, judgeAct, latest } from './act-time';
import * as breaks from './breaks.repository';
import * as working from './working.repository';

type Act<E> = Omit<Input<E>, 'guardId'>;
type Done = Output<typeof startJob>;
const OPEN_JOB = 1;
const CLOSED_JOB = 5;

const before = (instant: string, ms: number) => new Date(Date.parse(instant) - ms).toISOString();

/** The shift with its job and its guard held. */
async function held(guardId: string, { jobId, shiftId }: { jobId: string; shiftId: string }): Promise<working.Worked> {
  await hold({ job: jobId, guard: guardId });
  return (await working.workedShift(guardId, jobId, shiftId)) ?? fail(404, shiftMessages.notYours);
}

/** What was done before is replied as the first time. */
const doneBefore = (at: string): Done => ({ at, isServerTime: false });

const answer = <Out extends Done>(data: Out, message: string, { timeZone }: working.Worked) =>
  new Answer(data, data.isServerTime ? shiftMessages.serverTime(message, data.at, timeZone) : message);
const done = ({ at, isServerTime }: Judged): Done => ({ at, isServerTime });

const refusals: Partial<Record<working.Worked['state'], string>> = {
  'leave-requested': shiftMessages.leaveRequested,
  'on-leave': shiftMessages.onLeave,
  missed: shiftMessages.missed,
};

/** Only a shift to come, of a job that still stands, is arrived at or started; by the instant that counts. */
function requireToCome(shift: working.Worked, at: string, from: string, tooEarly: (from: string, zone: string) => string): void {
  const refusal = refusals[shift.state];
  if (refusal) fail(409, refusal);
  if (shift.jobStatus === CLOSED_JOB) fail(409, shiftMessages.over);
  if (shift.jobStatus !== OPEN_JOB) fail(409, shiftMessages.cancelled);
  if (at < from) fail(409, tooEarly(from, shift.timeZone));
  if (at >= shift.endsAt) fail(409, shiftMessages.over);
}

function arrivalAnswer(shift: working.Worked, judged: Done, distance: number | null, accuracy: number | null) {
  const far = isFar(distance, accuracy);
  const message = far ? shiftMessages.arrivedFar(((distance ?? 0) / 1000).toFixed(1)) : shiftMessages.arrived;
  return answer({ ...judged, distance, isFar: far }, message, shift);
}

/** The guard is at the site, from two hours before the shift until its end. Far away is told, not refused. */
export const arrive = (guardId: string, input: Input<typeof arriving>): Promise<Answer<Output<typeof arriving>>> =>
  transaction(async () => {
    const shift = await held(guardId, input);
    const arrivedAt = shift.arrivedAt ?? shift.startedAt;
    if (arrivedAt) return arrivalAnswer(shift, doneBefore(arrivedAt), shift.arrivedDistance, shift.arrivedAccuracy);
    const judged = judgeAct(input.at);
    requireToCome(shift, judged.at, before(shift.startsAt, shiftLimits.arriveEarly), shiftMessages.tooEarlyToArrive);
    const distance = await working.setArrived(shift.id, judged, input);
    changed(guardId, 'shifts');
    changed(guardId, 'jobs');
    return arrivalAnswer(shift, done(judged), distance, input.accuracy ?? null);
  });

/** Starts the shift, from half an hour before it until its end; one shift of a guard at a time. Whoever did not arrive arrives with it. */
export const start = (guardId: string, input: Input<typeof startJob>): Promise<Answer<Done>> =>
  transaction(async () => {
    const shift = await held(guardId, input);
    if (shift.startedAt) return answer(doneBefore(shift.startedAt), shiftMessages.started, shift);
    const judged = judgeAct(input.at, shift.arrivedAt);
    requireToCome(shift, judged.at, before(shift.startsAt, shiftLimits.startEarly), shiftMessages.tooEarlyToStart);
    if (await working.worksElsewhere(shift)) fail(409, shiftMessages.otherRunning);
    if (!shift.arrivedAt) await working.setArrived(shift.id, judged, input);
    await working.setStarted(shift.id, judged);
    changed(guardId, 'shifts');
    changed(guardId, 'jobs');
    return answer(done(judged), shiftMessages.started, shift);
  });

/** Whether a shift that ended credited anything. */
export const isPaid = ({ earning }: Pick<working.Pay, 'earning'>): boolean => earning !== '0.00';

async function requireRunning(shift: working.Worked): Promise<void> {
  if (shift.endedByStaff)
    fail(409, shiftMessages.closedByStaff(shift.endedAt ?? '', isPaid(await working.payOf(shift.id)), shift.timeZone));
  if (shift.state === 'ended') fail(409, shiftMessages.alreadyEnded);
  if (!shift.startedAt) fail(409, refusals[shift.state] ?? shiftMessages.notStarted);
}

/** Begins a break; the one before it must have ended. The same act told twice is one break. */
export const takeBreak = (guardId: string, { guardId: named, ...input }: Input<typeof takingBreak>): Promise<Answer<Done>> =>
  transaction(async () => {
    requireOwn(guardId, named);
    const shift = await held(guardId, input);
    await requireRunning(shift);
    const last = await breaks.lastBreak(shift.id);
    if (!shiftMayBecome(shift.state, 'on-break')) {
      const isSame = input.at !== undefined && last?.startedAt === new Date(input.at).toISOString();
      return isSame ? answer(doneBefore(last.startedAt), shiftMessages.breakStarted, shift) : fail(409, shiftMessages.onBreakAlready);
    }
    if (!(await breaks.hasReason('break', input.breakReasonId))) failFields({ breakReasonId: shiftMessages.chooseBreakReason });
    const judged = judgeAct(input.at, latest(shift.startedAt, last?.endedAt));
    await breaks.insertBreak(shift.id, input.breakReasonId, input.description, judged);
    await working.setState(shift.id, 'on-break');
    changed(guardId, 'shifts');
    return answer(done(judged), shiftMessages.breakStarted, shift);
  });

/** Ends the running break; when none runs it replies the end of the last one. */
export const endBreak = (guardId: string, input: { jobId: string; shiftId: string; at?: string | undefined }): Promise<Answer<Done>> =>
  transaction(async () => {
    const shift = await held(guardId, input);
    const last = await breaks.lastBreak(shift.id);
    if (!last) return fail(409, shiftMessages.noBreak);
    if (last.endedAt) return answer(doneBefore(last.endedAt), shiftMessages.breakEnded, shift);
    const judged = judgeAct(input.at, last.startedAt);
    await breaks.endRunningBreak(shift.id, judged);
    await working.setState(shift.id, 'running');
    changed(guardId, 'shifts');
    return answer(done(judged), shiftMessages.breakEnded, shift);
  });

/** Ends a running shift in the transaction around it: its break with it, and credits what it pays, once. The job and the guard are held. */
export async function finish(shift: working.Worked, judged: working.Times, end: working.End): Promise<working.Pay> {
  if (shift.state === 'on-break') await breaks.endRunningBreak(shift.id, judged);
  await working.setEnded(shift.id, judged, end);
  const pay = await working.payOf(shift.id);
  const { guardId, jobId, jobTitle } = shift;
  if (await creditShift({ guardId, jobId, assignmentId: shift.id, amount: pay.earning, now: judged.receivedAt })) {
    await tell(guardId, 'other', {
      title: shiftNotices.paid,
      description: shiftNotices.paidText(jobTitle, money(pay.earning)),
      to: earningsPaths.withdraw(),
    });
    changed(guardId, 'earnings');
  }
  changed(guardId, 'shifts');
  changed(guardId, 'jobs');
  return pay;
}

/** The first instant at which a shift may end: its start, or what its last break says. */
export async function earliestEnd(shift: working.Worked): Promise<string | null> {
  const last = await breaks.lastBreak(shift.id);
  return latest(shift.startedAt, last?.startedAt, last?.endedAt);
}

function endAnswer(shift: working.Worked, judged: Done, pay: working.Pay, endedBreak: boolean) {
  const message = endedBreak ? shiftMessages.endedWithBreak : shiftMessages.ended;
  return answer({ ...judged, ...pay, endedBreak }, isPaid(pay) ? message : shiftMessages.endedUnpaid, shift);
}

/** The guard ends the shift: reason, comment, stars for the client, and the earning, in one transaction. */
export const end = (guardId: string, { guardId: named, ...input }: Input<typeof endJob>): Promise<Answer<Output<typeof endJob>>> =>
  transaction(async () => {
    requireOwn(guardId, named);
    const shift = await held(guardId, input);
    if (shift.state === 'ended' && !shift.endedByStaff)
      return endAnswer(shift, doneBefore(shift.endedAt ?? ''), await working.payOf(shift.id), false);
    await requireRunning(shift);
    const { endReasonId, shiftEndComment, rating, at } = input as Act<typeof endJob>;
    if (!(await breaks.hasReason('end', endReasonId))) failFields({ endReasonId: shiftMessages.chooseEndReason });
    const judged = judgeAct(at, await earliestEnd(shift));
    const pay = await finish(shift, judged, { byStaff: false, endReasonId, shiftEndComment, rating });
    const average = rating === undefined ? null : await working.clientRatingOf(shift.jobId);
    if (average !== null) await working.setClientRating(shift.jobId, average);
    return endAnswer(shift, done(judged), pay, shift.state === 'on-break');
  });

export const breakReasons = () => breaks.reasons('break');
export const endJobReasons = () => breaks.reasons('end');
