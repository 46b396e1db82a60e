import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { startMessageJobs } from '../../../test/message-jobs';
import { setSenders } from '../../../test/services';
import { startSmsProvider } from '../../../test/sms';
import { type MailServer, startMailServer } from '../../../test/smtp';
import { testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';
import { queueMessage } from '../../platform/messages/message-queue';

testApi();
let post: MailServer;
let provider: Awaited<ReturnType<typeof startSmsProvider>>;
let worker: FastifyInstance;

const startWorker = (smtpUrl: string) => {
  worker = Fastify();
  setSenders({ mode: 'test', smtpUrl, smsUrl: provider.url });
  startMessageJobs(worker, { smtpUrl, smsUrl: provider.url, mailFrom: 'guards@portal.example.com' });
};

beforeEach(async () => {
  await sql`delete from outgoing_messages`.execute(db());
  [post, provider] = await Promise.all([startMailServer(), startSmsProvider()]);
  startWorker(post.url);
});
afterEach(async () => {
  await worker.close();
  await Promise.all([post.stop(), provider.stop()]);
});

interface Row {
  recipient: string;
  state: string;
  body: string;
  tries: number;
  last_error: string | null;
}

const rows = async () =>
  (await sql<Row>`select recipient, state, body, tries, last_error from outgoing_messages order by recipient`.execute(db())).rows;
const mail = (to: string) => queueMessage({ channel: 'mail', to, guardId: null, subject: 'News', body: 'Good morning.' });
const settled = async () => (await rows()).every(({ state }) => state === 'sent' || state === 'dead');

/** Waits for a condition, and makes retries due immediately. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + 20_000; !(await isSo()); await pause(50)) {
    if (performance.now() > deadline) throw new Error('The condition was not met within 20 s');
    await sql`update pgboss.job set start_after = now() - interval '1 second' where state = 'retry'`.execute(db());
  }
}

it('retries a text message when the answer is an error of the gateway, also a 4xx without a code of the provider', async () => {
  provider.answers.push(404, { status: 404, body: { code: 'not_found' } }, { status: 422, body: { code: 'recipient_refused', extra: 1 } });
  const text = (to: string) => queueMessage({ channel: 'sms', to, guardId: null, subject: '', body: 'Hello.' });
  await text('4165550101');
  await until(settled);
  expect(await rows()).toMatchObject([
    { recipient: '4165550101', state: 'dead', tries: 3, last_error: expect.stringContaining('recipient_refused') },
  ]);
});

it('retries a mail when the refusal is not about its recipient', async () => {
  post.answer = ({ to }) =>
    to === 'gone@example.com' ? { recipient: 550 } : post.tries > 4 ? 'accept' : to === 'spam@example.com' ? 554 : { recipient: 554 };
  for (const to of ['gone@example.com', 'relay@example.com', 'spam@example.com']) await mail(to);
  await until(settled);
  expect((await rows()).map(({ state }) => state)).toEqual(['dead', 'sent', 'sent']);
});

it('delivers no mail without TLS to an address that is not loopback, and keeps it queued', async () => {
  await worker.close();
  // The unspecified address reaches the same server, and is not a loopback address.
  startWorker(`${post.url.replace('127.0.0.1', '0.0.0.0')}?requireTLS=false&ignoreTLS=true`);
  await mail('ada@example.com');
  await until(async () => (await rows()).some(({ tries, last_error }) => tries >= 2 && last_error !== null));
  expect([post.tries, post.accepted.length]).toEqual([0, 0]);
  expect(await rows()).toMatchObject([{ state: 'queued', body: 'Good morning.', last_error: expect.stringContaining('STARTTLS') }]);
});

it('delivers a mail over STARTTLS to an address that is not loopback', async () => {
  const secure = await startMailServer({ isSecure: true });
  await worker.close();
  startWorker(`${secure.url.replace('127.0.0.1', '0.0.0.0')}?tls.rejectUnauthorized=false`);
  await mail('ada@example.com');
  await until(settled);
  expect(secure.accepted.map(({ to, isEncrypted }) => [to, isEncrypted])).toEqual([['ada@example.com', true]]);
  await worker.close();
  await secure.stop();
});
