import { setTimeout as pause } from 'node:timers/promises';
import { deliveryMessages, listDeliveries, retryDead, retryDelivery } from '@portal/contracts/deliveries/deliveries.staff';
import { acknowledgeSos } from '@portal/contracts/shifts/shifts.staff';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { startMessageJobs } from '../../../test/message-jobs';
import { setSenders } from '../../../test/services';
import { createWorkerAt } from '../../../test/shifts';
import { type MailServer, startMailServer } from '../../../test/smtp';
import { testApi } from '../../../test/test-api';
import { db, transaction } from '../../platform/database/db';
import { agesQuery, oldestUndelivered, queueMessage, undeliveredCounts } from '../../platform/messages/message-queue';

const api = testApi();
let post: MailServer;
let worker: FastifyInstance;

beforeEach(async () => {
  await sql`delete from outgoing_messages`.execute(db());
  post = await startMailServer();
  worker = Fastify();
  setSenders({ mode: 'test', smtpUrl: post.url, smsUrl: null });
  startMessageJobs(worker, { smtpUrl: post.url, smsUrl: null, mailFrom: 'guards@portal.example.com' });
});
afterEach(async () => {
  await worker.close();
  await post.stop();
});

const mail = (to: string, isSecret = false) =>
  queueMessage({ channel: 'mail', to, guardId: null, subject: 'News', body: 'Good morning.', isSecret });
const listed = async (state?: 'queued' | 'failed' | 'dead') => (await api.call(listDeliveries, state ? { state } : {})).data;
const EVER = '2000-01-01T00:00:00.000Z';
const again = async (extra = {}) => (await api.call(retryDead, { channel: 'mail', since: EVER, ...extra })).data;
/** As after the last failed attempt, hours later. */
const giveUp = () =>
  sql`update outgoing_messages set state = 'dead', settled_at = coalesce(settled_at, ${api.clock.now().toISOString()}), refusal_code = null,
    body = case when is_secret and about is null then '' else body end where state in ('queued', 'dead')`.execute(db());
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + 20_000; !(await isSo()); await pause(50))
    if (performance.now() > deadline) throw new Error('It did not come to pass');
}

it('lists failed and dead messages with the reason and without their text; sent messages are not listed', async () => {
  post.answer = ({ to }) => (to === 'gone@example.com' ? { recipient: 550 } : to === 'full@example.com' ? 452 : 'accept');
  for (const to of ['gone@example.com', 'full@example.com', 'ada@example.com']) await mail(to);
  await until(async () => post.accepted.length === 1 && (await listed()).length === 2 && (await listed('failed')).length === 1);
  expect(await listed('dead')).toEqual([
    {
      ...{ id: expect.any(String), state: 'dead', channel: 'mail', to: 'gone@example.com', subject: 'News', tries: 1 },
      ...{ lastError: expect.stringContaining('550'), triedAt: api.clock.now().toISOString(), createdAt: api.clock.now().toISOString() },
    },
  ]);
  expect(await listed('failed')).toMatchObject([{ to: 'full@example.com', lastError: expect.stringContaining('452') }]);
  expect(await listed('queued')).toEqual([]);
});

it('retries one message immediately: a dead one after its cause was fixed, and a failed one before its time', async () => {
  post.answer = ({ to }) => (to === 'gone@example.com' ? { recipient: 550 } : 452);
  for (const to of ['gone@example.com', 'full@example.com']) await mail(to);
  await until(async () => (await listed('dead')).length === 1 && (await listed('failed')).length === 1);
  const waiting = await listed();
  await until(async () => (await sql`select from outgoing_messages where taken_until is not null`.execute(db())).rows.length === 0);
  post.answer = () => 'accept';
  for (const { id } of waiting) expect((await api.call(retryDelivery, { id })).code).toBe(200);
  await until(async () => (await listed()).length === 0);
  expect(post.accepted.map(({ to }) => to).sort()).toEqual(['full@example.com', 'gone@example.com']);
  const [{ id } = { id: '' }] = waiting;
  expect(await api.call(retryDelivery, { id })).toMatchObject({ code: 404, message: deliveryMessages.unknown });
});

