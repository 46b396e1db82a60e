import { closeExpiredSockets } from '../platform/live/realtime';
import { defineJob, noPayload } from '../platform/queue/define-job';

export const closeExpiredSocketsJob = defineJob({
  name: 'close-expired-sockets',
  does: 'Disconnects the sockets of ended sessions and staff keys.',
  payload: noPayload,
  schedule: { on: 'poll', seconds: 60, in: 'every process', because: 'Each process has its own sockets.' },
  retries: 'the next run',
  onGivenUp: 'The sockets stay open until a later run, and receive events; their calls are refused.',
  failed: 'Sockets of ended sessions could not be closed',
  run: closeExpiredSockets,
});
