import { availableParallelism } from 'node:os';
import { type Clock, systemClock } from '@portal/contracts/_kernel/clock';
import { noTracing, type Tracing } from '@portal/tracing/tracing';
import type { FastifyBaseLogger } from 'fastify';
import { createClock, type MovableClock } from './clock';
import { createKeyedSemaphore, createSemaphore } from './concurrency';
import type { Env } from './config/env';
import type { Services } from './context';
import { createDatabase, type Database, type DatabaseConnections } from './database/db';
import type { FileStores } from './files/file-storage';
import { createUploads, type Uploads } from './files/upload-spool';
import type { DomainHooks } from './hooks';
import { logFields } from './http/errors';
import { createMetrics, type Metrics } from './http/metrics';
import { WRITES_PER_GUARD } from './http/rate-limit';
import { createLog, type LogStream } from './http/request-log';
import type { SecretKey } from './identity/keyring';
import type { SecurityLine } from './identity/security-log';
import { createLive, type LiveEvents } from './live/realtime';
import { CALL_LIMIT } from './live/socket-calls';
import { type Channel, channelsWithSender } from './messages/message-queue';
import { createJobQueues, type JobQueues } from './queue/job-queue';

/** The settings that services read. */
export type ServiceSettings = Pick<
  Env,
  'mode' | 'logLevel' | 'secretKeys' | 'supportEmail' | 'portalUrl' | 'smtpUrl' | 'smsUrl' | 'smsInbound' | 'push' | 'sos' | 'dispatchPhone'
>;

/** Lines for the operator's log. */
export interface OperatorReports {
  /** An error after the end of a transaction. */
  callbackError(error: unknown): void;
  /** Reads have left the replica for this reason for longer than a moment; null: they use it again. */
  replicaStatus(reason: string | null): void;
  securityEvent(line: SecurityLine): void;
}

const createReports = (log: FastifyBaseLogger): OperatorReports => ({
  callbackError: (error) => log.error(logFields(error)),
  replicaStatus: (reason) =>
    log.warn(reason === null ? 'The replica is read again' : `The database is read instead of the replica: ${reason}`),
  securityEvent: (line) => log.warn(line),
});

/** What an API does at the same time at most, and for how long it waits. */
const createLimits = () => ({
  writes: WRITES_PER_GUARD,
  socketCalls: CALL_LIMIT,
  /** One core is left for other calls. */
  hashing: createSemaphore(Math.max(1, availableParallelism() - 1)),
  pictures: { guard: createSemaphore(2), visitor: createSemaphore(1) },
  recordings: createSemaphore(2),
  /** Uploads of one caller that are read at the same time; the others wait unread. */
  uploadsPerCaller: createKeyedSemaphore(2),
  /** One statement of a guard is made at a time, so that repeated requests do not block other guards. */
  statementsPerGuard: createKeyedSemaphore(1),
  /** Idle timeout of a file that a reader waits for. */
  readTimeoutMs: 30_000,
  /** Idle timeout of a body; then its connection is cut. */
  bodyIdleMs: 20_000,
  /** The longest time of a connection that requested a websocket and has no admitted socket. */
  upgradeMs: 20_000,
});

export type RateLimits = ReturnType<typeof createLimits>;

// Not in context.ts: a module must not import the modules that import it.
declare module './context' {
  interface Services {
    readonly env: ServiceSettings;
    readonly hooks: DomainHooks;
    readonly log: FastifyBaseLogger;
    readonly reports: OperatorReports;
    readonly clock: MovableClock;
    /** The first key encrypts, each one decrypts its own values. */
    readonly keyring: readonly SecretKey[];
    /** Null: none is open. */
    readonly database: Database | null;
    /** Null: none are open. */
    readonly files: FileStores | null;
    readonly uploads: Uploads;
    readonly messageChannels: ReadonlySet<Channel>;
    readonly jobs: JobQueues;
    /** Starts a run of the named poll immediately. */
    readonly polls: Map<string, () => void>;
    readonly live: LiveEvents;
    readonly metrics: Metrics;
    readonly tracing: Tracing;
    readonly limits: RateLimits;
    /** Running calls, also of disconnected clients. */
    readonly calls: Set<Promise<unknown>>;
  }
}

export interface ServiceOptions {
  connections?: DatabaseConnections | null;
  files?: FileStores | null;
  clock?: Clock;
  log?: LogStream | undefined;
  limits?: Partial<RateLimits>;
  /** The spans of this API; by default none are recorded. */
  tracing?: Tracing;
}

/** Creates the services of an API. Nothing connects before its first use. @throws in production if a channel of messages has no sender. */
export function createServices(
  env: ServiceSettings,
  hooks: DomainHooks,
  { connections = null, files = null, clock = systemClock, log: stream, limits, tracing = noTracing() }: ServiceOptions = {},
): Services {
  const log = createLog(env.logLevel, stream);
  return {
    env,
    hooks,
    log,
    reports: createReports(log),
    clock: createClock(clock),
    keyring: env.secretKeys,
    database: connections && createDatabase(connections),
    files,
    uploads: createUploads(),
    messageChannels: channelsWithSender(env),
    jobs: createJobQueues(),
    polls: new Map(),
    live: createLive(),
    metrics: createMetrics(),
    tracing,
    limits: { ...createLimits(), ...limits },
    calls: new Set(),
    isClosed: false,
  };
}

/** Closes the database. Code that still runs in the context of these services then throws. */
export async function closeServices(services: Services): Promise<void> {
  services.isClosed = true;
  await services.database?.close();
  await services.tracing.close();
}
