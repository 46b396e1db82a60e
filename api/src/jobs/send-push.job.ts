import { createFirebaseSender, PUSH_JOB, sendAllDuePushes } from '../platform/messages/push-queue';
import { defineJob, noPayload } from '../platform/queue/define-job';

export const sendPushJob = defineJob({
  name: PUSH_JOB,
  does: 'Sends push messages by Firebase, up to 20 at the same time, immediately after the commit that queued them.',
  payload: noPayload,
  schedule: {
    on: 'poll',
    seconds: 5,
    in: 'each worker',
    because: 'The table `push_messages` is the queue: one statement claims the due rows of many guards.',
  },
  retries: 'the next run',
  onGivenUp: 'A message is retried after 10 s to 15 min until it is a day old; then the clean-up deletes it.',
  failed: 'Push messages could not be sent',
  connect: ({ push }) => (push ? createFirebaseSender(push) : null),
  run: ({ shared: deliver, stopping }) => sendAllDuePushes(deliver, stopping),
});
