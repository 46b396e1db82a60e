import { setTimeout as pause } from 'node:timers/promises';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import { healthQuery } from '../database/health-pool';
import { sha256 } from '../identity/secrets';

const STREAM = 'portal-events';
/** Events contain ids of guards and their chat messages. A process that was disconnected for longer makes its pages reload from the API. */
const KEPT_MS = 600_000;
const TIDY_MS = 60_000;
const CONNECT_MS = 5_000;
const AGAIN_MS = 500;

// Version 2 of the protocol, because the adapter parses its replies.
async function clientFor(url: string) {
  // Loading it takes longer than fastify and kysely, and most processes have no Redis.
  const { createClient } = await import('@redis/client');
  return createClient({
    url,
    RESP: 2,
    // An event that cannot be sent now is dropped and its loss handled, instead of sent late.
    disableOfflineQueue: true,
    pingInterval: CONNECT_MS,
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: AGAIN_MS },
  });
}
type Client = Awaited<ReturnType<typeof clientFor>>;
/** A connection and the portal's stream on it. */
export type RedisStream = Client & { stream: string };

/**
 * Name of the stream of the open database, because two portals may share one Redis. A database restored from the files of another one has the
 * same name: it needs a separate Redis.
 */
export async function streamName(): Promise<string> {
  const [row] = await healthQuery<{ own: string }>(
    `select (select system_identifier from pg_control_system()) || ' ' || oid as own from pg_database where datname = current_database()`,
  );
  return `${STREAM}-${sha256(row?.own ?? '')
    .toString('hex')
    .slice(0, 16)}`;
}

/** Redis will reject the connection each time, until the operator changes the address. */
const isRefused = ({ message }: Error) => /^(WRONGPASS|NOAUTH|NOPERM)\b/.test(message);

/** Connects and pings: a Redis that needs a password accepts connections without it. */
async function connected(redis: Client): Promise<Error | null> {
  try {
    await redis.connect();
    await redis.ping();
    return null;
  } catch (failure) {
    return failure as Error;
  }
}

/**
 * Connects to REDIS_URL. If Redis is unavailable, calls `onAway` and retries until it is connected. A process that needs Redis to start would
 * turn late events into an outage of everything. @throws if Redis rejects the password or needs one, or if the
 * user may not ping.
 */
export async function openRedis(url: string, stream: string, onAway: (line: string) => void = () => {}): Promise<RedisStream> {
  const redis = await clientFor(url);
  const failed = new Promise<Error & { code?: string }>((resolve) => redis.on('error', resolve));
  const failure: (Error & { code?: string }) | null = await Promise.race([connected(redis), failed]);
  if (failure) {
    const line = `REDIS_URL does not lead to a Redis: ${failure.message || failure.code}`;
    if (isRefused(failure)) {
      redis.destroy();
      throw new Error(line);
    }
    onAway(`${line}, and is tried again until it does`);
  }
  return Object.assign(redis, { stream });
}

/** Callbacks for the state of the transport. */
export interface TransportListener {
  /** Whether this process receives the events of other processes. */
  onConnected(isSo: boolean): void;
  /** This process receives events again after a gap. */
  onReconnect(): void;
  /** An event of this process could not be sent. */
  onEventLost(): void;
}

interface Beat {
  everyMs: number;
  withinMs: number;
}

type Read = Client['xRead'];
type Asked = { key: string; id: string };

/** Creates a connection that reads the stream from its end at the first read: with `$` the adapter would skip events between two reads. */
function createStreamReader(
  duplicate: Client['duplicate'],
  stream: string,
  { everyMs, withinMs }: Beat,
  { onConnected, onReconnect }: TransportListener,
): Client {
  const one = duplicate({
    disableOfflineQueue: false,
    // The connection blocks in XREAD, so it cannot be pinged: a read without a reply in this time means a dead connection.
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: AGAIN_MS, socketTimeout: everyMs + withinMs },
  });
  let from = '';
  // Pages may connect before the reader listens, long before if Redis was unavailable at the start.
  let isLost = true;
  const listens = () => {
    onConnected(true);
    if (isLost) onReconnect();
    isLost = false;
  };
  one.on('error', () => {
    isLost = true;
    if (from) onConnected(false);
  });
  one.on('ready', () => {
    if (from) listens();
  });
  const read = one.xRead.bind(one) as (asked: Asked[], options: object) => ReturnType<Read>;
  const xRead = async ([asked, ...others]: [Asked, ...Asked[]], options: object) => {
    try {
      if (!from) {
        const last = await one.xRevRange(stream, '+', '-', { COUNT: 1 });
        from = last?.[0]?.id ?? '0-0';
        listens();
      }
      return await read([asked.id === '$' ? { ...asked, id: from } : asked, ...others], options);
    } catch (error) {
      // The adapter retries immediately.
      await pause(AGAIN_MS, undefined, { ref: false });
      throw error;
    }
  };
  const subscribe = one.subscribe.bind(one) as (...given: unknown[]) => Promise<unknown>;
  return Object.assign(one, {
    xRead,
    // The adapter does not await it, so a rejection while Redis shuts down would end this process. Our events do not use it.
    subscribe: (...given: unknown[]) => subscribe(...given).catch(() => undefined),
    disconnect: () => one.isOpen && one.destroy(),
  }) as unknown as Client;
}

/** Deletes events older than KEPT_MS, and lets the stream expire after the last event. Runs at most once per TIDY_MS, after an event was added. */
function createStreamTrimmer(redis: Client, stream: string): () => void {
  let last = 0;
  return () => {
    const now = Date.now();
    if (now - last < TIDY_MS) return;
    last = now;
    // A failed run is repeated with a later event.
    void Promise.allSettled([redis.xTrim(stream, 'MINID', now - KEPT_MS), redis.pExpire(stream, KEPT_MS)]);
  };
}

/** Creates an adapter that sends events by a Redis stream and reports its state to `told`. The adapter then owns the client. */
export function redisAdapter(redis: RedisStream, beat: Beat, told: TransportListener): ReturnType<typeof createAdapter> {
  const { stream } = redis;
  const add = redis.xAdd.bind(redis) as (...given: unknown[]) => Promise<string>;
  const tidy = createStreamTrimmer(redis, stream);
  const xAdd = async (...given: unknown[]) => {
    try {
      const added = await add(...given);
      tidy();
      return added;
    } catch (error) {
      told.onEventLost();
      throw error;
    }
  };
  const duplicate = redis.duplicate.bind(redis) as Client['duplicate'];
  const ours = Object.assign(redis, { xAdd, duplicate: () => createStreamReader(duplicate, stream, beat, told) });
  return createAdapter(ours, { streamName: stream, channelPrefix: stream, blockTimeInMs: beat.everyMs });
}
