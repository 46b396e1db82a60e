import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { coalesceCalls } from '../concurrency';
import { currentContext, currentServices } from '../context';
import { getPool } from '../database/db';
import { pingDatabase } from '../database/health-pool';
import { replicaReadCounts } from '../database/replica';
import { disconnectedTransport } from '../live/cluster-adapter';
import { oldestUndelivered, undeliveredCounts } from '../messages/message-queue';
import { oldestJobAges } from '../queue/job-queue';

export interface Metrics {
  readonly registry: Registry;
  readonly replies: Histogram<'method' | 'route' | 'status'>;
  readonly acknowledged: Histogram;
  /** Reads the metrics of the database into the registry. */
  collectDatabase(): Promise<void>;
}

/** Creates the metrics of an API. They read its services when they are collected. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const replies = new Histogram({
    name: 'portal_reply_seconds',
    help: 'Time from a request to the end of its reply, by endpoint',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
    registers: [registry],
  });

  const acknowledged = new Histogram({
    name: 'portal_sos_acknowledged_seconds',
    help: 'Time from an SOS to its acknowledgement by staff',
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
    help: 'Read-only calls by server: replica, or database if there is a replica and it was behind or unavailable',
    labelNames: ['from'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [from, count] of Object.entries(replicaReadCounts())) this.inc({ from }, count);
    },
  });

  new Gauge({
    name: 'portal_database_answers',
    help: 'Whether the database answers this process: 1 or 0',
    registers: [registry],
    async collect() {
      this.set(
        await pingDatabase().then(
          () => 1,
          () => 0,
        ),
      );
    },
  });

  new Gauge({
    name: 'portal_events_heard',
    help: 'Whether this process receives the events of other processes, by the database or by Redis: 1 or 0',
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
    help: 'Mails and text messages that have not arrived: failed are retried, dead were given up; the same from every process',
    labelNames: ['channel', 'state'],
    registers: [registry],
  });

  const messagesOldest = new Gauge({
    name: 'portal_messages_oldest_seconds',
    help: 'Age of the oldest unsent message since it was queued, or requeued by staff, failed attempts included; the same from every process',
    labelNames: ['channel'],
    registers: [registry],
  });

  const sosUnanswered = new Gauge({
    name: 'portal_sos_unanswered_seconds',
    help: 'Age of the oldest active SOS without an acknowledgement; 0 if there is none; the same from every process',
    registers: [registry],
  });

  const staleMetrics = new Gauge({
    name: 'portal_figures_unread',
    help: 'Whether these figures could not be read and show the last known values: 1 or 0; sos, queues and ages are waiting times, messages is the number of unsent ones',
    labelNames: ['figures'],
    registers: [registry],
  });

  /** A metric that cannot be read keeps its last value, so that alerts keep firing during an outage. */
  async function read<Row>(figures: string, ask: () => Promise<Row[]>, note: (row: Row) => void): Promise<void> {
    const rows = await ask().catch(() => null);
    staleMetrics.set({ figures }, rows ? 0 : 1);
    for (const row of rows ?? []) note(row);
  }

  /**
   * Reads the metrics in sequence, the slowest last, because they share a connection and a waiting query would time out. Concurrent scrapes share one
   * run, also when the database is slow.
   */
  const collectDatabase = coalesceCalls(async () => {
    await read('sos', currentServices().hooks.unansweredSosAge, ({ seconds }) => sosUnanswered.set(seconds));
    await read('queues', oldestJobAges, ({ queue, seconds }) => queueAge.set({ queue }, seconds));
    await read('ages', oldestUndelivered, ({ channel, seconds }) => messagesOldest.set({ channel }, seconds));
    await read('messages', undeliveredCounts, ({ channel, failed, dead }) => {
      messagesUnsent.set({ channel, state: 'failed' }, failed);
      messagesUnsent.set({ channel, state: 'dead' }, dead);
    });
  });

  return { registry, replies, acknowledged, collectDatabase };
}

/** Records the duration of a reply, also of the last ones while the API closes. `route` is the pattern, because each address would be a separate time series. */
export const observeReply = (labels: { method: string; route: string; status: number }, seconds: number): void =>
  currentContext().services.metrics.replies.observe(labels, seconds);

export const observeSosAcknowledged = (seconds: number): void => currentServices().metrics.acknowledged.observe(seconds);

/** Serves the Prometheus metrics on the staff listener. Without a key, because they contain no personal data and the listener is not public. */
export function serveMetrics(app: FastifyInstance): void {
  const { registry, collectDatabase } = currentServices().metrics;
  collectDefaultMetrics({ register: registry });
  app.get('/metrics', async (_request, reply) => {
    await collectDatabase();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
