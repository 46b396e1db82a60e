import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { testApi } from '../../../test/test-api';
import { jobs } from '../../jobs';
import { db, getPool, transaction } from '../database/db';
import { createQueues, enqueue, listenForUrgentWork, pollEverywhere, processQueue, scheduleJob, startMaintenance } from './job-queue';
import { registerPoll } from './poll';

testApi();
const lines: string[] = [];
const create = () => Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } });

it('runs a scheduled job in one of several processes per interval, and continues after a logged failure', async () => {
  const apps = [create(), create()];
  const acts: number[] = [];
  for (const app of apps)
    scheduleJob(
      app,
      'sweeps',
      1,
      async () => {
        acts.push(performance.now());
        if (acts.length === 1) throw new Error('the first one');
      },
      'The clean-up failed',
    );
  const began = performance.now();
  while (acts.length < 4) await pause(50);
  // Intervals are whole seconds of the database's clock: the first run may start immediately.
  expect(performance.now() - began).toBeGreaterThan(2_500);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ msg: 'The clean-up failed', message: 'the first one' }),
  ]);
  await Promise.all(apps.map((app) => app.close()));
  const { rows } = await sql<{ state: string }>`select distinct state::text from pgboss.job where name = 'sweeps' order by state`.execute(
    db(),
  );
  expect(rows.map(({ state }) => state)).toEqual(expect.arrayContaining(['completed', 'failed']));
});

it('starts a job right after the transaction that queued it, and signals the end to it when the API closes', async () => {
  const app = create();
  const told: string[] = [];
  scheduleJob(
    app,
    'exports',
    3_600,
    async (stopping) => {
      told.push('begun');
      if (!stopping.aborted) await new Promise((resolve) => stopping.addEventListener('abort', resolve));
      told.push('stopped');
    },
    'It failed',
  );
  await transaction(async () => {
    await enqueue('exports', randomUUID(), {});
    await pause(200);
    expect(told).toEqual([]);
  });
  while (told.length === 0) await pause(10);
  await app.close();
  expect(told).toEqual(['begun', 'stopped']);
});

it('polls once at a time when the database is slower than the interval', async () => {
  const looks =
    "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%pgboss.job%' and datname = current_database()";
  const waiting = async () => (await getPool().query(looks)).rows.length;
  const acts: string[] = [];
  const id = randomUUID();
  await enqueue('sms', id, {});
  const app = create();
  const blocker = await getPool().connect();
  try {
    await blocker.query('begin; lock table pgboss.job in share row exclusive mode');
    processQueue(app, 'sms', 1, async (job) => void acts.push(job.id), { lookEveryMs: 1 });
    while ((await waiting()) === 0) expect(acts).toEqual([]);
    // Each of these queries takes longer than an interval.
    for (let times = 0; times < 50; times++) expect(await waiting()).toBe(1);
    await blocker.query('commit');
  } finally {
    blocker.release(true);
  }
  while (acts.length === 0) await pause(5);
  expect(acts).toEqual([id]);
  await app.close();
});

it('releases a job that does not end, so that another process can claim it immediately', async () => {
  const id = randomUUID();
  const app = create();
  let isTaken = false;
  processQueue(app, 'sms', 1, () => {
    isTaken = true;
    return new Promise(() => undefined);
  });
  await enqueue('sms', id, {});
  while (!isTaken) await pause(10);
  const began = performance.now();
  await app.close();
  // The close waits three seconds for the job, which never ends.
  expect(performance.now() - began).toBeLessThan(20_000);
  const { rows } = await sql<{ state: string }>`select state::text from pgboss.job where id = ${id}`.execute(db());
  expect(rows).toEqual([{ state: 'retry' }]);
});

it('waits for the jobs of all queues together, not for one queue after the other', async () => {
  const app = create();
  const taken = new Set<string>();
  const names = ['mail', 'sms', 'dead', 'exports'] as const;
  for (const name of names) {
    processQueue(app, name, 1, () => {
      taken.add(name);
      return new Promise(() => undefined);
    });
    await enqueue(name, randomUUID(), {});
  }
  while (taken.size < names.length) await pause(10);
  const began = performance.now();
  await app.close();
  // Separate waits would take three seconds per queue.
  expect(performance.now() - began).toBeLessThan(names.length * 3_000 - 500);
});

