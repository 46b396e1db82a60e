import { setTimeout as pause } from 'node:timers/promises';
import PgBoss from 'pg-boss';
import { currentServices, runWithServices } from '../context';
import { afterCommit, getPool, query, sessionPool } from '../database/db';
import { healthQuery } from '../database/health-pool';
import { withStartupLock } from '../database/migrate';
import { logFields } from '../http/errors';
import { continuedTrace, recordedTrace, withSpan } from '../spans';
import { type JobLifecycle, poll, pollNow, registerPoll } from './poll';

const LOOK_EVERY_MS = 2_000;
/** A process that queues a scheduled job polls immediately; jobs left by other processes can wait this long. */
const TURNS_EVERY_MS = 15_000;
const KEEP_EVERY_SECONDS = 15;
const DAY_SECONDS = 86_400;
const ENDED_WITHIN_MS = 3_000;

/** The queues of an API. */
export interface JobQueues {
  /** Statements join the surrounding transaction: a job exists if the change that queued it was committed, and is complete if its result was. */
  readonly boss: PgBoss;
  leaseSeconds: number;
  /** The declared queues. */
  names: readonly string[];
}

export const createJobQueues = (): JobQueues => ({
  boss: new PgBoss({ db: { executeSql: query }, schedule: false, supervise: false }),
  leaseSeconds: 240,
  names: [],
});

const boss = (): PgBoss => currentServices().jobs.boss;

/** Lease of a job in seconds. After it expires, another worker may claim the job. Longer than any job runs. */
export const leaseSeconds = (): number => currentServices().jobs.leaseSeconds;

/** A job as `defineJob` declares it. */
interface Declared {
  readonly schedule: { on: 'poll' } | { on: 'enqueue' | 'interval'; queue: string };
  readonly retries: { limit: number; delaySeconds: number; isBackoff: boolean } | string;
  readonly onGivenUp: Declared | string;
}

/** The settings of a queue. After the last retry, pg-boss copies the payload of the job into the queue `deadLetter`. */
function queueSettings({ retries, onGivenUp }: Declared) {
  // The next run of a scheduled job is the retry.
  if (typeof retries === 'string') return { retryLimit: 0 };
  const { limit: retryLimit, delaySeconds: retryDelay, isBackoff: retryBackoff } = retries;
  const next = typeof onGivenUp === 'string' ? null : onGivenUp.schedule;
  return { retryLimit, retryDelay, retryBackoff, ...(next && next.on !== 'poll' && { deadLetter: next.queue }) };
}

/**
 * Creates the tables of pg-boss in the schema `pgboss`, and the queues of the jobs. Call it before a job is queued.
 * @param expireInSeconds lease of jobs that are queued from now on; tests shorten it.
 */
export async function createQueues(jobs: readonly Declared[], expireInSeconds = leaseSeconds()): Promise<void> {
  const own = currentServices().jobs;
  own.leaseSeconds = expireInSeconds;
  own.names = jobs.flatMap(({ schedule }) => (schedule.on === 'poll' ? [] : [schedule.queue]));
  // Concurrent creation of tables that refer to each other would deadlock.
  const holder = await sessionPool().connect();
  try {
    await withStartupLock(holder, () => makeQueues(jobs, expireInSeconds));
  } finally {
    holder.release();
  }
}

async function makeQueues(jobs: readonly Declared[], expireInSeconds: number): Promise<void> {
  const silent = new PgBoss({ db: { executeSql: query }, schedule: false, supervise: false });
  await silent.start();
  await silent.stop({ graceful: false });
  const queues = jobs.flatMap((job) =>
    job.schedule.on === 'poll' ? [] : [{ name: job.schedule.queue, ...queueSettings(job), expireInSeconds }],
  );
  // A queue must exist before another one names it.
  for (const options of queues.toSorted((a, b) => Number('deadLetter' in a) - Number('deadLetter' in b))) {
    const { name } = options;
    await boss().createQueue(name, options);
    await boss().updateQueue(name, options);
  }
}

