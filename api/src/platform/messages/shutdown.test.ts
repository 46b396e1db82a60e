import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { startMessageJobs } from '../../../test/message-jobs';
import { setSenders } from '../../../test/services';
import { startSmsProvider } from '../../../test/sms';
import { type MailServer, startMailServer } from '../../../test/smtp';
import { testApi } from '../../../test/test-api';
import { db } from '../database/db';
import { queueMessage } from './message-queue';
import { sendGraceMs } from './send-message';

testApi();
let post: MailServer;
let provider: Awaited<ReturnType<typeof startSmsProvider>>;
const workers: FastifyInstance[] = [];
/** The receiver does not reply before this is called. */
let answer: () => void = () => undefined;

/** Starts a process with this shutdown time. */
function startWorker(withinMs: number): FastifyInstance {
  const worker = Fastify();
  startMessageJobs(worker, {
    ...{ smtpUrl: post.url, smsUrl: provider.url, mailFrom: 'guards@portal.example.com' },
    shutdown: { noticeMs: 0, withinMs },
  });
  workers.push(worker);
  return worker;
}

beforeEach(async () => {
  await sql`delete from outgoing_messages`.execute(db());
  await sql`delete from pgboss.job`.execute(db());
  post = await startMailServer();
  provider = await startSmsProvider();
  setSenders({ mode: 'test', smtpUrl: post.url, smsUrl: provider.url });
  post.hold = new Promise<void>((resolve) => {
    answer = resolve;
  });
});
afterEach(async () => {
  answer();
  await Promise.all(workers.splice(0).map((worker) => worker.close()));
  await post.stop();
  await provider.stop();
});

interface Row {
  state: string;
  last_error: string | null;
  isTaken: boolean;
}
const row = async () =>
  (
    await sql<Row>`select state, last_error, coalesce(taken_until > clock_timestamp(), false) as "isTaken" from outgoing_messages`.execute(
      db(),
    )
  ).rows[0] as Row;
/** Makes the job due and returns how often a worker has claimed it. */
const takenUp = async () => {
  await sql`update pgboss.job set start_after = now() - interval '1 second' where name = 'mail' and state = 'retry'`.execute(db());
  return (await sql<{ times: number }>`select retry_count as times from pgboss.job where name = 'mail'`.execute(db())).rows[0]?.times ?? 0;
};
const mail = () => queueMessage({ channel: 'mail', to: 'ada@example.com', guardId: null, subject: 'News', body: 'Good morning.' });

it.each([
  ['in production', { noticeMs: 3_000, withinMs: 8_000 }, 4_000],
  ['with a longer shutdown time', { noticeMs: 3_000, withinMs: 30_000 }, 26_000],
  ['on a developer’s machine', { noticeMs: 0, withinMs: 8_000 }, 7_000],
  ['when the notice takes most of it', { noticeMs: 9_000, withinMs: 8_000 }, 3_000],
  ['without time', { noticeMs: 0, withinMs: 500 }, 0],
])('waits for a send until the shutdown time ends, minus the time to record the result: %s', (_where, leave, ms) => {
  expect(sendGraceMs(leave)).toBe(ms);
});

it('marks a message uncertain at shutdown: no other process sends it while this one runs, and a late reply still counts', async () => {
  const first = startWorker(1_000);
  await mail();
  while (post.tries === 0) await takenUp();
  await first.close();
  expect(await row()).toEqual({ state: 'queued', last_error: expect.stringContaining('whether it arrived is not known'), isTaken: true });
  // The lease is seconds long, too short on a slow machine.
  await sql`update outgoing_messages set taken_until = taken_until + interval '1 minute'`.execute(db());
  const before = await takenUp();
  startWorker(1_000);
  // A worker that claims the job twice has skipped the message once.
  while ((await takenUp()) < before + 2) expect(post.tries).toBe(1);
  answer();
  while ((await row()).state === 'queued');
  expect([post.tries, post.accepted.length, (await row()).state]).toEqual([1, 1, 'sent']);
});

it('sends an uncertain message of an ended process again under the same Message-ID, by which the receiver can recognise it', async () => {
  const first = startWorker(1_000);
  await mail();
  while (post.tries === 0) await takenUp();
  await first.close();
  post.hold = null;
  // The lease has expired.
  await sql`update outgoing_messages set taken_until = clock_timestamp()`.execute(db());
  startWorker(1_000);
  while ((await row()).state === 'queued') await takenUp();
  answer();
  while (post.accepted.length < 2) await row();
  const [one, other] = post.accepted.map(({ messageId }) => messageId);
  expect(one).toBe(other);
  expect((await row()).state).toBe('sent');
});
