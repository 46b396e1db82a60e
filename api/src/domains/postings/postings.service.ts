import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import type { JobReport, reportJob, reportsOfJob } from '@portal/contracts/postings/postings.endpoints';
import { postingMessages, reportReasons } from '@portal/contracts/postings/postings.rules';
import type { closeJobReport, openJobReports } from '@portal/contracts/postings/postings.staff';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { fail } from '../../platform/http/errors';
import { notifyChanged } from '../../platform/live/realtime';
import { mailSupport } from '../../platform/messages/message-queue';
import { guard } from '../guards/guards.service';
import { publishedTitle } from '../jobs/jobs.service';
import { cancelReported } from '../jobs/staff-jobs.service';
import { recordUpload } from '../media/media.service';
import { notifyGuard } from '../notifications/notify.service';
import * as reports from './postings.repository';

const LISTED = 200;

/** Stores a report of a posting that the guard can see, and mails staff. */
export const report = (guardId: string, { jobId, reason, words = '', picture }: Input<typeof reportJob>): Promise<void> =>
  transaction(async () => {
    await lock({ guard: guardId });
    const jobTitle = (await publishedTitle(jobId)) ?? fail(404, jobsMessages.noSuchJob);
    const file = picture ? await recordUpload(picture, guardId) : null;
    const isNew = await reports.insertReport({ guardId, jobId, reason, words, picture: file, now: nowText() });
    if (!isNew) fail(409, postingMessages.already);
    const { firstName, lastName, email } = await guard(guardId);
    await mailSupport({
      guardId,
      subject: `Reported job: ${jobTitle}`,
      body: `${firstName} ${lastName} (${email}): ${reportReasons[reason]}\n\n${words}\n\nnpm run staff -- list-job-reports`,
    });
    notifyChanged(guardId, 'postings');
  });

/** The guard's own reports of a job, latest first. */
export const listOfJob = (guardId: string, { jobId }: Input<typeof reportsOfJob>): Promise<JobReport[]> =>
  reports.reportsOf(guardId, jobId);

/** The open reports, for staff. */
export const listOpen = (): Promise<Output<typeof openJobReports>> => reports.openReports(LISTED);

/** Staff close a report; the guard is notified. `removed` also cancels the job and closes its other reports. */
export const close = ({ reportId, outcome, answer }: Input<typeof closeJobReport>): Promise<Output<typeof closeJobReport>> =>
  transaction(async () => {
    const { jobId, jobTitle } = (await reports.reportOf(reportId)) ?? fail(404, postingMessages.unknown);
    await lock({ job: jobId });
    const open = await reports.openOf(jobId);
    if (!open.some(({ id }) => id === reportId)) fail(409, postingMessages.closedBefore);
    const closed = outcome === 'removed' ? open : open.filter(({ id }) => id === reportId);
    await lock({ guard: closed.map(({ guardId }) => guardId) });
    for (const { id, guardId } of closed) {
      await reports.closeReport(id, outcome, answer, nowText());
      await notifyGuard(guardId, 'other', {
        title: postingMessages.outcomes[outcome],
        description: `${jobTitle}: ${answer}`,
        to: jobsPaths.jobPage({ jobId }),
      });
      notifyChanged(guardId, 'postings');
    }
    const jobStatus = await cancelReported(jobId, outcome === 'removed' ? postingMessages.cancelReason : null);
    return { reportId, jobId, outcome, jobStatus };
  });
