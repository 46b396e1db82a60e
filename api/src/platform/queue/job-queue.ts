import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import PgBoss from 'pg-boss';
import { afterCommit, query, sessionPool } from '../database/db';
import { healthQuery } from '../database/health-pool';
import { withStartupLock } from '../database/migrate';
import { logFields } from '../http/errors';
import { startSpan, withTrace } from '../http/trace-context';
import { poll } from './poll';

const LOOK_EVERY_MS = 2_000;
/** A process that queues a scheduled job polls immediately; jobs left by other processes can wait this long. */
const TURNS_EVERY_MS = 15_000;
const KEEP_EVERY_SECONDS = 15;
const DAY_SECONDS = 86_400;
const ENDED_WITHIN_MS = 3_000;

/** The delay before a retry grows from seconds to hours. After the last retry, the job's data go into the queue `deadLetter`. */
const queues = {
  dead: { retryLimit: 100, retryDelay: 5, retryBackoff: false },
  mail: { retryLimit: 12, retryDelay: 4, retryBackoff: true, deadLetter: 'dead' },
  sms: { retryLimit: 12, retryDelay: 4, retryBackoff: true, deadLetter: 'dead' },
  // Scheduled jobs: the next run is the retry.
  clearing: { retryLimit: 0 },
  closing: { retryLimit: 0 },
  escalations: { retryLimit: 0 },
  exports: { retryLimit: 0 },
  reminders: { retryLimit: 0 },
  sweeps: { retryLimit: 0 },
} as const;

export type QueueName = keyof typeof queues;

/** Statements join the surrounding transaction: a job exists if the change that queued it was committed, and is complete if its result was. */
const boss = new PgBoss({ db: { executeSql: query }, schedule: false, supervise: false });

let lease = 240;

/** Lease of a job in seconds. After it expires, another worker may claim the job. Longer than any job runs. */
export const leaseSeconds = (): number => lease;

/**
 * Creates the tables of pg-boss in the schema `pgboss`, and the queues. Call it after the database is open, before a job is queued.
 * @param expireInSeconds lease of jobs that are queued from now on; tests shorten it.
 */
export async function createQueues(expireInSeconds = lease): Promise<void> {
  lease = expireInSeconds;
  // Concurrent creation of tables that refer to each other would deadlock.
  const holder = await sessionPool().connect();
  try {
    await withStartupLock(holder, () => makeQueues(expireInSeconds));
  } finally {
    holder.release();
  }
}

async function makeQueues(expireInSeconds: number): Promise<void> {
  const silent = new PgBoss({ db: { executeSql: query }, schedule: false, supervise: false });
  await silent.start();
  await silent.stop({ graceful: false });
  for (const [name, settings] of Object.entries(queues)) {
    const options = { name, ...settings, expireInSeconds };
    await boss.createQueue(name, options);
    await boss.updateQueue(name, options);
  }
}

/** Expires, archives and deletes old jobs every `seconds` seconds until the API closes. pg-boss lets one process at a time do this. */
export async function startMaintenance(app: Pick<FastifyInstance, 'addHook' | 'log'>, seconds = KEEP_EVERY_SECONDS): Promise<void> {
  const keeper = new PgBoss({
    db: { executeSql: query },
    schedule: false,
    maintenanceIntervalSeconds: seconds,
    archiveCompletedAfterSeconds: 3_600,
    deleteAfterSeconds: DAY_SECONDS,
  });
  keeper.on('error', (error) => app.log.warn(logFields(error), 'The maintenance of the queues failed'));
  await keeper.start();
  app.addHook('onClose', () => keeper.stop({ graceful: false }));
}

const wakeups = new Map<QueueName, () => void>();

/** After commit, the workers of this process poll immediately. Workers of other processes poll every two seconds. */
const wakeWorkers = (queue: QueueName) => afterCommit(() => wakeups.get(queue)?.());

/**
 * Queues a job under the given id, in the surrounding transaction.
 * @throws if the queue has a job with this id already.
 */
export async function enqueue(queue: QueueName, id: string, data: object, { isUrgent = false } = {}): Promise<void> {
  if (!(await boss.send(queue, data, { id, ...(isUrgent && { priority: 1 }) })))
    throw new Error(`The queue ${queue} has a job ${id} already`);
  wakeWorkers(queue);
}

/** Deletes a job in any state, so that its id is free. */
export const dequeue = (queue: QueueName, id: string): Promise<void> => boss.deleteJob(queue, id);

/** Completes a job in the transaction that stores its result. */
export const completeJob = (queue: QueueName, id: string): Promise<void> => boss.complete(queue, id);

/** Retries a job later. After its last retry its data go into the dead letter queue. */
export const failJob = (queue: QueueName, id: string): Promise<void> => boss.fail(queue, id);

export interface Job<Data> {
  id: string;
  data: Data;
}

interface Working<Data> {
  lookEveryMs?: number;
  /** Time in ms for which the close of the API waits for running jobs. */
  endWithinMs?: number;
  /** Releases a job that still runs after `endWithinMs`; another process may then claim it. */
  release?: (job: Job<Data>) => Promise<void>;
}

