import { localDay, money } from '@portal/contracts/_kernel/formats';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import type { FastifyInstance } from 'fastify';
import { afterCommit, transaction } from '../../platform/database/db';
import { poll } from '../../platform/queue/poll';
import { notifyGuard } from '../notifications/notify.service';
import * as rows from './new-job-alerts.repository';

const LOOK_EVERY_MS = 15_000;
/** Guards told in one transaction: few enough that nobody's own alerts wait for it. */
const AT_ONCE = 50;

let hurry: () => void = () => undefined;

/** Lets the guards whom a newly approved job suits hear of it, soon and away from this request. Call it in the transaction that approves it. */
export async function queueNewJobAlerts(jobId: string): Promise<void> {
  await rows.queue(jobId);
  afterCommit(() => hurry());
}

/** That a guard could not be told of a job, after how many others of the same batch. */
class AlertFailed extends Error {
  constructor(
    readonly guardId: string,
    readonly after: number,
    cause: unknown,
  ) {
    super('A guard could not be told of a new job', { cause });
  }
}

/** Who and what a look passes over: they are in nobody's way until the next one. */
interface Skipped {
  guards: string[];
  jobs: string[];
}

/**
 * Tells one batch of the oldest job, each guard by their own settings. A job of which nobody could be told is passed over and stays queued.
 * @returns how many heard of it; null: nothing is queued. @throws {Untold}
 */
const alertBatch = (most: number, passed: Skipped): Promise<number | null> =>
  transaction(async () => {
    const job = await rows.claimNext(passed.jobs);
    if (!job) return null;
    const { jobId, customerId, shiftId, title, place, hourlyRate, startsAt, timeZone, afterGuard } = job;
    const guards = await rows.matchingGuards(job, most, passed.guards);
    for (const [after, guardId] of guards.entries())
      await notifyGuard(guardId, 'newJob', {
        title: jobsMessages.newJob,
        description: jobsMessages.newJobText(title, place, localDay(startsAt, timeZone), money(hourlyRate)),
        to: jobsPaths.jobPage({ jobId, userId: customerId, shiftId }),
      }).catch((failure: unknown) => {
        throw new AlertFailed(guardId, after, failure);
      });
    const last = guards.at(-1);
    if (last && guards.length === most) await rows.saveProgress(jobId, last);
    else if (last || afterGuard || passed.guards.length === 0) await rows.finish(jobId);
    else passed.jobs.push(jobId);
    return guards.length;
  });

/**
 * Tells everybody of everything that is queued, each guard once of a job; told to stop, whoever comes next goes on. One who cannot be told
 * stands in nobody's way: the others are told, and the job is queued on only while nobody has heard of it.
 * @returns how many were told. @throws after all of them when some could not be, and says how many; at once when it fails for everybody.
 */
export async function sendNewJobAlerts(most = AT_ONCE, stopping?: AbortSignal): Promise<number> {
  let told = 0;
  let next = most;
  const passed: Skipped = { guards: [], jobs: [] };
  const failures: AlertFailed[] = [];
  while (!stopping?.aborted && failures.length < AT_ONCE) {
    const batch = await alertBatch(next, passed).catch((failure: unknown) => {
      if (failure instanceof AlertFailed) return failure;
      throw failure;
    });
    if (batch === null) break;
    next = most;
    if (!(batch instanceof AlertFailed)) told += batch;
    else if (batch.after > 0) next = batch.after;
    else {
      passed.guards.push(batch.guardId);
      failures.push(batch);
    }
  }
  if (failures.length > 0) throw new Error(`${failures.length} guards could not be told of new jobs, ${told} were`, { cause: failures[0] });
  return told;
}

/** Announces jobs until the API closes; of several processes each takes other jobs. */
export function startAnnouncing(app: FastifyInstance): void {
  hurry = poll(app, LOOK_EVERY_MS, (stopping) => sendNewJobAlerts(AT_ONCE, stopping), 'Guards could not be told of new jobs');
  app.addHook('onClose', async () => {
    hurry = () => undefined;
  });
}
