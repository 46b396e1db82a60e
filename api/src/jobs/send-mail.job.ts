import { messagePayload } from '../platform/messages/message-queue';
import { markUncertain, sendGraceMs, sendMessage } from '../platform/messages/send-message';
import { smtpSender } from '../platform/messages/senders';
import { defineJob } from '../platform/queue/define-job';
import { markMessagesDeadJob } from './mark-messages-dead.job';

const AT_ONCE = 8;

export const sendMailJob = defineJob({
  name: 'send-mail',
  does: 'Sends a queued mail by the SMTP server. A refusal of the recipient is final.',
  payload: messagePayload,
  schedule: { on: 'enqueue', queue: 'mail', atOnce: AT_ONCE },
  retries: { limit: 12, delaySeconds: 4, isBackoff: true },
  onGivenUp: markMessagesDeadJob,
  failed: 'The result of a mail could not be stored',
  // The settings decide which channels are queued, also in processes that run no jobs.
  connect({ smtpUrl, mailFrom }, lifecycle) {
    if (!smtpUrl) return null;
    const { carry, close } = smtpSender(smtpUrl, mailFrom, AT_ONCE);
    lifecycle.addHook('onClose', async () => close());
    return carry;
  },
  run: (job) => sendMessage('mail', job.shared, job),
  shutdown: { waitMs: ({ shutdown }) => shutdown && sendGraceMs(shutdown), release: (id) => markUncertain('mail', id) },
});
