import { sendExpiryReminders } from '../domains/documents/expiry.service';
import { defineJob, noPayload } from '../platform/queue/define-job';

export const remindExpiryJob = defineJob({
  name: 'remind-expiry',
  does: 'Reminds guards of licences and documents that end soon.',
  payload: noPayload,
  schedule: { on: 'interval', queue: 'reminders', seconds: 60 },
  retries: 'the next run',
  onGivenUp: 'A reminder is retried until the next one for the same document is due.',
  failed: 'Reminders of ending documents could not be sent',
  run: ({ stopping }) => sendExpiryReminders(stopping),
});
