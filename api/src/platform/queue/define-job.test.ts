import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { object, string } from 'yup';
import { testApi } from '../../../test/test-api';
import { jobs } from '../../jobs';
import { db } from '../database/db';
import { defineJob, noPayload } from './define-job';
import { completeJob, createQueues, enqueue, failJob } from './job-queue';
import { pollNow } from './poll';

testApi();
const lines: string[] = [];
const create = () => Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } });
const settings = { smtpUrl: null, smsUrl: null, mailFrom: 'guards@portal.example.com' };
const until = async (isSo: () => boolean) => {
  while (!isSo()) await pause(10);
};

const enqueued = (queue: string, limit: number) => {
  const retries = { limit, delaySeconds: 0, isBackoff: false };
  const payload = object({ text: string().required() });
  return {
    name: 'print',
    does: 'Prints.',
    payload,
    schedule: { on: 'enqueue', queue, atOnce: 1 },
    retries,
    failed: 'It could not be printed',
  } as const;
};

it('runs an enqueued job with its payload, retries it, and gives its payload to the next job after the last retry', async () => {
  const runs: string[] = [];
  const bury = defineJob({
    ...enqueued('buried', 0),
    name: 'bury',
    onGivenUp: 'Nothing.',
    run: async ({ id, payload }) => {
      runs.push(`gives up ${payload.text}`);
      await completeJob('buried', id);
    },
  });
  const print = defineJob({
    ...enqueued('printed', 1),
    onGivenUp: bury,
    run: async ({ id, payload }) => {
      runs.push(payload.text);
      await failJob('printed', id);
    },
  });
  await createQueues([print, bury]);
  const app = create();
  for (const job of [print, bury]) job.start(app, settings);
  await enqueue('printed', randomUUID(), { text: 'hello' });
  await until(() => runs.length === 3);
  await app.close();
  expect(runs).toEqual(['hello', 'hello', 'gives up hello']);
});

it('fails a job with an invalid payload, logs that, and does not run it', async () => {
  const runs: string[] = [];
  const print = defineJob({
    ...enqueued('checked', 0),
    onGivenUp: 'Nothing.',
    run: async ({ payload }) => runs.push(payload.text),
  });
  await createQueues([print]);
  const app = create();
  lines.length = 0;
  print.start(app, settings);
  const id = randomUUID();
  await enqueue('checked', id, { text: 7 });
  await until(() => lines.length > 0);
  await app.close();
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'The payload of a job is invalid', queue: 'checked', job: id });
  const { rows } = await sql<{ state: string }>`select state::text from pgboss.job where id = ${id}`.execute(db());
  expect([rows, runs]).toEqual([[{ state: 'failed' }], []]);
});

it('does not run a job in a process without its setting', async () => {
  let runs = 0;
  const retries = 'the next run';
  const poll = (connect: () => object | null) =>
    defineJob({
      name: 'look',
      does: 'Looks.',
      payload: noPayload,
      schedule: { on: 'poll', seconds: 3_600, in: 'each worker', because: 'It is a test.' },
      retries,
      onGivenUp: 'Nothing.',
      failed: 'It failed',
      connect,
      run: async () => runs++,
    });
  const app = create();
  poll(() => null).start(app, settings);
  pollNow('look');
  expect(runs).toBe(0);
  poll(() => ({})).start(app, settings);
  pollNow('look');
  expect(runs).toBe(1);
  await app.close();
});

it('each declared job has a unique name and a unique queue', () => {
  const names = jobs.map(({ name }) => name);
  const queues = jobs.flatMap(({ schedule }) => (schedule.on === 'poll' ? [] : schedule.queue));
  expect([new Set(names).size, new Set(queues).size]).toEqual([names.length, queues.length]);
});
