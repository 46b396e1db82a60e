import { markMessagesDeadJob } from '../src/jobs/mark-messages-dead.job';
import { sendMailJob } from '../src/jobs/send-mail.job';
import { sendSmsJob } from '../src/jobs/send-sms.job';
import type { JobSettings } from '../src/platform/queue/define-job';
import type { JobLifecycle } from '../src/platform/queue/poll';

/** Starts the jobs that send mails and text messages, until `lifecycle` closes. */
export function startMessageJobs(lifecycle: JobLifecycle, settings: JobSettings): void {
  for (const job of [sendMailJob, sendSmsJob, markMessagesDeadJob]) job.start(lifecycle, settings);
}
