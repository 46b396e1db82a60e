import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { localDay, localTime } from '@portal/contracts/_kernel/formats';
import type { changeShift } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import { transaction } from '../../platform/db';
import { changed } from '../../platform/realtime';
import { tell } from '../notifications/telling.service';
import { moveShift } from '../shifts/changes.service';
import * as jobs from './jobs.repository';

const when = (startTime: string, endTime: string) => `${localDay(startTime)}, ${localTime(startTime)} – ${localTime(endTime)}`;

/** Moves a shift that has not begun; everybody who applied for its job or works it is told what it was and what it is. */
export const reschedule = ({ reason, ...move }: Input<typeof changeShift>): Promise<Output<typeof changeShift>> =>
  transaction(async () => {
    const { before, startTime, endTime } = await moveShift(move);
    const words = `${before.jobTitle}: ${when(before.startTime, before.endTime)} is now ${when(startTime, endTime)}`;
    for (const guardId of await jobs.guardsOn(before.jobId)) {
      await tell(guardId, 'jobCancel', {
        title: jobsMessages.shiftChanged,
        description: reason ? `${words} ${reason}` : words,
        to: jobsPaths.jobPage({ jobId: before.jobId }),
      });
      changed(guardId, 'jobs');
      changed(guardId, 'applications');
    }
    return { shiftId: before.id, startTime, endTime };
  });
