import type { Env } from '../platform/config/env';
import type { Job } from '../platform/queue/define-job';
import { listenForUrgentWork, startMaintenance } from '../platform/queue/job-queue';
import type { JobLifecycle } from '../platform/queue/poll';
import { alertCoverOffersJob } from './alert-cover-offers.job';
import { alertUnreadChatJob } from './alert-unread-chat.job';
import { cleanUpJob } from './clean-up.job';
import { closeExpiredSocketsJob } from './close-expired-sockets.job';
import { closeOldJobsJob } from './close-old-jobs.job';
import { deleteOrphanFilesJob } from './delete-orphan-files.job';
import { deleteStaleUploadsJob } from './delete-stale-uploads.job';
import { endCoverOffersJob } from './end-cover-offers.job';
import { escalateSosJob } from './escalate-sos.job';
import { exportDataJob } from './export-data.job';
import { followWelfareChecksJob } from './follow-welfare-checks.job';
import { markMessagesDeadJob } from './mark-messages-dead.job';
import { noteApiIsRunningJob } from './note-api-is-running.job';
import { notifyChatOfSosJob } from './notify-chat-of-sos.job';
import { notifyTeamOfSosJob } from './notify-team-of-sos.job';
import { remindExpiryJob } from './remind-expiry.job';
import { sendMailJob } from './send-mail.job';
import { sendNewJobAlertsJob } from './send-new-job-alerts.job';
import { sendPushJob } from './send-push.job';
import { sendSmsJob } from './send-sms.job';

/** All background jobs of the API. docs/reference/jobs.md lists their schedules and retries. */
export const jobs: readonly Job[] = [
  sendMailJob,
  sendSmsJob,
  markMessagesDeadJob,
  sendPushJob,
  notifyTeamOfSosJob,
  notifyChatOfSosJob,
  escalateSosJob,
  followWelfareChecksJob,
  noteApiIsRunningJob,
  alertUnreadChatJob,
  sendNewJobAlertsJob,
  remindExpiryJob,
  alertCoverOffersJob,
  endCoverOffersJob,
  exportDataJob,
  closeOldJobsJob,
  deleteOrphanFilesJob,
  cleanUpJob,
  deleteStaleUploadsJob,
  closeExpiredSocketsJob,
];

const isOfEveryProcess = ({ schedule }: Job) => schedule.on === 'poll' && schedule.in === 'every process';

/** Starts the jobs of a process until the API closes: all of them, or only the ones for its own machine. Call `createQueues` first. */
export async function startJobs(lifecycle: JobLifecycle, env: Env): Promise<void> {
  if (env.runsJobs) {
    await startMaintenance(lifecycle);
    listenForUrgentWork(lifecycle);
  }
  for (const job of jobs) if (env.runsJobs || isOfEveryProcess(job)) job.start(lifecycle, env);
}
