import { sendDueNotices } from '../domains/shifts/notices.service';
import { defineJob, noPayload } from '../platform/queue/define-job';

export const notifyChatOfSosJob = defineJob({
  name: 'notify-chat-of-sos',
  does: 'Writes a message about an SOS into the chat of the job.',
  payload: noPayload,
  schedule: {
    on: 'poll',
    seconds: 2,
    in: 'each worker',
    because: 'An SOS must be reported also while the queue accepts no job.',
  },
  retries: 'the next run',
  onGivenUp: 'A notice is retried every 5 s, for a day; then it is dropped.',
  failed: 'The chat could not be notified of an SOS',
  run: () => sendDueNotices('chat'),
});
