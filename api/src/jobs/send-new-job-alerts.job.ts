import { NEW_JOB_ALERTS_QUEUE, sendNewJobAlerts } from '../domains/jobs/new-job-alerts.service';
import { defineJob, noPayload } from '../platform/queue/define-job';

export const sendNewJobAlertsJob = defineJob({
  name: 'send-new-job-alerts',
  does: 'Alerts guards of newly approved jobs that suit them, also immediately after an approval.',
  payload: noPayload,
  schedule: { on: 'interval', queue: NEW_JOB_ALERTS_QUEUE, seconds: 15 },
  retries: 'the next run',
  onGivenUp: 'A job stays queued until a guard has been alerted of it; then alerts that failed are dropped.',
  failed: 'Guards could not be alerted of new jobs',
  run: ({ stopping }) => sendNewJobAlerts(undefined, stopping),
});
