import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { coalesceCalls } from '../concurrency';
import { getPool } from '../database/db';
import { pingDatabase } from '../database/health-pool';
import { replicaReadCounts } from '../database/replica';
import { disconnectedTransport } from '../live/cluster-adapter';
import { oldestUndelivered, undeliveredCounts } from '../messages/message-queue';
import { oldestJobAges } from '../queue/job-queue';

const registry = new Registry();
collectDefaultMetrics({ register: registry });

const replies = new Histogram({
  name: 'portal_reply_seconds',
  help: 'From a request to the end of its reply, by endpoint',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
  registers: [registry],
});

const acknowledged = new Histogram({
  name: 'portal_sos_acknowledged_seconds',
  help: 'From the moment that an SOS came to its acknowledgement by staff',
  buckets: [15, 30, 60, 120, 180, 300, 600, 1_800, 3_600],
  registers: [registry],
});

new Gauge({
  name: 'portal_pool_connections',
  help: 'Connections of this process to the database, and calls that wait for one',
  labelNames: ['state'],
  registers: [registry],
  collect() {
    const { totalCount, idleCount, waitingCount } = getPool();
    this.set({ state: 'busy' }, totalCount - idleCount);
    this.set({ state: 'idle' }, idleCount);
    this.set({ state: 'waiting' }, waitingCount);
  },
});

new Counter({
  name: 'portal_readings_total',
  help: 'Calls that only read, by what they were read from: replica, or database where there is a replica and it was behind or away',
  labelNames: ['from'],
  registers: [registry],
  collect() {
    this.reset();
    for (const [from, count] of Object.entries(replicaReadCounts())) this.inc({ from }, count);
  },
});

/** @throws when the database does not answer just now. */
export const checkDatabase = coalesceCalls(pingDatabase);

new Gauge({
  name: 'portal_database_answers',
  help: 'Whether the database answers this process: 1 or 0',
  registers: [registry],
  async collect() {
    this.set(
      await checkDatabase().then(
        () => 1,
        () => 0,
      ),
    );
  },
});

new Gauge({
  name: 'portal_events_heard',
  help: 'Whether this process hears the events of the other ones, by the database or by Redis: 1 or 0',
  registers: [registry],
  collect() {
    this.set(disconnectedTransport() ? 0 : 1);
  },
});

const queueAge = new Gauge({
  name: 'portal_queue_age_seconds',
  help: 'How long the oldest job has been due, by queue; the same from every process',
  labelNames: ['queue'],
  registers: [registry],
});

const messagesUnsent = new Gauge({
  name: 'portal_messages_unsent',
  help: 'Mails and text messages that have not arrived: failed are tried again, dead were given up; the same from every process',
  labelNames: ['channel', 'state'],
  registers: [registry],
});

const messagesOldest = new Gauge({
  name: 'portal_messages_oldest_seconds',
  help: 'How long ago the oldest one that is not sent was asked to go, at first or by staff once more, its tries in vain included; the same from every process',
  labelNames: ['channel'],
  registers: [registry],
});

const sosUnanswered = new Gauge({
  name: 'portal_sos_unanswered_seconds',
  help: 'How long ago the oldest SOS came that is on and not acknowledged; 0 when there is none; the same from every process',
  registers: [registry],
});

const staleMetrics = new Gauge({
  name: 'portal_figures_unread',
  help: 'Whether these figures could not be read and are those of before: 1 or 0; sos, queues and ages for how long something waits, messages for how many are unsent',
  labelNames: ['figures'],
  registers: [registry],
});

/** What cannot be read stays as it was: an alert on it must not fall silent when it is wanted most. */
async function read<Row>(figures: string, ask: () => Promise<Row[]>, note: (row: Row) => void): Promise<void> {
  const rows = await ask().catch(() => null);
  staleMetrics.set({ figures }, rows ? 0 : 1);
  for (const row of rows ?? []) note(row);
}

/** For how many seconds the oldest SOS has had no answer, in one row. */
type SosAge = () => Promise<{ seconds: number }[]>;
let sosAge: SosAge = async () => [];

/**
 * One after the other, that which is counted for longest last: they share a connection, and none waits for it longer than that gives up.
 * However many read them, and however slow the database is, one reading is under way.
 */
const collectDatabaseMetrics = coalesceCalls(async () => {
  await read('sos', sosAge, ({ seconds }) => sosUnanswered.set(seconds));
  await read('queues', oldestJobAges, ({ queue, seconds }) => queueAge.set({ queue }, seconds));
  await read('ages', oldestUndelivered, ({ channel, seconds }) => messagesOldest.set({ channel }, seconds));
  await read('messages', undeliveredCounts, ({ channel, failed, dead }) => {
    messagesUnsent.set({ channel, state: 'failed' }, failed);
    messagesUnsent.set({ channel, state: 'dead' }, dead);
  });
});

/** Notes how long a reply took. `route` is its pattern: an address would be a series of its own each. */
export const observeReply = (labels: { method: string; route: string; status: number }, seconds: number): void =>
  replies.observe(labels, seconds);

/** Notes how long an SOS waited for staff. */
export const observeSosAcknowledged = (seconds: number): void => acknowledged.observe(seconds);

/** Serves what Prometheus reads, on staff's listener alone: without a key, because it names nobody and that listener is not public. */
export function serveMetrics(app: FastifyInstance, ages: { sos: SosAge }): void {
  sosAge = ages.sos;
  app.get('/metrics', async (_request, reply) => {
    await collectDatabaseMetrics();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
