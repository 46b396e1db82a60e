import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { login, logout, session } from '@portal/contracts/auth/auth.endpoints';
import { searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { acknowledgeSos } from '@portal/contracts/shifts/shifts.staff';
import { Server } from 'socket.io';
import { mediaFolder } from '../../../test/files';
import { createWorkerAt } from '../../../test/shifts';
import { emit, openSocket } from '../../../test/socket';
import { testApi } from '../../../test/test-api';
import { getPool } from '../database/db';
import { attachClusterAdapter } from '../live/cluster-adapter';
import type { RedisStream } from '../live/redis-transport';
import { enqueue } from '../queue/job-queue';

const lines: Record<string, unknown>[] = [];
const api = testApi({
  env: { staffPort: 0, logLevel: 'info' },
  log: { write: (line) => void lines.push(JSON.parse(line)) },
});
beforeEach(() => {
  lines.length = 0;
});

const OURS = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
const metrics = async () => (await fetch(`${api.staffUrl}/metrics`)).text();

describe('every line of the log', () => {
  it('contains the trace id of the caller with a new span id', async () => {
    const trace = 'ab'.repeat(16);
    await api.request('/v1/nothing', { headers: { traceparent: `00-${trace}-${'cd'.repeat(8)}-01` } });
    expect(lines).toEqual([expect.objectContaining({ status: 404, traceparent: expect.stringMatching(OURS) })]);
    expect(lines[0]?.traceparent).toMatch(new RegExp(`^00-${trace}-(?!cdcdcdcdcdcdcdcd)`));
  });

  it.each([undefined, 'nonsense', `00-${'0'.repeat(32)}-${'cd'.repeat(8)}-01`, `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01\n`])(
    'contains a new trace id when the caller sends no valid one: %j',
    async (traceparent) => {
      const guard = await api.guard();
      lines.length = 0;
      const socket = await openSocket(api.url, { token: guard.token });
      await emit(socket, 'get_rooms', { traceparent });
      socket.close();
      await fetch(`${api.url}/v1/nothing`, { headers: traceparent && !traceparent.includes('\n') ? { traceparent } : {} });
      expect(lines).toHaveLength(2);
      for (const line of lines) expect(line.traceparent).toMatch(OURS);
      expect(lines[0]?.traceparent).not.toBe(lines[1]?.traceparent);
    },
  );
});

it('logs the time of each line in UTC, as milliseconds since 1970', async () => {
  const before = Date.now();
  await api.request('/v1/nothing');
  const times = lines.map(({ time }) => Number(time));
  expect(times).toHaveLength(1);
  for (const time of times) expect(time >= before && time <= Date.now()).toBe(true);
});

describe('a security event', () => {
  it('identifies its subject by an id alone', async () => {
    const guard = await api.guard();
    const newcomer = await api.guard({ step: 'registration' });
    lines.length = 0;
    await api.call(searchJobs, {} as never, { token: newcomer.token });
    await api.call(listNotifications, {}, { token: 'made-up' });
    await api.call(logout, {}, { token: guard.token });
    const events = lines.filter(({ security }) => security).map(({ security, principal, level }) => ({ security, principal, level }));
    expect(events).toEqual([
      { security: 'forbidden', principal: `guard:${newcomer.id}`, level: 40 },
      { security: 'unauthenticated', principal: 'nobody', level: 40 },
      { security: 'session ended', principal: `guard:${guard.id}`, level: 40 },
    ]);
  });

  it('is logged for an opened session, for failed log-ins and for an exceeded rate limit', async () => {
    const guard = await api.guard();
    const logIn = (password: string) =>
      api.call(login, { deviceToken: 'web', deviceId: 'web', deviceType: 3, email: guard.email, password });
    lines.length = 0;
    await logIn(guard.password);
    for (let time = 0; time < 11; time++) await logIn('Wrong-one-1');
    const events = lines.filter(({ security }) => security).map(({ security, principal }) => `${security} ${principal}`);
    expect(events).toEqual([`session opened guard:${guard.id}`, ...Array(10).fill('unauthenticated nobody'), 'limited nobody']);
  });
});

describe('/metrics', () => {
  it('is served only on the staff listener', async () => {
    expect((await api.request('/metrics')).status).toBe(404);
    expect(await metrics()).toContain('process_resident_memory_bytes');
  });

  it('shows latency by endpoint, never by address', async () => {
    await api.call(session, {}, { token: (await api.guard()).token });
    expect(await metrics()).toMatch(/portal_reply_seconds_count\{method="GET",route="\/v1\/[^"]*",status="200"\} \d+/);
    expect(await metrics()).not.toMatch(/route="[^"]*[0-9a-f]{8}-/);
  });

  it('shows once how long an SOS waited for an acknowledgement by staff', async () => {
    const { me } = await createWorkerAt(api, '2027-03-10T12:00:00.000Z');
    await me.start();
    const { data } = await me.sos();
    api.clock.advance({ seconds: 45 });
    for (const _time of [1, 2]) await api.call(acknowledgeSos, { sosId: data?.sosId ?? '' });
    const said = await metrics();
    expect(said).toContain('portal_sos_acknowledged_seconds_bucket{le="30"} 0');
    expect(said).toContain('portal_sos_acknowledged_seconds_bucket{le="60"} 1');
    expect(said).toContain('portal_sos_acknowledged_seconds_sum 45');
  });

  it('shows the age of the oldest unanswered SOS while it has no answer', async () => {
    const oldest = async () => /^portal_sos_unanswered_seconds (.*)$/m.exec(await metrics())?.[1];
    const [first, second] = [await createWorkerAt(api, '2027-03-10T12:00:00.000Z'), await createWorkerAt(api, '2027-03-10T12:00:00.000Z')];
    for (const { me } of [first, second]) await me.start();
    expect(await oldest()).toBe('0');
    const { data } = await first.me.sos();
    api.clock.advance({ seconds: 200 });
    await second.me.sos();
    api.clock.advance({ seconds: 10 });
    expect(await oldest()).toBe('210');
    await api.call(acknowledgeSos, { sosId: data?.sosId ?? '' });
    expect(await oldest()).toBe('10');
    await second.me.sos({ active: false });
    expect(await oldest()).toBe('0');
    expect(await metrics()).toContain('portal_figures_unread{figures="sos"} 0');
  });

  it('shows the state of the pool and the age of the oldest job', async () => {
    await enqueue('mail', randomUUID(), {});
    const said = await metrics();
    expect(said).toMatch(/portal_pool_connections\{state="waiting"\} 0/);
    expect(said).toMatch(/portal_queue_age_seconds\{queue="mail"\} \d/);
    expect(said).toContain('portal_queue_age_seconds{queue="exports"} 0');
    expect(said).toContain('portal_messages_oldest_seconds{channel="mail"} 0');
    expect(said).toContain('portal_messages_unsent{channel="sms",state="dead"} 0');
  });
});

const ready = async () => (await api.request('/readyz')).status;

describe('a process without a free connection in its pool', () => {
  it('stays ready and serves its metrics', async () => {
    const held = await Promise.all(Array.from({ length: 20 }, () => getPool().connect()));
    try {
      expect(await ready()).toBe(200);
      expect(await metrics()).toContain('portal_pool_connections{state="idle"} 0');
      expect(await metrics()).toContain('portal_queue_age_seconds{queue="mail"}');
    } finally {
      for (const client of held) client.release();
    }
  });

  it('serves the last known value of a figure that cannot be read and marks it as unread, so that alerts keep firing in an outage', async () => {
    await getPool().query(`insert into outgoing_messages (channel, recipient, subject, body, state, created_at, settled_at)
      values ('mail', 'gone@example.com', 'News', '', 'dead', now(), now())`);
    expect(await metrics()).toContain('portal_figures_unread{figures="messages"} 0');
    await getPool().query('alter table outgoing_messages rename to away');
    const said = await metrics();
    await getPool().query('alter table away rename to outgoing_messages');
    expect(said).toContain('portal_figures_unread{figures="messages"} 1');
    expect(said).toContain('portal_figures_unread{figures="ages"} 1');
    expect(said).toContain('portal_messages_unsent{channel="mail",state="dead"} 1');
    expect(said).toContain('portal_messages_oldest_seconds{channel="mail"}');
    expect(await metrics()).toContain('portal_figures_unread{figures="ages"} 0');
  });

  it('serves the other metrics when the queues cannot be read', async () => {
    await getPool().query('alter table pgboss.job rename to away');
    const said = await metrics();
    await getPool().query('alter table pgboss.away rename to job');
    expect(said).toContain('portal_figures_unread{figures="queues"} 1');
    expect(said).toContain('portal_queue_age_seconds{queue="mail"}');
    expect(said).toContain('process_resident_memory_bytes');
    expect(said).toContain('portal_database_answers 1');
    expect(await metrics()).toContain('portal_figures_unread{figures="queues"} 0');
  });
});

describe('readiness', () => {
  it('stays ready without Redis, which all processes share, and reports that events of other processes arrive late', async () => {
    // A client that is still connecting.
    const silent = {
      on: () => silent,
      xAdd: async () => '',
      xRead: async () => null,
      subscribe: async () => {},
      connect: () => new Promise(() => {}),
      sSubscribe() {},
    };
    const redis = { ...silent, stream: 'portal-events-none', duplicate: () => ({ ...silent }) } as unknown as RedisStream;
    expect(await metrics()).toContain('portal_events_heard 1');
    attachClusterAdapter(new Server(), redis);
    const reply = await api.request('/readyz');
    expect([reply.status, reply.body]).toMatchObject([200, { message: expect.stringMatching(/^OK, but Redis is disconnected/) }]);
    expect(await metrics()).toContain('portal_events_heard 0');
  });

  it('checks whether files can be stored', async () => {
    expect(await ready()).toBe(200);
    rmSync(mediaFolder(), { recursive: true });
    writeFileSync(mediaFolder(), 'no folder');
    expect(await ready()).toBe(503);
    rmSync(mediaFolder());
    mkdirSync(mediaFolder());
    expect(await ready()).toBe(200);
  });
});