it('closes when a job cannot be released, and logs that', async () => {
  const app = create();
  let isTaken = false;
  const forEver = () => {
    isTaken = true;
    return new Promise<void>(() => undefined);
  };
  lines.length = 0;
  processQueue(app, 'sms', 1, forEver, { release: () => Promise.reject(new Error('The database is away')) });
  await enqueue('sms', randomUUID(), {});
  while (!isTaken) await pause(10);
  await app.close();
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ msg: 'A job of the queue sms could not be released', message: 'The database is away' }),
  );
});

it('claims the job of a killed worker again after its lease', async () => {
  const id = randomUUID();
  await enqueue('clearing', id, {});
  await sql`update pgboss.job set state = 'active', started_on = now() - interval '1 hour', retry_limit = 1 where id = ${id}`.execute(db());
  const app = create();
  await startMaintenance(app, 1);
  const state = async () =>
    (await sql<{ state: string }>`select state::text from pgboss.job where id = ${id}`.execute(db())).rows[0]?.state;
  while ((await state()) === 'active') await pause(50);
  expect(await state()).toBe('retry');
  await app.close();
}, 60_000);

it('creates the queues when several processes start at the same moment on an empty database', async () => {
  for (let round = 0; round < 5; round++) {
    await sql`drop schema pgboss cascade`.execute(db());
    await Promise.all([createQueues(jobs), createQueues(jobs), createQueues(jobs)]);
  }
  const { rows } = await sql<{ name: string }>`select name from pgboss.queue order by name`.execute(db());
  expect(rows.map(({ name }) => name)).toEqual([
    'chat-alerts',
    'clearing',
    'closing',
    'cover-alerts',
    'cover-ends',
    'dead',
    'escalations',
    'exports',
    'mail',
    'new-job-alerts',
    'reminders',
    'sms',
    'sweeps',
  ]);
});

describe('urgent work', () => {
  /** The connections that listen. */
  const listeners = async () =>
    (await getPool().query("select pid from pg_stat_activity where query = 'listen portal_urgent_work' and datname = current_database()"))
      .rows;
  async function listening() {
    const app = create();
    const runs: string[] = [];
    registerPoll(app, 'sos', () => runs.push('sos'));
    registerPoll(app, 'sms', () => runs.push('sms'));
    listenForUrgentWork(app);
    while ((await listeners()).length === 0) await pause(10);
    return { app, runs };
  }
  /** The server ends a closed connection a moment later: the next test must not take it for its own. */
  async function close({ app }: Awaited<ReturnType<typeof listening>>) {
    await app.close();
    while ((await listeners()).length > 0) await pause(10);
  }

  it('starts the named poll after the commit, and none after a rollback', async () => {
    const urgent = await listening();
    const { runs } = urgent;
    await transaction(async () => {
      await pollEverywhere('sms');
      throw new Error('Rolled back');
    }).catch(() => undefined);
    await transaction(async () => {
      await pollEverywhere('sos');
      expect(runs).toEqual([]);
    });
    while (runs.length === 0) await pause(5);
    expect(runs).toEqual(['sos']);
    await close(urgent);
  });

  it('includes an urgent job of a queue, but no other job', async () => {
    const urgent = await listening();
    const { runs } = urgent;
    await transaction(async () => {
      await enqueue('mail', randomUUID(), {});
      await enqueue('sms', randomUUID(), {}, { isUrgent: true });
    });
    // Once after the commit, and once by the notification.
    while (runs.length < 2) await pause(5);
    expect(runs).toEqual(['sms', 'sms']);
    await close(urgent);
  });

  it('is found again after a lost connection', async () => {
    const urgent = await listening();
    const { runs } = urgent;
    const before = await listeners();
    await getPool().query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [before.map(({ pid }) => pid)]);
    while (runs.length === 0) {
      await pollEverywhere('sos');
      await pause(100);
    }
    expect(await listeners()).toHaveLength(1);
    expect(await listeners()).not.toEqual(before);
    await close(urgent);
  });
});