it('an outage shows in the age of the oldest message, also when each try postpones its job, and in the numbers of failed and dead messages', async () => {
  post.answer = ({ to }) => (to === 'gone@example.com' ? { recipient: 550 } : 452);
  for (const to of ['gone@example.com', 'full@example.com']) await mail(to);
  await until(async () => (await listed('dead')).length === 1 && (await listed('failed')).length === 1);
  api.clock.advance({ seconds: 90 });
  expect(await undeliveredCounts()).toEqual([
    { channel: 'mail', failed: 1, dead: 1 },
    { channel: 'sms', failed: 0, dead: 0 },
  ]);
  expect(await oldestUndelivered()).toEqual([
    { channel: 'mail', seconds: 90 },
    { channel: 'sms', seconds: 0 },
  ]);
});

it('counts the age of a retried message from the request to retry it, not from its first time', async () => {
  await worker.close();
  await mail('ada@example.com');
  await giveUp();
  api.clock.advance({ days: 30 });
  await again();
  api.clock.advance({ seconds: 5 });
  expect(await oldestUndelivered()).toMatchObject([{ channel: 'mail', seconds: 5 }, { channel: 'sms' }]);
});

it('finds the oldest waiting message by an index, however many wait', async () => {
  const { rows } = await transaction(async () => {
    await sql`set local enable_seqscan = off`.execute(db());
    return sql`explain ${sql.raw(agesQuery())}`.execute(db());
  });
  expect(JSON.stringify(rows)).toContain('outgoing_messages_waiting');
});

it('retries all dead messages of a channel in batches, except erased ones', async () => {
  post.answer = () => ({ recipient: 550 });
  await Promise.all(Array.from({ length: 101 }, (_, one) => mail(`guard${one}@example.com`)));
  await mail('code@example.com', true);
  await until(async () => (await listed('dead')).length === 102);
  await giveUp();
  api.clock.advance({ seconds: 1 });
  post.answer = () => 'accept';
  const before = api.clock.now().toISOString();
  expect([await again(), await again(), await again()]).toEqual([
    { retried: 100, left: 1, before },
    { retried: 1, left: 0, before },
    { retried: 0, left: 0, before },
  ]);
  await until(async () => post.accepted.length === 101);
  await until(async () => (await listed()).length === 1);
  expect((await listed()).map(({ to }) => to)).toEqual(['code@example.com']);
});

it('retries the messages that died since an instant: no older ones, and none that was refused permanently', async () => {
  post.answer = ({ to }) => (to === 'gone@example.com' ? { recipient: 550 } : 452);
  await worker.close();
  await mail('old@example.com');
  await giveUp();
  api.clock.advance({ days: 1 });
  const since = api.clock.now().toISOString();
  await mail('new@example.com');
  await sql`update outgoing_messages set state = 'dead', settled_at = ${since} where recipient = 'new@example.com'`.execute(db());
  worker = Fastify();
  startMessageJobs(worker, { smtpUrl: post.url, smsUrl: null, mailFrom: 'guards@portal.example.com' });
  await mail('gone@example.com');
  await until(async () => (await listed('dead')).length === 3);
  api.clock.advance({ seconds: 1 });
  expect(await again({ since })).toMatchObject({ retried: 1, left: 0 });
  expect((await listed('dead')).map(({ to }) => to).sort()).toEqual(['gone@example.com', 'old@example.com']);
  expect(await api.call(retryDead, { channel: 'mail' } as never)).toMatchObject({ code: 400, errors: { since: expect.any(String) } });
});

it('clears the permanent refusal of a message when staff retry it', async () => {
  post.answer = () => ({ recipient: 550 });
  await mail('gone@example.com');
  await until(async () => (await listed('dead')).length === 1);
  post.answer = () => 452;
  const [{ id } = { id: '' }] = await listed();
  await api.call(retryDelivery, { id });
  await until(async () => (await listed('failed')).length === 1 && post.tries === 2);
  const { rows } = await sql`select refusal_code from outgoing_messages`.execute(db());
  expect(rows).toEqual([{ refusal_code: null }]);
});

