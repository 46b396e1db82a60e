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
/** Whoever queues a turn looks at once: what another process has queued and not done may wait. */
const TURNS_EVERY_MS = 15_000;
const KEEP_EVERY_SECONDS = 15;
const DAY_SECONDS = 86_400;
const ENDED_WITHIN_MS = 3_000;

/** What failed waits longer each time, from seconds to hours; what has failed too often goes into the queue that `deadLetter` names. */
const queues = {
  dead: { retryLimit: 100, retryDelay: 5, retryBackoff: false },
  mail: { retryLimit: 12, retryDelay: 4, retryBackoff: true, deadLetter: 'dead' },
  sms: { retryLimit: 12, retryDelay: 4, retryBackoff: true, deadLetter: 'dead' },
  // What is done again and again: the next turn is the next try.
  clearing: { retryLimit: 0 },
  closing: { retryLimit: 0 },
  escalations: { retryLimit: 0 },
  exports: { retryLimit: 0 },
  reminders: { retryLimit: 0 },
  sweeps: { retryLimit: 0 },
} as const;

export type QueueName = keyof typeof queues;

/** Whatever it does joins the transaction around it: a job is there when its act was committed, and gone with what it has changed. */
const boss = new PgBoss({ db: { executeSql: query }, schedule: false, supervise: false });

let lease = 240;

/** After so many seconds a job is taken from a worker that says nothing of it, as one that was killed: longer than any act on a job takes. */
export const leaseSeconds = (): number => lease;

/**
 * Makes the library's own tables, in their schema `pgboss`, and the queues. Call it once the database is open, before anything is queued.
 * @param expireInSeconds the lease of jobs that are queued from now on, for whoever measures how killed workers are replaced.
 */
export async function createQueues(expireInSeconds = lease): Promise<void> {
  lease = expireInSeconds;
  // What they are made of refers to each other: processes that start together would wait for one another.
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

/** Expires, archives and drops what is over, every so many seconds until the API closes; of several processes one does it at a time. */
export async function startMaintenance(app: Pick<FastifyInstance, 'addHook' | 'log'>, seconds = KEEP_EVERY_SECONDS): Promise<void> {
  const keeper = new PgBoss({
    db: { executeSql: query },
    schedule: false,
    maintenanceIntervalSeconds: seconds,
    archiveCompletedAfterSeconds: 3_600,
    deleteAfterSeconds: DAY_SECONDS,
  });
  keeper.on('error', (error) => app.log.warn(logFields(error), 'The queues could not be looked after'));
  await keeper.start();
  app.addHook('onClose', () => keeper.stop({ graceful: false }));
}

const wakeups = new Map<QueueName, () => void>();

/** Lets the workers of this process look at once, when the transaction around it has committed; those of others look every two seconds. */
const wakeWorkers = (queue: QueueName) => afterCommit(() => wakeups.get(queue)?.());

/**
 * Queues a job under an id of the caller's, in the transaction around it.
 * @throws when the queue has one of this id already.
 */
export async function enqueue(queue: QueueName, id: string, data: object, { isUrgent = false } = {}): Promise<void> {
  if (!(await boss.send(queue, data, { id, ...(isUrgent && { priority: 1 }) })))
    throw new Error(`The queue ${queue} has a job ${id} already`);
  wakeWorkers(queue);
}

/** Forgets a job, done or not, so that its id is free. */
export const dequeue = (queue: QueueName, id: string): Promise<void> => boss.deleteJob(queue, id);

/** The job is done. In the transaction around it, so that it is done when what it changed is there. */
export const completeJob = (queue: QueueName, id: string): Promise<void> => boss.complete(queue, id);

/** The job is tried again later; after its last try it is given up, and its data go into the queue of the dead. */
export const failJob = (queue: QueueName, id: string): Promise<void> => boss.fail(queue, id);

export interface Job<Data> {
  id: string;
  data: Data;
}

interface Working<Data> {
  lookEveryMs?: number;
  /** How long the end of what is under way is waited for when the API closes. */
  endWithinMs?: number;
  /** What becomes of a job that is not over soon after the API began to close; another process may take it up at once. */
  release?: (job: Job<Data>) => Promise<void>;
}

/** The library tells a failed look as an empty queue: it is told on. */
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
 * Works on a queue until the API closes, at most so many jobs at a time, and waits for those under way then, a little: then they are given back. `act` says by `completeJob` or `failed`
 * what became of its job; one that throws leaves it to be taken up again when its time is over. The library's own loop is not used: it
 * completes jobs without waiting for that, and a database that is away for a moment would end the process.
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
      app.log.warn({ queue, job: job.id }, 'A job was given back: its worker leaves');
      // One that cannot be given back is taken up when its time is over.
      await release(job).catch((error: unknown) => app.log.warn(logFields(error), `A job of the queue ${queue} could not be given back`));
    }
  };
  let left: Promise<void> | null = null;
  // Requests that are under way are answered meanwhile. All queues are waited for together: hooks of the close run one after the other.
  app.addHook('preClose', async () => {
    stop.abort();
    left = leave();
  });
  app.addHook('onClose', async () => left);
}

/**
 * Acts every so many seconds until the API closes: of all processes one at each turn, by a job that only one of them can queue. `failed` is what
 * the log says when it could not; the next turn is its next try. The API waits for an act that is under way when it closes, and tells it by the
 * signal to come to an end. What a killed process had begun is done at the next turn, perhaps while a slow one
 * is still about it: an act must bear that. `enqueue` asks for one in between.
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
  // Asked more often than it is due: the hours of a process that is restarted each hour count, too.
  poll(app as FastifyInstance, Math.min(seconds, 60) * 1_000, turn, said);
}

/** For how many seconds the oldest job of each queue has been due; none is 0. */
export async function oldestJobAges(): Promise<{ queue: string; seconds: number }[]> {
  const rows = await healthQuery<{
    queue: string;
    seconds: number;
  }>(`select name as queue, extract(epoch from now() - min(start_after))::float8 as seconds from pgboss.job
    where state in ('created', 'retry') and start_after <= now() group by name`);
  return Object.keys(queues).map((queue) => ({ queue, seconds: rows.find((row) => row.queue === queue)?.seconds ?? 0 }));
}
