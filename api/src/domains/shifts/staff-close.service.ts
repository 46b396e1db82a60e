import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { isRunning } from '@portal/contracts/_kernel/shift';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { shiftLimits, shiftMessages, shiftNotices } from '@portal/contracts/shifts/shifts.rules';
import type { closeShift as closeShiftEndpoint, overdueShifts as overdueShiftsEndpoint } from '@portal/contracts/shifts/shifts.staff';
import { fromNow, nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { fail } from '../../platform/http/errors';
import { notifyChanged } from '../../platform/live/realtime';
import { notifyGuard } from '../notifications/notify.service';
import { overdueShifts as overdueSince } from './closing.repository';
import { latest } from './event-time';
import { stateNow } from './state';
import * as working from './work-shift.repository';
import { earliestEnd, finish, isPaid } from './work-shift.service';

const LISTED = 200;

/** When a shift that its guard left running ended: as requested, else at its scheduled end. 409 outside the possible times. */
async function endOf(shift: working.AssignedShift, asked: string | undefined): Promise<string> {
  const earliest = (await earliestEnd(shift)) ?? shift.startsAt;
  const scheduled = latest(shift.endsAt, earliest) ?? shift.endsAt;
  const at = asked === undefined ? scheduled : new Date(asked).toISOString();
  return at < earliest || at > nowText() ? fail(409, shiftMessages.endOutside) : at;
}

async function markMissed({ id, guardId, jobTitle }: working.AssignedShift): Promise<void> {
  await working.setState(id, 'missed');
  await notifyGuard(guardId, 'other', {
    title: shiftNotices.missed,
    description: shiftNotices.missedText(jobTitle),
    to: jobsPaths.history(),
  });
  notifyChanged(guardId, 'shifts');
  notifyChanged(guardId, 'jobs');
}

/** Staff close a shift that its guard did not end; one that was never started becomes missed. A closed shift replies its state. */
export const closeShift = (
  guardId: string,
  { shiftId, endedAt }: Pick<Input<typeof closeShiftEndpoint>, 'shiftId' | 'endedAt'>,
): Promise<Output<typeof closeShiftEndpoint>> =>
  transaction(async () => {
    const jobId = (await working.jobOfShift(guardId, shiftId)) ?? fail(404, shiftMessages.notYours);
    await lock({ job: jobId, guard: guardId });
    const shift = (await working.workedShift(guardId, jobId, shiftId)) ?? fail(404, shiftMessages.notYours);
    if (shift.state === 'missed') return { shiftId, state: 'missed', earning: '0.00' };
    if (shift.state === 'ended') return { shiftId, state: 'ended', earning: (await working.payOf(shift.id)).earning };
    if (isRunning(shift.state)) {
      const at = await endOf(shift, endedAt);
      const { earning } = await finish(shift, { at, receivedAt: nowText(), withinMs: null }, { byStaff: true });
      await notifyGuard(guardId, 'other', {
        title: shiftNotices.closed,
        description: shiftNotices.closedText(shift.jobTitle, isPaid({ earning })),
        to: jobsPaths.history(),
      });
      return { shiftId, state: 'ended', earning };
    }
    if (stateNow(shift).state !== 'missed') fail(409, shiftMessages.notOpen);
    await markMissed(shift);
    return { shiftId, state: 'missed', earning: '0.00' };
  });

/** The shifts that staff should close. */
export const overdueShifts = (): Promise<Output<typeof overdueShiftsEndpoint>> => overdueSince(fromNow(-shiftLimits.overdue), LISTED);