it('ends while the provider refuses: messages that are dead again after the first batch are left', async () => {
  await worker.close();
  await Promise.all(Array.from({ length: 101 }, (_, one) => mail(`guard${one}@example.com`)));
  await giveUp();
  api.clock.advance({ seconds: 1 });
  const first = await again();
  expect(first).toMatchObject({ retried: 100, left: 1 });
  await giveUp();
  expect(await again({ before: first.before })).toMatchObject({ retried: 1, left: 0 });
  await giveUp();
  expect(await again({ before: first.before })).toMatchObject({ retried: 0, left: 0 });
});

it('does not retry the SMS of an SOS that is over', async () => {
  await worker.close();
  const { me } = await createWorkerAt(api, '2027-03-10T12:00:00.000Z');
  await me.start();
  const { data } = await me.sos();
  const sosId = data?.sosId ?? '';
  const calls = async () => (await listed('dead')).filter(({ subject }) => subject.startsWith('SOS: ')).length;
  const revived = async () => {
    await giveUp();
    api.clock.advance({ seconds: 1 });
    const were = await calls();
    await again();
    return were - (await calls());
  };
  expect(await revived()).toBe(1);
  await api.call(acknowledgeSos, { sosId });
  expect(await revived()).toBe(0);
  await sql`update sos_alerts set acknowledged_at = null, ended_at = ${api.clock.now().toISOString()} where id = ${sosId}`.execute(db());
  expect(await revived()).toBe(0);
});

it('sends new messages before messages retried in bulk, but after a single message that staff retry', async () => {
  await worker.close();
  for (const to of ['one@example.com', 'bulk@example.com']) await mail(to);
  await giveUp();
  const [one] = (await listed()).filter(({ to }) => to === 'one@example.com');
  await api.call(retryDelivery, { id: one?.id ?? '' });
  api.clock.advance({ seconds: 1 });
  await again();
  const { rows } = await sql`select m.recipient as "to", j.priority from outgoing_messages m join pgboss.job j on j.id = m.id
    order by m.recipient`.execute(db());
  expect(rows).toEqual([
    { to: 'bulk@example.com', priority: 0 },
    { to: 'one@example.com', priority: 1 },
  ]);
});

it('lists the messages older than the last one of a page', async () => {
  post.answer = () => ({ recipient: 550 });
  for (const to of ['first@example.com', 'second@example.com']) {
    await mail(to);
    api.clock.advance({ minutes: 1 });
  }
  await until(async () => (await listed('dead')).length === 2);
  const [latest] = await listed('dead');
  expect((await api.call(listDeliveries, { before: latest?.createdAt ?? '' })).data.map(({ to }) => to)).toEqual(['first@example.com']);
});

it('skips none between pages: messages of the same instant as the last one of a page are on that page', async () => {
  await worker.close();
  for (let one = 0; one < 3; one++) await mail('early@example.com');
  api.clock.advance({ seconds: 1 });
  for (let one = 0; one < 199; one++) await mail('late@example.com');
  api.clock.advance({ seconds: -2 });
  await mail('first@example.com');
  const page = await listed();
  expect(page).toHaveLength(202);
  const next = (await api.call(listDeliveries, { before: page.at(-1)?.createdAt ?? '' })).data;
  expect(next.map(({ to }) => to)).toEqual(['first@example.com']);
});

it('does not send a message twice while an attempt is under way, nor one whose code was erased', async () => {
  let go: () => void = () => undefined;
  post.hold = new Promise<void>((resolve) => {
    go = resolve;
  });
  await mail('ada@example.com');
  await until(async () => post.tries === 1);
  const [{ id } = { id: '' }] = await listed();
  expect(await api.call(retryDelivery, { id })).toMatchObject({ code: 409, message: deliveryMessages.beingSent });
  go();
  await until(async () => post.accepted.length === 1);
  post.answer = () => ({ recipient: 550 });
  await mail('code@example.com', true);
  await until(async () => (await listed('dead')).length === 1);
  const [dead] = await listed('dead');
  expect(await api.call(retryDelivery, { id: dead?.id as string })).toMatchObject({ code: 409, message: deliveryMessages.erased });
});
