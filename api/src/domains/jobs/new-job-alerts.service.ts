import { randomUUID } from 'node:crypto';
import { alertShiftsText, commitmentText } from '@portal/contracts/_kernel/commitment';
import { localDay, money } from '@portal/contracts/_kernel/formats';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import { transaction } from '../../platform/database/db';
import { enqueue } from '../../platform/queue/job-queue';
import { notifyGuard } from '../notifications/notify.service';
import * as rows from './new-job-alerts.repository';

export const NEW_JOB_ALERTS_QUEUE = 'new-job-alerts';
/** Guards alerted in one transaction. The batch is small because their own alerts wait for its locks. */
const AT_ONCE = 50;

/** Queues the alerts of a newly approved job for a background job. Call it in the transaction that approves it. */
export async function queueNewJobAlerts(jobId: string): Promise<void> {
  await rows.queue(jobId);
  await enqueue(NEW_JOB_ALERTS_QUEUE, randomUUID(), {});
}

/** An alert to one guard failed, after `after` others of the same batch. */
class AlertFailed extends Error {
  constructor(
    readonly guardId: string,
    readonly after: number,
    cause: unknown,
  ) {
    super('A guard could not be alerted of a new job', { cause });
  }
}

/** Guards and jobs that this run skips because they failed. */
interface Skipped {
  guards: string[];
  jobs: string[];
}

/**
 * Alerts one batch of guards of the oldest job, each by their own settings. A job for which every alert failed is skipped and stays queued.
 * @returns the number of guards alerted; null if no job is queued. @throws {AlertFailed}
 */
const alertBatch = (most: number, passed: Skipped): Promise<number | null> =>
  transaction(async () => {
    const job = await rows.claimNext(passed.jobs);
    if (!job) return null;
    const { jobId, customerId, shiftId, title, place, hourlyRate, startsAt, timeZone, commitment, afterGuard } = job;
    const when = alertShiftsText(commitment) ?? localDay(startsAt, timeZone);
    const guards = await rows.matchingGuards(job, most, passed.guards);
    for (const [after, guardId] of guards.entries())
      await notifyGuard(guardId, 'newJob', {
        title: jobsMessages.newJob,
        description: jobsMessages.newJobText(title, place, when, commitmentText(commitment).total, money(hourlyRate)),
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
 * Alerts the guards of all queued jobs, each guard once per job. If this run is stopped, the next run continues. A failed alert does not stop
 * the others; its job stays queued only while no guard has been alerted of it.
 * @returns the number of guards alerted. @throws after the run if alerts failed, with their number; a run ends after 50 failures.
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
  if (failures.length > 0)
    throw new Error(`${failures.length} guards could not be alerted of new jobs, ${told} were`, { cause: failures[0] });
  return told;
}
