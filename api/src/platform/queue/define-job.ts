import { type ObjectSchema, object } from 'yup';
import type { Env } from '../config/env';
import { logFields } from '../http/errors';
import { failJob, processQueue, scheduleJob } from './job-queue';
import { type JobLifecycle, poll, registerPoll } from './poll';

export type JobSettings = Pick<Env, 'smtpUrl' | 'smsUrl' | 'mailFrom'> & Partial<Pick<Env, 'push' | 'shutdown' | 'runsJobs'>>;

/** A queue of pg-boss. The name is stored. */
type QueueName = string;

export type JobSchedule =
  /** After the commit of each `enqueue`, `atOnce` jobs at a time in a process. `run` calls `completeJob` or `failJob`. */
  | { on: 'enqueue'; queue: QueueName; atOnce: number }
  /** In one of all processes at each interval. `enqueue` requests an extra run. */
  | { on: 'interval'; queue: QueueName; seconds: number }
  /** Without pg-boss: in each process that runs jobs, or in every process. `pollNow` with the name of the job requests an extra run. */
  | { on: 'poll'; seconds: number; in: 'each worker' | 'every process'; alsoAtStart?: boolean; because: string };

export interface JobRun<Payload, Shared> {
  /** Of the enqueued job; otherwise the name of the job. */
  id: string;
  payload: Payload;
  shared: Shared;
  /** Aborted when the API closes. */
  stopping: AbortSignal;
  log: JobLifecycle['log'];
}

interface JobOptions<Payload extends object, Shared> {
  /** The name of its file: `jobs/<name>.job.ts`. */
  name: string;
  /** One sentence for docs/reference/jobs.md. */
  does: string;
  payload: ObjectSchema<Payload>;
  schedule: JobSchedule;
  /** The delay before a retry doubles if `isBackoff`. */
  retries: { limit: number; delaySeconds: number; isBackoff: boolean } | 'the next run';
  /** The job that gets the payload after the last retry; or a sentence for docs/reference/jobs.md. */
  onGivenUp: Job | string;
  /** Log line of a run that failed. */
  failed: string;
  /** Creates the object that the runs of this process share, such as a connection. Null: a setting is missing, and this process does not run the job. */
  connect?: (settings: JobSettings, lifecycle: JobLifecycle) => Shared | null;
  run: (job: JobRun<Payload, Shared>) => Promise<unknown>;
  /** The close of the API waits `waitMs` for the runs of an enqueued job, then calls `release` for each that has not ended. */
  shutdown?: { waitMs: (settings: JobSettings) => number | undefined; release: (id: string) => Promise<void> };
}

/** A declared job, without the types of its payload. `start` runs it until the API closes. */
export interface Job extends Pick<JobOptions<object, unknown>, 'name' | 'does' | 'schedule' | 'retries' | 'onGivenUp' | 'failed'> {
  payloadFields: readonly string[];
  start(lifecycle: JobLifecycle, settings: JobSettings): void;
}

export const noPayload = object({});

export function defineJob<Payload extends object, Shared = undefined>(options: JobOptions<Payload, Shared>): Job {
  const { payload, connect, run, shutdown, ...declared } = options;
  return {
    ...declared,
    payloadFields: Object.keys(payload.fields),
    start(lifecycle, settings) {
      const shared = connect ? connect(settings, lifecycle) : (undefined as Shared);
      if (shared !== null) startJob(options, lifecycle, settings, shared);
    },
  };
}

function startJob<Payload extends object, Shared>(
  { name, payload, schedule, failed, run, shutdown }: JobOptions<Payload, Shared>,
  lifecycle: JobLifecycle,
  settings: JobSettings,
  shared: Shared,
): void {
  const { log } = lifecycle;
  const runOnce = (stopping: AbortSignal) => run({ id: name, payload: payload.getDefault() as Payload, shared, stopping, log });
  if (schedule.on === 'poll') {
    const ask = poll(lifecycle, schedule.seconds * 1_000, runOnce, failed);
    registerPoll(lifecycle, name, ask);
    if (schedule.alsoAtStart) ask();
    return;
  }
  const { queue } = schedule;
  if (schedule.on === 'interval') {
    scheduleJob(lifecycle, queue, schedule.seconds, runOnce, failed);
    return;
  }
  const act = async ({ id, data }: { id: string; data: object }, stopping: AbortSignal) => {
    const valid = await payload.validate(data, { strict: true }).catch((error: unknown) => {
      log.error({ queue, job: id, ...logFields(error) }, 'The payload of a job is invalid');
      return null;
    });
    await (valid === null ? failJob(queue, id) : run({ id, payload: valid as Payload, shared, stopping, log }));
  };
  const waitMs = shutdown?.waitMs(settings);
  processQueue(lifecycle, queue, schedule.atOnce, act, {
    failed,
    ...(waitMs !== undefined && { endWithinMs: waitMs }),
    ...(shutdown && { release: ({ id }: { id: string }) => shutdown.release(id) }),
  });
}
