import * as jobs from '../domains/jobs/jobs.repository';
import { fromNow } from '../platform/clock';
import { defineJob, noPayload } from '../platform/queue/define-job';

const HOUR_SECONDS = 3_600;
const AT_ONCE = 500;

/** Closes the jobs that have been over for thirty days, in batches. @returns how many. */
export async function closeOldJobs(stopping?: AbortSignal, atOnce = AT_ONCE): Promise<number> {
  for (let closed = 0; ; ) {
    const count = await jobs.closeOver(fromNow(-jobs.KEPT_OPEN_MS), atOnce);
    closed += count;
    if (count < atOnce || stopping?.aborted) return closed;
  }
}

export const closeOldJobsJob = defineJob({
  name: 'close-old-jobs',
  does: 'Closes the jobs of guards that have been over for 30 days.',
  payload: noPayload,
  schedule: { on: 'interval', queue: 'closing', seconds: HOUR_SECONDS },
  retries: 'the next run',
  onGivenUp: 'The jobs stay open until a later run.',
  failed: 'Past jobs were not closed',
  run: ({ stopping }) => closeOldJobs(stopping),
});
