import { messagePayload } from '../platform/messages/message-queue';
import { markUncertain, sendGraceMs, sendMessage } from '../platform/messages/send-message';
import { smsSender } from '../platform/messages/senders';
import { defineJob } from '../platform/queue/define-job';
import { markMessagesDeadJob } from './mark-messages-dead.job';

export const sendSmsJob = defineJob({
  name: 'send-sms',
  does: 'Sends a queued text message (SMS) by the provider. A refusal of the recipient is final.',
  payload: messagePayload,
  schedule: { on: 'enqueue', queue: 'sms', atOnce: 8 },
  retries: { limit: 12, delaySeconds: 4, isBackoff: true },
  onGivenUp: markMessagesDeadJob,
  failed: 'The result of a text message could not be stored',
  connect: ({ smsUrl }) => (smsUrl ? smsSender(smsUrl) : null),
  run: (job) => sendMessage('sms', job.shared, job),
  shutdown: { waitMs: ({ shutdown }) => shutdown && sendGraceMs(shutdown), release: (id) => markUncertain('sms', id) },
});
