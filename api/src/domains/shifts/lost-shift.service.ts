import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { exactTime } from '@portal/contracts/_kernel/exactness';
import { localTime } from '@portal/contracts/_kernel/formats';
import { whenAt } from '@portal/contracts/jobs/jobs.fit';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { arrive as arriving } from '@portal/contracts/shifts/shifts.endpoints';
import { type KeptAct, shiftMessages, shiftNotices } from '@portal/contracts/shifts/shifts.rules';
import { nowText } from '../../platform/clock';
import { currentServices } from '../../platform/context';
import { fail } from '../../platform/http/errors';
import { mailSupport } from '../../platform/messages/message-queue';
import { contactsOf } from '../guards/guards.service';
import { notifyGuard } from '../notifications/notify.service';
import { resolveRecentEventTime } from './event-time';
import { everWorkedShift } from './lost-shift.repository';
import * as working from './work-shift.repository';

/** A shift that staff took back, or that another guard covers. */
export interface LostShift extends working.AssignedShift {
  takenBackAt: string;
}
export const isLost = (shift: working.AssignedShift): shift is LostShift => shift.takenBackAt !== null;

type Kept = Omit<Output<typeof arriving>, 'isFar'> & { message: string };

const lostText = ({ takenBackAt, timeZone }: LostShift) =>
  shiftMessages.lost(takenBackAt, currentServices().env.dispatchPhone, nowText(), timeZone);

export const refuseLost = (shift: LostShift): never => fail(404, lostText(shift));

/**
 * The guard's shift for an act at `at`, also if they lost the shift later; null when it is another guard's or of another job. 404 for an act after
 * the loss.
 */
export async function shiftOfAct(
  guardId: string,
  { jobId, shiftId }: { jobId: string; shiftId: string },
  at: string,
): Promise<working.AssignedShift | null> {
  const shift = await everWorkedShift(guardId, jobId, shiftId);
  return shift && isLost(shift) && at >= shift.takenBackAt ? refuseLost(shift) : shift;
}

async function notify(shift: LostShift, act: KeptAct, { time, text }: { time: string; text: string }): Promise<void> {
  const { guardId, jobTitle, startsAt, endsAt, timeZone, takenBackAt } = shift;
  const description = `${jobTitle}: ${text}`;
  await notifyGuard(guardId, 'other', { title: shiftNotices.actKept[act], description, to: jobsPaths.allJobs() });
  const { firstName, lastName, email, mobileNumber } = await contactsOf(guardId);
  await mailSupport({
    guardId,
    subject: shiftNotices.actKeptForStaff(act, jobTitle),
    body: [
      `${firstName} ${lastName}, ${email}, ${mobileNumber}`,
      `${jobTitle}, ${whenAt({ startTime: startsAt, endTime: endsAt, timeZone })}`,
      shiftNotices.actKeptTextForStaff(act, time, takenBackAt, timeZone),
    ].join('\n'),
  });
}

/**
 * Keeps an arrival or a start that the guard made before they lost the shift, and that waited on the phone until then. Nothing else of the
 * shift changes; dispatch and the guard are notified. Call it with the job and the guard locked.
 */
export async function keepAct(shift: LostShift, act: KeptAct, input: Input<typeof arriving>): Promise<Kept> {
  const { id, takenBackAt, timeZone, arrivedAt, startedAt } = shift;
  const textAt = (time: string) => `${shiftMessages.actKept(act, time)} ${lostText(shift)}`;
  const earlier = act === 'arrived' ? arrivedAt : startedAt;
  if (earlier) return { at: earlier, isServerTime: false, distance: shift.arrivedDistance, message: textAt(localTime(earlier, timeZone)) };
  const judged = resolveRecentEventTime(input.at, act === 'arrived' ? null : arrivedAt);
  // Staff may have moved the shift since, so its start decides nothing.
  if (judged.at >= takenBackAt) refuseLost(shift);
  const distance = arrivedAt ? shift.arrivedDistance : await working.setArrived(id, judged, input, 'taken-back');
  if (act === 'started') await working.setStarted(id, judged, 'taken-back');
  const time = exactTime(judged.at, timeZone, judged.withinMs);
  await notify(shift, act, { time, text: textAt(time) });
  return { at: judged.at, isServerTime: judged.isServerTime, distance, message: textAt(time) };
}
