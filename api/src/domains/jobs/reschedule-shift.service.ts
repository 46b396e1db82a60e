import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { whenAt } from '@portal/contracts/jobs/jobs.fit';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import type { changeShift } from '@portal/contracts/jobs/jobs.staff';
import { shiftNotices } from '@portal/contracts/shifts/shifts.rules';
import { currentServices } from '../../platform/context';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { fail } from '../../platform/http/errors';
import { notifyChanged } from '../../platform/live/realtime';
import { notifyGuard } from '../notifications/notify.service';
import { moveShift } from '../shifts/shift-changes.service';
import * as shifts from '../shifts/shifts.service';
import * as jobs from './jobs.repository';

/**
 * Moves a shift that has not begun, unless one of its guards works elsewhere then. Everyone who applied for its job or works it is notified of
 * the old and the new time.
 */
export const rescheduleShift = ({ reason, ...move }: Input<typeof changeShift>): Promise<Output<typeof changeShift>> =>
  transaction(async () => {
    const jobId = (await shifts.jobOf(move.shiftId)) ?? fail(404, jobsMessages.noSuchShift);
    await lock({ job: jobId });
    // Locks the guards of the shift, too, so that no concurrent call gives them another shift.
    await lock({ guard: await shifts.guardsOfJob(jobId) });
    const { before, startTime, endTime, endedEarly } = await moveShift(move);
    await currentServices().hooks.endCoverOffers({ jobId, shiftId: before.id }, 'moved');
    const words = `${before.jobTitle}: ${whenAt(before)} is now ${whenAt({ startTime, endTime, timeZone: before.timeZone })}`;
    for (const guardId of await jobs.guardsOn(before.jobId)) {
      await notifyGuard(guardId, 'jobCancel', {
        title: jobsMessages.shiftChanged,
        description: [words, endedEarly.includes(guardId) && shiftNotices.earlyEnded, reason].filter(Boolean).join(' '),
        to: jobsPaths.jobPage({ jobId: before.jobId }),
      });
      notifyChanged(guardId, 'jobs');
      notifyChanged(guardId, 'applications');
    }
    return { shiftId: before.id, startTime, endTime };
  });
