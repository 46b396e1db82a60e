import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { startSmsProvider } from '../../../test/sms';
import { type MailServer, startMailServer } from '../../../test/smtp';
import { testApi } from '../../../test/test-api';
import { db } from '../database/db';
import { carryBy, queueMessage } from './message-queue';
import { sendGraceMs, startMessageJobs } from './send-message';

testApi();
let post: MailServer;
let provider: Awaited<ReturnType<typeof startSmsProvider>>;
const workers: FastifyInstance[] = [];
/** The receiver answers nothing before this was called. */
let answer: () => void = () => undefined;

/** A process that has so long to leave. */
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
  carryBy({ mode: 'test', smtpUrl: post.url, smsUrl: provider.url });
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
/** How often a worker took the job up; it is due at once. */
const takenUp = async () => {
  await sql`update pgboss.job set start_after = now() - interval '1 second' where name = 'mail' and state = 'retry'`.execute(db());
  return (await sql<{ times: number }>`select retry_count as times from pgboss.job where name = 'mail'`.execute(db())).rows[0]?.times ?? 0;
};
const mail = () => queueMessage({ channel: 'mail', to: 'ada@example.com', guardId: null, subject: 'News', body: 'Good morning.' });

it.each([
  ['in production', { noticeMs: 3_000, withinMs: 8_000 }, 4_000],
  ['where a longer leave was set', { noticeMs: 3_000, withinMs: 30_000 }, 26_000],
  ['at the keyboard', { noticeMs: 0, withinMs: 8_000 }, 7_000],
  ['where most of it is the notice', { noticeMs: 9_000, withinMs: 8_000 }, 3_000],
  ['where there is no time', { noticeMs: 0, withinMs: 500 }, 0],
])('a send is waited for as long as the process has, less what it takes to note what came of it: %s', (_where, leave, ms) => {
  expect(sendGraceMs(leave)).toBe(ms);
});

it('what is being sent when the time is over is in doubt: as long as its process lives nobody else sends it, and an answer that comes yet counts', async () => {
  const first = startWorker(1_000);
  await mail();
  while (post.tries === 0) await takenUp();
  await first.close();
  expect(await row()).toEqual({ state: 'queued', last_error: expect.stringContaining('whether it arrived is not known'), isTaken: true });
  // Seconds, of which a slow machine makes more.
  await sql`update outgoing_messages set taken_until = taken_until + interval '1 minute'`.execute(db());
  const before = await takenUp();
  startWorker(1_000);
  // Taken up twice, it was left alone once.
  while ((await takenUp()) < before + 2) expect(post.tries).toBe(1);
  answer();
  while ((await row()).state === 'queued');
  expect([post.tries, post.accepted.length, (await row()).state]).toEqual([1, 1, 'sent']);
});

it('what is in doubt and whose process is gone is sent again under the same Message-ID, by which its receiver can tell', async () => {
  const first = startWorker(1_000);
  await mail();
  while (post.tries === 0) await takenUp();
  await first.close();
  post.hold = null;
  // Its time is over.
  await sql`update outgoing_messages set taken_until = clock_timestamp()`.execute(db());
  startWorker(1_000);
  while ((await row()).state === 'queued') await takenUp();
  answer();
  while (post.accepted.length < 2) await row();
  const [one, other] = post.accepted.map(({ messageId }) => messageId);
  expect(one).toBe(other);
  expect((await row()).state).toBe('sent');
});
