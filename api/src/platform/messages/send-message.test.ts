import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { startMessageJobs } from '../../../test/message-jobs';
import { setSenders } from '../../../test/services';
import { startSmsProvider } from '../../../test/sms';
import { type MailServer, startMailServer } from '../../../test/smtp';
import { testApi } from '../../../test/test-api';
import { deleteExpiredRows } from '../../jobs/clean-up.job';
import { db, transaction } from '../database/db';
import { failJob } from '../queue/job-queue';
import { queueMessage, requeueMessage } from './message-queue';

const api = testApi();
let post: MailServer;
let provider: Awaited<ReturnType<typeof startSmsProvider>>;
let worker: FastifyInstance;
const lines: string[] = [];

beforeEach(async () => {
  await sql`delete from outgoing_messages`.execute(db());
  post = await startMailServer();
  provider = await startSmsProvider();
  lines.length = 0;
  worker = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } });
  setSenders({ mode: 'test', smtpUrl: post.url, smsUrl: provider.url });
  startMessageJobs(worker, { smtpUrl: post.url, smsUrl: provider.url, mailFrom: 'Guards <guards@portal.example.com>' });
});
afterEach(async () => {
  await worker.close();
  await post.stop();
  await provider.stop();
});

interface Row {
  id: string;
  recipient: string;
  state: string;
  body: string;
  tries: number;
  last_error: string | null;
}

const rows = async () =>
  (await sql<Row>`select id, recipient, state, body, tries, last_error from outgoing_messages order by recipient`.execute(db())).rows;
/** Makes waiting retries due now. */
const hasten = () => sql`update pgboss.job set start_after = now() - interval '1 second' where state = 'retry'`.execute(db());

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('It did not come to pass');
    await hasten();
    await pause(50);
  }
}
const settled = async () => (await rows()).every(({ state }) => state === 'sent' || state === 'dead');
const mail = (to: string, body = 'Good morning.') => queueMessage({ channel: 'mail', to, guardId: null, subject: 'News', body });

it('sends a mail and a text message after the commit of the transaction that queued them', async () => {
  await transaction(async () => {
    await mail('ada@example.com');
    await queueMessage({ channel: 'sms', to: '4165550100', guardId: null, subject: '', body: 'Your shift begins.' });
    await pause(300);
    expect([post.tries, provider.sent.length]).toEqual([0, 0]);
  });
  await until(settled);
  const [text, letter] = await rows();
  expect(post.accepted).toEqual([{ messageId: `<${letter?.id}@portal.example.com>`, to: 'ada@example.com', text: expect.any(String) }]);
  expect(post.accepted[0]?.text).toMatch(
    /^From: Guards <guards@portal\.example\.com>\r\n[\s\S]*^Subject: News\r\n[\s\S]*Good morning\.\s*$/m,
  );
  expect(provider.sent).toEqual([{ id: text?.id, to: '+14165550100', text: 'Your shift begins.' }]);
});

it('does not send a message of a transaction that rolled back', async () => {
  const failing = transaction(async () => {
    await mail('never@example.com');
    throw new Error('taken back');
  });
  await expect(failing).rejects.toThrow('taken back');
  await mail('ada@example.com');
  await until(settled);
  expect(post.accepted.map(({ to }) => to)).toEqual(['ada@example.com']);
});

it('erases only the body of a secret message after it was sent', async () => {
  await queueMessage({
    channel: 'mail',
    to: 'code@example.com',
    guardId: null,
    subject: 'Your code',
    body: 'It is QZ7K1M.',
    isSecret: true,
  });
  await mail('plain@example.com');
  await until(settled);
  expect(post.accepted.map(({ text }) => text).join()).toContain('QZ7K1M');
  expect((await rows()).map(({ body }) => body)).toEqual(['', 'Good morning.']);
  const { rows: jobs } = await sql`select from pgboss.job where data::text like '%QZ7K1M%' or output::text like '%QZ7K1M%'`.execute(db());
  expect(jobs).toEqual([]);
});

it('retries a failed message under the same Message-ID', async () => {
  post.answer = () => (post.tries < 3 ? 451 : 'accept');
  provider.answers.push(503);
  await mail('ada@example.com');
  await queueMessage({ channel: 'sms', to: '+14165550100', guardId: null, subject: '', body: 'Hello.' });
  await until(settled);
  expect((await rows()).map(({ state, tries }) => [state, tries])).toEqual([
    ['sent', 2],
    ['sent', 3],
  ]);
  expect([post.accepted.length, provider.sent.length]).toEqual([1, 1]);
});

it('increases the delay before each retry', async () => {
  post.answer = () => 451;
  await mail('ada@example.com');
  const pauses: number[] = [];
  for (let tries = 1; tries <= 3; tries++) {
    const waiting = async () =>
      (
        await sql<{ s: number }>`select extract(epoch from start_after - now())::float8 as s from pgboss.job
          where state = 'retry' and retry_count = ${tries - 1} and id = (select id from outgoing_messages)`.execute(db())
      ).rows[0]?.s;
    for (;;) {
      const s = await waiting();
      if (s !== undefined) {
        pauses.push(s);
        break;
      }
      await pause(20);
    }
    await hasten();
  }
  expect(pauses[0]).toBeGreaterThan(2);
  expect(pauses[2]).toBeGreaterThan(pauses[0] as number);
});

