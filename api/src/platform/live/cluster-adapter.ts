import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { liveEvents } from '@portal/contracts/_kernel/event';
import { createAdapter } from '@socket.io/postgres-adapter';
import type pg from 'pg';
import type { Server } from 'socket.io';
import { currentServices } from '../context';
import { getPool, sessionPool } from '../database/db';
import { type RedisStream, redisAdapter } from './redis-transport';

const AGAIN_MS = 2_000;
/** The heartbeat is the only way to detect a connection that a lost machine or a firewall dropped without closing it. */
const BEAT_MS = 10_000;
const BEAT_WITHIN_MS = 5_000;
const changed: keyof typeof liveEvents.shapes = 'changed';
const anything = { domain: null };

interface Heartbeat {
  everyMs: number;
  withinMs: number;
}

/** The transport of events between processes. */
export interface EventTransport {
  kind: 'database' | 'redis';
  /** Events of other processes do not arrive. False, too, if only one process runs. */
  isDisconnected: boolean;
}

/** Transport that is currently disconnected, or null if events arrive or only one process runs. */
export function disconnectedTransport(): EventTransport['kind'] | null {
  const { kind, isDisconnected } = currentServices().live.transport;
  return isDisconnected ? kind : null;
}

/**
 * Connects the sockets of all processes through the database, or Redis if given. Events sent during an outage are lost, on either side;
 * afterwards every page gets a change event for all domains.
 */
export function attachClusterAdapter(
  server: Server,
  redis: RedisStream | null = null,
  beat: Heartbeat = { everyMs: BEAT_MS, withinMs: BEAT_WITHIN_MS },
  say: (line: string) => void = () => {},
): void {
  const { transport } = currentServices().live;
  Object.assign(transport, { kind: redis ? 'redis' : 'database', isDisconnected: true });
  let isTelling = false;
  /** An event of this process was lost: sends the change event, again after each failure. */
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
    if (isSo === transport.isDisconnected)
      say(isSo ? 'Redis is connected: events of other processes arrive' : 'Redis is disconnected: events of other processes do not arrive');
    transport.isDisconnected = !isSo;
  };
  server.adapter(
    redis
      ? redisAdapter(redis, beat, { onConnected, onReconnect, onEventLost: broadcastReload })
      : databaseAdapter(listenPool(transport, onReconnect, broadcastReload, beat), broadcastReload),
  );
}

/** The adapter releases a connection only after LISTEN. The close of the database would wait for a connection that is still opening. */
function databaseAdapter({ pool, stop }: ListenPool, errorHandler: () => void): ReturnType<typeof createAdapter> {
  const create = createAdapter(pool, { errorHandler });
  // socket.io calls it with `new`.
  return function createNamespaceAdapter(namespace: unknown) {
    const adapter = create(namespace);
    const close = adapter.close.bind(adapter);
    adapter.close = () => {
      stop();
      close();
    };
    return adapter;
  };
}

interface ListenPool {
  /** The pool as the adapter uses it. */
  pool: pg.Pool;
  /** Releases the listening connection, also while it is still opening, and opens no other. */
  stop(): void;
}

/** Calls `onReconnect` when a new connection listens after an earlier one was lost. */
function listenPool(transport: EventTransport, onReconnect: () => void, onEventLost: () => void, beat: Heartbeat): ListenPool {
  const pool = getPool();
  const withSession = sessionPool();
  const never = () => new Promise<never>(() => {});
  let isLost = false;
  let isStopped = false;
  let leaveCurrent: () => void = () => {};
  const stop = () => {
    isStopped = true;
    leaveCurrent();
  };
  const connect = async () => {
    // The adapter would retry after an error.
    if (isStopped) return never();
    const client = await withSession.connect().catch((error: unknown) => (isStopped ? never() : Promise.reject(error)));
    if (isStopped) {
      client.release();
      return never();
    }
    const release = client.release.bind(client);
    let isGivenBack = false;
    /** The adapter drops a lost connection without a release; the pool would count it forever. */
    const giveBack = () => {
      if (!isGivenBack) release(true);
      isGivenBack = true;
    };
    client.once('end', () => {
      isLost = true;
      transport.isDisconnected = true;
      giveBack();
    });
    const isBack = isLost;
    isLost = false;
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    // The adapter listens on each channel in turn and receives events from the moment the last LISTEN succeeds.
    const listen = async (...given: unknown[]) => {
      try {
        const answered = await query(...given);
        transport.isDisconnected = false;
        if (isBack) setImmediate(onReconnect);
        return answered;
      } catch {
        // The adapter would reconnect once for the failure and once for the end, and so use more connections each time until the pool is empty.
        giveBack();
        return never();
      }
    };
    const leave = () => {
      transport.isDisconnected = false;
      // The connection still listens and has replaced methods, so no other caller may get it.
      giveBack();
    };
    Object.assign(client, { query: listen, release: leave });
    leaveCurrent = () => {
      // The adapter would open another connection at the end of this one.
      client.removeAllListeners('end');
      leave();
    };
    void monitorConnection(
      client,
      () => query('select 1'),
      beat,
      () => isGivenBack,
    );
    return client;
  };
  /** Some failures of the adapter reach no error handler: of a large event, which is stored first. */
  const query = (...given: Parameters<typeof pool.query>) =>
    Promise.resolve(pool.query(...given)).catch((error: unknown) => {
      onEventLost();
      throw error;
    });
  return { pool: { connect, query } as unknown as pg.Pool, stop };
}

/** Pings the connection at intervals, and destroys it if it does not reply in time. */
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
