import { messagePayload } from '../platform/messages/message-queue';
import { markDead } from '../platform/messages/send-message';
import { defineJob } from '../platform/queue/define-job';

export const markMessagesDeadJob = defineJob({
  name: 'mark-messages-dead',
  does: 'Marks a mail or text message as dead after its last retry: staff see it among the deliveries, and can requeue it.',
  payload: messagePayload,
  schedule: { on: 'enqueue', queue: 'dead', atOnce: 1 },
  retries: { limit: 100, delaySeconds: 5, isBackoff: false },
  onGivenUp: 'The message stays queued without a job; the age of the oldest queued message then grows in the metrics.',
  failed: 'A message could not be marked as dead',
  // A process without a channel leaves the job to others.
  connect: ({ smtpUrl, smsUrl }) => (smtpUrl || smsUrl ? {} : null),
  run: markDead,
});