/** pg-boss returns an empty list when the query fails; this function throws the original error instead. */
async function fetch<Data>(queue: QueueName, most: number): Promise<Job<Data>[]> {
  let failure: unknown;
  const executeSql = (text: string, values: unknown[]) =>
    query(text, values).catch((error: unknown) => {
      failure = error;
      throw error;
    });
  const jobs = await boss.fetch<Data>(queue, { batchSize: most, db: { executeSql } });
  if (failure) throw failure;
  return jobs;
}

/**
 * Processes a queue until the API closes, at most `atOnce` jobs at a time. The close waits `endWithinMs` for running jobs, then releases them.
 * `act` calls `completeJob` or `failJob`; if it throws, the job is claimed again after its lease. pg-boss's own loop is not used: it completes
 * jobs without waiting for the result, and a short outage of the database would end the process.
 */
export function processQueue<Data>(
  app: Pick<FastifyInstance, 'addHook' | 'log'>,
  queue: QueueName,
  atOnce: number,
  act: (job: Job<Data>, stopping: AbortSignal) => Promise<void>,
  { lookEveryMs = LOOK_EVERY_MS, endWithinMs = ENDED_WITHIN_MS, release = ({ id }) => failJob(queue, id) }: Working<Data> = {},
): void {
  const underWay = new Map<Job<Data>, Promise<void>>();
  const stop = new AbortController();
  let looking: Promise<void> = Promise.resolve();
  const begin = (job: Job<Data>) => {
    const acting = withTrace(startSpan(null), () =>
      act(job, stop.signal).catch((error: unknown) => app.log.warn(logFields(error), `A job of the queue ${queue} could not be finished`)),
    ).finally(() => {
      underWay.delete(job);
      lookNow();
    });
    underWay.set(job, acting);
  };
  const look = async () => {
    while (!stop.signal.aborted && underWay.size < atOnce) {
      const jobs = await fetch<Data>(queue, atOnce - underWay.size);
      for (const job of jobs) begin(job);
      if (jobs.length === 0) return;
    }
  };
  const lookNow = poll(
    app as FastifyInstance,
    lookEveryMs,
    () => {
      looking = look();
      return looking;
    },
    `The queue ${queue} could not be read`,
  );
  wakeups.set(queue, lookNow);
  const leave = async () => {
    wakeups.delete(queue);
    await looking.catch(() => undefined);
    await Promise.race([Promise.all(underWay.values()), pause(endWithinMs, undefined, { ref: false })]);
    for (const job of underWay.keys()) {
      app.log.warn({ queue, job: job.id }, 'A job was released at shutdown');
      // If the release fails, another process claims the job after its lease.
      await release(job).catch((error: unknown) => app.log.warn(logFields(error), `A job of the queue ${queue} could not be released`));
    }
  };
  let left: Promise<void> | null = null;
  // Requests finish while jobs end. The wait covers all queues together, because close hooks run one after the other.
  app.addHook('preClose', async () => {
    stop.abort();
    left = leave();
  });
  app.addHook('onClose', async () => left);
}

/**
 * Runs `act` every `seconds` seconds until the API closes, in one of all processes: only one can queue the job of an interval. `said` is the log
 * line of a failure; the next interval is the retry. The close of the API aborts the signal and waits for a running `act`. After a process was
 * killed, the next interval may start while a slow process still runs: `act` has to tolerate that. `enqueue` requests an extra run.
 */
export function scheduleJob(
  app: Pick<FastifyInstance, 'addHook' | 'log'>,
  queue: QueueName,
  seconds: number,
  act: (stopping: AbortSignal) => Promise<unknown>,
  said: string,
): void {
  const takeTurn = async ({ id }: Job<object>, stopping: AbortSignal) => {
    try {
      await act(stopping);
    } catch (error) {
      app.log.warn(logFields(error), said);
      await failJob(queue, id);
      return;
    }
    await completeJob(queue, id);
  };
  processQueue(app, queue, 1, takeTurn, { lookEveryMs: TURNS_EVERY_MS });
  const turn = async () => {
    if (await boss.send(queue, {}, { singletonSeconds: seconds })) wakeWorkers(queue);
  };
  // Polls at least every minute, because a process that restarts hourly would otherwise never reach the interval.
  poll(app as FastifyInstance, Math.min(seconds, 60) * 1_000, turn, said);
}

/** Seconds for which the oldest due job of each queue has waited; 0 if none is due. */
export async function oldestJobAges(): Promise<{ queue: string; seconds: number }[]> {
  const rows = await healthQuery<{
    queue: string;
    seconds: number;
  }>(`select name as queue, extract(epoch from now() - min(start_after))::float8 as seconds from pgboss.job
    where state in ('created', 'retry') and start_after <= now() group by name`);
  return Object.keys(queues).map((queue) => ({ queue, seconds: rows.find((row) => row.queue === queue)?.seconds ?? 0 }));
}
