import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { dayMonthYear } from '@portal/contracts/_kernel/formats';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { applyLeave, leaveOfJob } from '@portal/contracts/leave/leave.endpoints';
import { leaveMessages, leaveStatuses } from '@portal/contracts/leave/leave.rules';
import type { approveLeave } from '@portal/contracts/leave/leave.staff';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { fail } from '../../platform/http/errors';
import { notifyChanged } from '../../platform/live/realtime';
import { notifyGuard } from '../notifications/notify.service';
import * as shifts from '../shifts/shifts.service';
import * as leaves from './leave.repository';

/** Requests leave from one of the guard's shifts to come. */
export const apply = (
  guardId: string,
  { jobId, shiftId, shiftDate, leaveTitle, leaveDescription }: Input<typeof applyLeave>,
): Promise<void> =>
  transaction(async () => {
    await shifts.requestLeave(guardId, { jobId, shiftId, shiftDate });
    const isNew = await leaves.insertLeave({ guardId, shiftId, leaveTitle, leaveDescription: leaveDescription ?? null, now: nowText() });
    if (!isNew) fail(409, leaveMessages.already);
    notifyChanged(guardId, 'leave');
  });

/** The guard's own requests for one job, in the order of the shifts. */
export const leavesOfJob = (guardId: string, jobId: string): Promise<Output<typeof leaveOfJob>> => leaves.leavesOfJob(guardId, jobId);

/** Staff decide an open request; the guard is notified. `status` 1 approves, 2 refuses. */
export const decide = (guardId: string, shiftId: string, status: 1 | 2): Promise<Output<typeof approveLeave>> =>
  transaction(async () => {
    const shift = await shifts.decideLeave(guardId, shiftId, status === 1);
    if (!(await leaves.decideLeave(guardId, shiftId, status, nowText()))) fail(404, leaveMessages.unknown);
    await notifyGuard(guardId, 'other', {
      title: leaveStatuses[status] ?? '',
      description: `${shift.jobTitle}, ${dayMonthYear(shift.shiftDate)}`,
      to: jobsPaths.allJobs(),
    });
    notifyChanged(guardId, 'leave');
    return { shiftId, status };
  });