/** Expires, archives and deletes old jobs every `seconds` seconds until the API closes. pg-boss lets one process at a time do this. */
export async function startMaintenance(lifecycle: JobLifecycle, seconds = KEEP_EVERY_SECONDS): Promise<void> {
  const pool = getPool();
  const keeper = new PgBoss({
    db: { executeSql: (text: string, values: unknown[]) => pool.query(text, values) },
    schedule: false,
    maintenanceIntervalSeconds: seconds,
    archiveCompletedAfterSeconds: 3_600,
    deleteAfterSeconds: DAY_SECONDS,
  });
  keeper.on('error', (error) => lifecycle.log.warn(logFields(error), 'The maintenance of the queues failed'));
  await keeper.start();
  lifecycle.addHook('onClose', () => keeper.stop({ graceful: false }));
}

/** A channel of PostgreSQL. Its messages are names of polls. */
const URGENT_CHANNEL = 'portal_urgent_work';
const RECONNECT_MS = 2_000;

/**
 * After the commit of the surrounding transaction, each process that has the poll starts a run of it, even if this process is killed before.
 * Only for urgent work: PostgreSQL commits the transactions with a message one after the other.
 */
export const pollEverywhere = (name: string): Promise<unknown> => query('select pg_notify($1, $2)', [URGENT_CHANNEL, name]);

/** Starts the polls that `pollEverywhere` names, until the API closes. While the connection is lost, they run at their own intervals only. */
export function listenForUrgentWork(lifecycle: JobLifecycle): void {
  const api = currentServices();
  let isListening = false;
  const listen = async (stopping: AbortSignal) => {
    if (isListening) return;
    const client = await sessionPool().connect();
    isListening = true;
    const end = () => {
      if (!isListening) return;
      isListening = false;
      stopping.removeEventListener('abort', end);
      client.release(true);
    };
    client.once('end', end);
    client.on('notification', ({ payload }) => runWithServices(api, () => pollNow(payload ?? '')));
    stopping.addEventListener('abort', end);
    if (stopping.aborted) end();
    else
      await client.query(`listen ${URGENT_CHANNEL}`).catch((error: unknown) => {
        end();
        throw error;
      });
  };
  poll(lifecycle, RECONNECT_MS, listen, 'Urgent work of other processes starts late: the database sends no messages')();
}

/**
 * After commit, the workers of this process poll immediately. Workers of other processes poll after an urgent job immediately, otherwise every two
 * seconds, those of interval queues every 15 s.
 */
const wakeWorkers = (queue: string) => afterCommit(() => pollNow(queue));

/**
 * Queues a job under the given id, in the surrounding transaction. The job continues the trace of the call.
 * @throws if the queue has a job with this id already, or is missing.
 */
export async function enqueue(queue: string, id: string, data: object, { isUrgent = false } = {}): Promise<void> {
  const trace = recordedTrace();
  if (!(await boss().send(queue, { ...data, ...(trace && { trace }) }, { id, ...(isUrgent && { priority: 1 }) })))
    throw new Error(`The queue ${queue} is missing, or has a job ${id} already`);
  if (isUrgent) await pollEverywhere(queue);
  wakeWorkers(queue);
}

/** Deletes a job in any state, so that its id is free. */
export const dequeue = (queue: string, id: string): Promise<void> => boss().deleteJob(queue, id);

/** Completes a job in the transaction that stores its result. */
export const completeJob = (queue: string, id: string): Promise<void> => boss().complete(queue, id);

/** Retries a job later. After its last retry its data go into the dead letter queue. */
export const failJob = (queue: string, id: string): Promise<void> => boss().fail(queue, id);

interface StoredJob<Data> {
  id: string;
  data: Data;
}

interface Working<Data> {
  lookEveryMs?: number;
  /** Log line of an error of a job. */
  failed?: string;
  /** Time in ms for which the close of the API waits for running jobs. */
  endWithinMs?: number;
  /** Releases a job that still runs after `endWithinMs`; another process may then claim it. */
  release?: (job: StoredJob<Data>) => Promise<void>;
}

/** pg-boss returns an empty list when the query fails; this function throws the original error instead. */
async function fetch<Data>(queue: string, most: number): Promise<StoredJob<Data>[]> {
  let failure: unknown;
  const executeSql = (text: string, values: unknown[]) =>
    query(text, values).catch((error: unknown) => {
      failure = error;
      throw error;
    });
  const jobs = await boss().fetch<Data>(queue, { batchSize: most, db: { executeSql } });
  if (failure) throw failure;
  return jobs;
}

/**
 * Processes a queue until the API closes, at most `atOnce` jobs at a time. The close waits `endWithinMs` for running jobs, then releases them.
 * `act` calls `completeJob` or `failJob`; if it throws, the job is claimed again after its lease. pg-boss's own loop is not used: it completes
 * jobs without waiting for the result (10.4), so a short outage of the database would end the process; and not in the transaction of the result.
 */
