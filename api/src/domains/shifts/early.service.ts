import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { localTime } from '@portal/contracts/_kernel/formats';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { shiftLimits, shiftMessages, shiftNotices } from '@portal/contracts/shifts/shifts.rules';
import type { confirmEarlyStart } from '@portal/contracts/shifts/shifts.staff';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { fail, failValidation } from '../../platform/http/errors';
import { notifyChanged } from '../../platform/live/realtime';
import { notifyGuard } from '../notifications/notify.service';
import { stateNow } from './state';
import * as working from './work-shift.repository';

/**
 * Dispatch confirms an earlier start, from which a guard is paid; the default is the earliest start that the API accepts. Notifies the guard.
 * 400 outside of that half hour, 404 for another guard's shift, 409 for a shift that is over or has leave, requested or approved.
 */
export const confirm = (
  guardId: string,
  { shiftId, paidFrom: wanted }: Pick<Input<typeof confirmEarlyStart>, 'shiftId' | 'paidFrom'>,
): Promise<Output<typeof confirmEarlyStart>> =>
  transaction(async () => {
    const jobId = (await working.jobOfShift(guardId, shiftId)) ?? fail(404, shiftMessages.notYours);
    await lock({ job: jobId, guard: guardId });
    const shift = (await working.workedShift(guardId, jobId, shiftId)) ?? fail(404, shiftMessages.notYours);
    const { state, phase } = stateNow(shift);
    if (phase === 'over' || state === 'on-leave' || state === 'leave-requested') fail(409, shiftMessages.noEarlyStart);
    const starts = Date.parse(shift.startsAt);
    const earliest = starts - shiftLimits.startEarly;
    const at = wanted === undefined ? earliest : Date.parse(wanted);
    if (at < earliest || at >= starts) failValidation({ paidFrom: shiftMessages.earlyOutside });
    const paidFrom = new Date(at).toISOString();
    await working.setPaidFrom(shift.id, paidFrom);
    await notifyGuard(guardId, 'other', {
      title: shiftNotices.early,
      description: shiftNotices.earlyText(shift.jobTitle, localTime(paidFrom, shift.timeZone)),
      to: jobsPaths.onJob(),
    });
    notifyChanged(guardId, 'shifts');
    return { shiftId, paidFrom };
  });
