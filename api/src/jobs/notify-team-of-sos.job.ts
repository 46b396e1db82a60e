import { sendDueNotices, TEAM_NOTICES_POLL } from '../domains/shifts/notices.service';
import { defineJob, noPayload } from '../platform/queue/define-job';

export const notifyTeamOfSosJob = defineJob({
  name: TEAM_NOTICES_POLL,
  does: 'Queues the mails and text messages about an SOS to the dispatch team.',
  payload: noPayload,
  schedule: {
    on: 'poll',
    seconds: 2,
    in: 'each worker',
    because: 'A notice must wait at most 2 s, and a queued interval up to 15 s.',
  },
  retries: 'the next run',
  onGivenUp: 'A notice is retried every 5 s, for a day; then it is dropped.',
  failed: 'Dispatch could not be notified of an SOS',
  run: () => sendDueNotices('team'),
});