it('gives up immediately on a permanent error, otherwise after the last retry, and stores the error for staff', async () => {
  post.answer = ({ to }) => (to === 'nobody@example.com' ? { recipient: 550 } : to === 'down@example.com' ? 451 : 'accept');
  await mail('nobody@example.com');
  await transaction(async () => {
    await queueMessage({
      channel: 'mail',
      to: 'down@example.com',
      guardId: null,
      subject: 'Your code',
      body: 'It is QZ7K1M.',
      isSecret: true,
    });
    await sql`update pgboss.job set retry_limit = 2 where state = 'created'`.execute(db());
  });
  await until(settled);
  const [down, nobody] = await rows();
  expect(down).toMatchObject({ state: 'dead', tries: 3, body: '', last_error: expect.stringContaining('451') });
  expect(nobody).toMatchObject({ state: 'dead', tries: 1, last_error: expect.stringContaining('550') });
  expect(lines.join()).toContain('A message was given up');
  expect(lines.join()).not.toMatch(/nobody@|down@|QZ7K1M/);
});

it('keeps a message that staff requeued although its old job has failed, and gives it up when the new job fails, too', async () => {
  await worker.close();
  post.answer = () => 451;
  await queueMessage({
    channel: 'mail',
    to: 'ada@example.com',
    guardId: null,
    subject: 'Your code',
    body: 'It is QZ7K1M.',
    isSecret: true,
  });
  const { id } = (await rows())[0] as Row;
  /** The state after the last retry: the queue has given the job up, and no job has recorded that yet. */
  const runOut = async () => {
    await sql`update pgboss.job set retry_limit = 0 where id = ${id}`.execute(db());
    await failJob('mail', id);
  };
  const isBuried = async () => {
    const job = sql`select from pgboss.job where name = 'dead' and state = 'completed' and data->>'message' = ${id}`;
    return (await job.execute(db())).rows.length === 1;
  };
  await runOut();
  await transaction(() => requeueMessage(id, 'mail'));
  worker = Fastify();
  startMessageJobs(worker, { smtpUrl: post.url, smsUrl: null, mailFrom: 'guards@portal.example.com' });
  await until(isBuried);
  expect(await rows()).toMatchObject([{ state: 'queued', body: 'It is QZ7K1M.' }]);
  await transaction(() => requeueMessage(id, 'mail'));
  await sql`update pgboss.job set retry_limit = 0 where id = ${id}`.execute(db());
  await until(settled);
  expect(await rows()).toMatchObject([{ state: 'dead', body: '' }]);
});

it('sends a message again with the same Message-ID when the server accepted it without a reply', async () => {
  post.answer = () => (post.tries === 1 ? 'accept and vanish' : 'accept');
  await mail('ada@example.com');
  await until(settled);
  const ids = post.accepted.map(({ messageId }) => messageId);
  expect(ids).toEqual([ids[0], ids[0]]);
});

it('is sent by one worker at a time, even if the queue hands its job out twice', async () => {
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const second = Fastify();
  startMessageJobs(second, { smtpUrl: post.url, smsUrl: null, mailFrom: 'guards@portal.example.com' });
  post.hold = held;
  await mail('ada@example.com');
  await until(() => post.tries === 1);
  // As if the lease of a slow worker had expired.
  await sql`update pgboss.job set state = 'retry', start_after = now() - interval '1 second' where name = 'mail' and state = 'active'`.execute(
    db(),
  );
  await pause(2_500);
  expect(post.tries).toBe(1);
  go();
  await until(settled);
  expect(post.accepted).toHaveLength(1);
  await second.close();
});

it('waits at the close for a message in progress', async () => {
  let go: () => void = () => undefined;
  post.hold = new Promise<void>((resolve) => {
    go = resolve;
  });
  await mail('ada@example.com');
  await until(() => post.tries === 1);
  const closing = worker.close();
  await pause(200);
  go();
  await closing;
  expect((await rows()).map(({ state }) => state)).toEqual(['sent']);
});

it('deletes sent messages after 30 days and dead messages after 90, and keeps queued messages', async () => {
  post.answer = ({ to }) => (to === 'dead@example.com' ? { recipient: 550 } : to === 'waits@example.com' ? 451 : 'accept');
  for (const to of ['dead@example.com', 'sent@example.com', 'waits@example.com']) await mail(to);
  await until(async () => (await rows()).filter(({ state }) => state !== 'queued').length === 2 && post.tries > 3);
  const left = async () => (await rows()).map(({ recipient }) => recipient.split('@')[0]);
  api.clock.advance({ days: 29 });
  await deleteExpiredRows();
  expect(await left()).toEqual(['dead', 'sent', 'waits']);
  api.clock.advance({ days: 2 });
  await deleteExpiredRows();
  expect(await left()).toEqual(['dead', 'waits']);
  api.clock.advance({ days: 60 });
  await deleteExpiredRows();
  expect(await left()).toEqual(['waits']);
});
