import { noteApiIsRunning } from '../domains/welfare/welfare.service';
import { defineJob, noPayload } from '../platform/queue/define-job';

export const noteApiIsRunningJob = defineJob({
  name: 'note-api-is-running',
  does: 'Writes the sign of life of an API, from which welfare checks know an outage in which guards answer in vain.',
  payload: noPayload,
  schedule: {
    on: 'poll',
    seconds: 5,
    in: 'every process',
    alsoAtStart: true,
    because:
      'Each API shows that it runs. A process that also runs jobs writes none: a worker takes no calls, and alone it stops with its timer.',
  },
  retries: 'the next run',
  onGivenUp: 'Without a sign for 30 seconds, welfare checks escalate one grace period later.',
  failed: 'The sign of life of the API could not be written',
  connect: ({ runsJobs }) => (runsJobs ? null : {}),
  run: noteApiIsRunning,
});
