import { localDay, money } from '@portal/contracts/_kernel/formats';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import type { FastifyInstance } from 'fastify';
import { afterCommit, transaction } from '../../platform/database/db';
import { repeat } from '../../platform/work/repeat';
import { tell } from '../notifications/telling.service';
import * as rows from './announcing.repository';

const LOOK_EVERY_MS = 15_000;
/** Guards told in one transaction: few enough that nobody's own alerts wait for it. */
const AT_ONCE = 50;

let hurry: () => void = () => undefined;

/** Lets the guards whom a newly approved job suits hear of it, soon and away from this request. Call it in the transaction that approves it. */
export async function announce(jobId: string): Promise<void> {
  await rows.queue(jobId);
  afterCommit(() => hurry());
}

/** Tells one batch of the oldest job, each guard by their own settings. @returns how many heard of it; null: nothing is queued. */
const tellBatch = (most: number): Promise<number | null> =>
  transaction(async () => {
    const job = await rows.takeNext();
    if (!job) return null;
    const { jobId, customerId, shiftId, title, place, hourlyRate, startsAt } = job;
    const guards = await rows.suited(job, most);
    for (const guardId of guards)
      await tell(guardId, 'newJob', {
        title: jobsMessages.newJob,
        description: jobsMessages.newJobText(title, place, localDay(startsAt), money(hourlyRate)),
        to: jobsPaths.jobPage({ jobId, userId: customerId, shiftId }),
      });
    const last = guards.at(-1);
    if (last && guards.length === most) await rows.moveOn(jobId, last);
    else await rows.finish(jobId);
    return guards.length;
  });

/** Tells everybody of everything that is queued, each guard once of a job; told to stop, whoever comes next goes on. @returns how many were told. */
export async function announceQueued(most = AT_ONCE, stopping?: AbortSignal): Promise<number> {
  let told = 0;
  while (!stopping?.aborted) {
    const batch = await tellBatch(most);
    if (batch === null) break;
    told += batch;
  }
  return told;
}

/** Announces jobs until the API closes; of several processes each takes other jobs. */
export function startAnnouncing(app: FastifyInstance): void {
  hurry = repeat(app, LOOK_EVERY_MS, (stopping) => announceQueued(AT_ONCE, stopping), 'Guards could not be told of new jobs');
  app.addHook('onClose', async () => {
    hurry = () => undefined;
  });
}