export function processQueue<Data>(
  lifecycle: JobLifecycle,
  queue: string,
  atOnce: number,
  act: (job: StoredJob<Data>, stopping: AbortSignal) => Promise<void>,
  {
    lookEveryMs = LOOK_EVERY_MS,
    failed = `A job of the queue ${queue} could not be finished`,
    endWithinMs = ENDED_WITHIN_MS,
    release = ({ id }) => failJob(queue, id),
  }: Working<Data> = {},
): void {
  const api = currentServices();
  const underWay = new Map<StoredJob<Data>, Promise<void>>();
  const stop = new AbortController();
  let looking: Promise<void> = Promise.resolve();
  const begin = (stored: StoredJob<Data>) => {
    const { trace, ...data } = (stored.data ?? {}) as Data & { trace?: unknown };
    const job = { id: stored.id, data: data as Data };
    const run = () =>
      withSpan(`job ${queue}`, { 'messaging.destination.name': queue }, () => act(job, stop.signal)).catch((error: unknown) =>
        lifecycle.log.warn(logFields(error), failed),
      );
    const acting = runWithServices(api, run, continuedTrace(trace)).finally(() => {
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
    lifecycle,
    lookEveryMs,
    () => {
      looking = look();
      return looking;
    },
    `The queue ${queue} could not be read`,
  );
  registerPoll(lifecycle, queue, lookNow);
  const leave = async () => {
    await looking.catch(() => undefined);
    await Promise.race([Promise.all(underWay.values()), pause(endWithinMs, undefined, { ref: false })]);
    for (const job of underWay.keys()) {
      lifecycle.log.warn({ queue, job: job.id }, 'A job was released at shutdown');
      // If the release fails, another process claims the job after its lease.
      await release(job).catch((error: unknown) =>
        lifecycle.log.warn(logFields(error), `A job of the queue ${queue} could not be released`),
      );
    }
  };
  let left: Promise<void> | null = null;
  // Requests finish while jobs end. The wait covers all queues together, because close hooks run one after the other.
  lifecycle.addHook('preClose', async () => {
    stop.abort();
    left = runWithServices(api, leave);
  });
  lifecycle.addHook('onClose', async () => void (await left));
}

/**
 * Runs `act` every `seconds` seconds until the API closes, in one of all processes: only one can queue the job of an interval. `failed` is the log
 * line of a failure; the next interval is the retry. The close of the API aborts the signal and waits for a running `act`. After a process was
 * killed, the next interval may start while a slow process still runs: `act` has to tolerate that. `enqueue` requests an extra run.
 */
export function scheduleJob(
  lifecycle: JobLifecycle,
  queue: string,
  seconds: number,
  act: (stopping: AbortSignal) => Promise<unknown>,
  failed: string,
): void {
  const takeTurn = async ({ id }: StoredJob<object>, stopping: AbortSignal) => {
    try {
      await act(stopping);
    } catch (error) {
      lifecycle.log.warn(logFields(error), failed);
      await failJob(queue, id);
      return;
    }
    await completeJob(queue, id);
  };
  processQueue(lifecycle, queue, 1, takeTurn, { lookEveryMs: TURNS_EVERY_MS });
  const turn = async () => {
    // While a run lasts longer than the interval, its queue must not grow.
    if ((await boss().getQueueSize(queue)) > 0) return;
    if (await boss().send(queue, {}, { singletonSeconds: seconds })) wakeWorkers(queue);
  };
  // Polls at least every minute, because a process that restarts hourly would otherwise never reach the interval.
  poll(lifecycle, Math.min(seconds, 60) * 1_000, turn, failed);
}

/** Seconds for which the oldest due job of each declared queue has waited; 0 if none is due. Without `createQueues`, of each stored queue. */
export const oldestJobAges = (): Promise<{ queue: string; seconds: number }[]> => {
  const declared = currentServices()
    .jobs.names.map((name) => `'${name}'`)
    .join(', ');
  return healthQuery(`select q.name as queue, coalesce(extract(epoch from now() - due.since), 0)::float8 as seconds from pgboss.queue q
    left join (select name, min(start_after) as since from pgboss.job where state in ('created', 'retry') and start_after <= now() group by name) due
      on due.name = q.name ${declared && `where q.name in (${declared})`}`);
};
