import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { liveEvents } from '@portal/contracts/_kernel/event';
import { createAdapter } from '@socket.io/postgres-adapter';
import type pg from 'pg';
import type { Server } from 'socket.io';
import { getPool, sessionPool } from '../database/db';
import { type Redis, redisAdapter } from './redis-transport';

const AGAIN_MS = 2_000;
/** A connection that a lost machine or a firewall took without a word is noticed by this, and by nothing else. */
const BEAT_MS = 10_000;
const BEAT_WITHIN_MS = 5_000;
const changed: keyof typeof liveEvents.shapes = 'changed';
const anything = { domain: null };

interface Heartbeat {
  everyMs: number;
  withinMs: number;
}

type Transport = 'database' | 'redis';
let isDeaf = false;
let way: Transport = 'database';
/** By which way this process does not hear what the others send just now; null: it does, or stands alone and has nothing to hear. */
export const disconnectedTransport = (): Transport | null => (isDeaf ? way : null);

/**
 * Lets events reach the sockets of the other processes, through the database, or through Redis where there is one. What is sent while it
 * does not answer is lost on the way, there or here: afterwards every page is told to read again.
 */
export function attachClusterAdapter(
  server: Server,
  redis: Redis | null = null,
  beat: Heartbeat = { everyMs: BEAT_MS, withinMs: BEAT_WITHIN_MS },
  say: (line: string) => void = () => {},
): void {
  way = redis ? 'redis' : 'database';
  isDeaf = true;
  let isTelling = false;
  /** An event of ours was lost: everybody is told, by and by, until that comes through. */
  function broadcastReload() {
    if (isTelling) return;
    isTelling = true;
    setTimeout(() => {
      isTelling = false;
      server.emit(changed, anything);
    }, AGAIN_MS).unref();
  }
  const onReconnect = () => server.local.emit(changed, anything);
  const onConnected = (isSo: boolean) => {
    if (isSo === isDeaf)
      say(isSo ? 'Redis is there: events of other processes are heard' : 'Redis is away: events of other processes are not heard');
    isDeaf = !isSo;
  };
  server.adapter(
    redis
      ? redisAdapter(redis, beat, { onConnected, onReconnect, onEventLost: broadcastReload })
      : createAdapter(listenPool(onReconnect, broadcastReload, beat), { errorHandler: broadcastReload }),
  );
}

/** The pool, as the adapter uses it; `onReconnect` is told when a connection that it listened on was lost and another one listens. */
function listenPool(onReconnect: () => void, onEventLost: () => void, beat: Heartbeat): pg.Pool {
  const pool = getPool();
  let isLost = false;
  const connect = async () => {
    const client = await sessionPool().connect();
    const release = client.release.bind(client);
    let isGivenBack = false;
    /** The adapter forgets a lost one: the pool would count it for ever. */
    const giveBack = () => {
      if (!isGivenBack) release(true);
      isGivenBack = true;
    };
    client.once('end', () => {
      isLost = true;
      isDeaf = true;
      giveBack();
    });
    const isBack = isLost;
    isLost = false;
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    // The adapter listens on each of its channels, and hears from the moment on at which the last of these is answered.
    const listen = async (...given: unknown[]) => {
      try {
        const answered = await query(...given);
        isDeaf = false;
        if (isBack) setImmediate(onReconnect);
        return answered;
      } catch {
        // It would connect anew for the failure and once more for the end, and so have more connections each time, until the pool has none.
        giveBack();
        return new Promise<never>(() => {});
      }
    };
    const leave = () => {
      isDeaf = false;
      // It listens, and knows only how to listen: nobody else may get it.
      giveBack();
    };
    Object.assign(client, { query: listen, release: leave });
    void monitorConnection(
      client,
      () => query('select 1'),
      beat,
      () => isGivenBack,
    );
    return client;
  };
  /** Some of the adapter's failures reach no error handler of it: an event that is stored first, because it is large. */
  const query = (...given: Parameters<typeof pool.query>) =>
    Promise.resolve(pool.query(...given)).catch((error: unknown) => {
      onEventLost();
      throw error;
    });
  return { connect, query } as unknown as pg.Pool;
}

/** Asks the connection again and again whether it lives; one that does not answer is cut, as if it had said so. */
async function monitorConnection(
  client: pg.PoolClient,
  ask: () => Promise<unknown>,
  { everyMs, withinMs }: Heartbeat,
  isOver: () => boolean,
): Promise<void> {
  const { connection } = client as unknown as { connection: { stream: Socket } };
  for (;;) {
    await pause(everyMs, undefined, { ref: false });
    if (isOver()) return;
    const lives = ask().then(
      () => true,
      () => false,
    );
    if (!(await Promise.race([lives, pause(withinMs, false, { ref: false })])) && !isOver()) connection.stream.destroy();
  }
}
