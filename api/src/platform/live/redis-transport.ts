import { setTimeout as pause } from 'node:timers/promises';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import { healthQuery } from '../database/health-pool';
import { sha256 } from '../identity/secrets';

const STREAM = 'portal-events';
/** Events name guards and hold what they write to each other. Whoever was away for longer reads everything anew from the API. */
const KEPT_MS = 600_000;
const TIDY_MS = 60_000;
const CONNECT_MS = 5_000;
const AGAIN_MS = 500;

// Version 2 of the protocol: the adapter reads its replies.
async function clientFor(url: string) {
  // It takes longer to load than fastify and kysely, and most processes have no Redis.
  const { createClient } = await import('@redis/client');
  return createClient({
    url,
    RESP: 2,
    // What cannot be sent is lost at once, and made good, instead of sent when it is old.
    disableOfflineQueue: true,
    pingInterval: CONNECT_MS,
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: AGAIN_MS },
  });
}
type Client = Awaited<ReturnType<typeof clientFor>>;
/** A connection, and the stream that is this portal's there. */
export type Redis = Client & { stream: string };

/** The stream of the open database: two portals may have one Redis. A database that was restored from another one's
 * files has its name: it needs a Redis of its own. */
export async function streamName(): Promise<string> {
  const [row] = await healthQuery<{ own: string }>(
    `select (select system_identifier from pg_control_system()) || ' ' || oid as own from pg_database where datname = current_database()`,
  );
  return `${STREAM}-${sha256(row?.own ?? '')
    .toString('hex')
    .slice(0, 16)}`;
}

/** It will be refused each time: only whoever set the address can mend it. */
const isRefused = ({ message }: Error) => /^(WRONGPASS|NOAUTH|NOPERM)\b/.test(message);

/** Connects, and asks for something: without a password a Redis that wants one lets anybody connect. */
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
 * Connects to what REDIS_URL names. One that is away is tried until it is there, and `onAway` told: nothing in it counts, and a process that
 * would not start without it, or not be ready, would make of late events an outage of everything. @throws when it refuses the password,
 * or wants one, or the user may not so much as ask.
 */
export async function openRedis(url: string, stream: string, onAway: (line: string) => void = () => {}): Promise<Redis> {
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

/** What becomes of the way to the others. */
export interface TransportListener {
  /** Whether this process hears them. */
  onConnected(isSo: boolean): void;
  /** It hears them again. */
  onReconnect(): void;
  /** An event of ours did not get there. */
  onEventLost(): void;
}

interface Beat {
  everyMs: number;
  withinMs: number;
}

type Read = Client['xRead'];
type Asked = { key: string; id: string };

/** A connection that reads the stream, from the moment on at which it began: the adapter would begin anew with each look, until something came. */
function createStreamReader(
  duplicate: Client['duplicate'],
  stream: string,
  { everyMs, withinMs }: Beat,
  { onConnected, onReconnect }: TransportListener,
): Client {
  const one = duplicate({
    disableOfflineQueue: false,
    // It waits for events, and so can not be asked whether it lives: a look that is not answered is a connection that is dead.
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: AGAIN_MS, socketTimeout: everyMs + withinMs },
  });
  let from = '';
  // Pages may have come before it listens, which is long when Redis was away at the start.
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
      // The adapter asks again at once.
      await pause(AGAIN_MS, undefined, { ref: false });
      throw error;
    }
  };
  const subscribe = one.subscribe.bind(one) as (...given: unknown[]) => Promise<unknown>;
  return Object.assign(one, {
    xRead,
    // The adapter waits for it nowhere: a Redis that goes as it is subscribed to would end this process. Nothing of ours goes by it.
    subscribe: (...given: unknown[]) => subscribe(...given).catch(() => undefined),
    disconnect: () => one.isOpen && one.destroy(),
  }) as unknown as Client;
}

/** Takes out of a stream what is older than it is kept for, and has the rest go once nothing is added any more; now and then, beside what is added. */
function createStreamTrimmer(redis: Client, stream: string): () => void {
  let last = 0;
  return () => {
    const now = Date.now();
    if (now - last < TIDY_MS) return;
    last = now;
    // What fails is done with one of the next events.
    void Promise.allSettled([redis.xTrim(stream, 'MINID', now - KEPT_MS), redis.pExpire(stream, KEPT_MS)]);
  };
}

/** Events by a stream of Redis: `told` hears what the adapter keeps to itself. The client is the adapter's from here on. */
export function redisAdapter(redis: Redis, beat: Beat, told: TransportListener): ReturnType<typeof createAdapter> {
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
