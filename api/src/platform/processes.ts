import type { liveEvents } from '@portal/contracts/_kernel/event';
import { createAdapter } from '@socket.io/postgres-adapter';
import type pg from 'pg';
import type { Server } from 'socket.io';
import { openPool } from './db';

const AGAIN_MS = 2_000;
const changed: keyof typeof liveEvents.shapes = 'changed';
const anything = { domain: null };

/**
 * Lets events reach the sockets of the other processes, through the database. What is sent while it does not answer is lost on the
 * way, there or here: afterwards every page is told to read again.
 */
export function joinProcesses(server: Server): void {
  let isTelling = false;
  /** An event of ours was lost: everybody is told, by and by, until that comes through. */
  function tellAll() {
    if (isTelling) return;
    isTelling = true;
    setTimeout(() => {
      isTelling = false;
      server.emit(changed, anything);
    }, AGAIN_MS).unref();
  }
  server.adapter(
    createAdapter(
      listening(() => server.local.emit(changed, anything), tellAll),
      { errorHandler: tellAll },
    ),
  );
}

/** The pool, as the adapter uses it; `onBack` is told when a connection that it listened on was lost and another one listens. */
function listening(onBack: () => void, onLost: () => void): pg.Pool {
  const pool = openPool();
  let isLost = false;
  const connect = async () => {
    const client = await pool.connect();
    let isGivenBack = false;
    /** The adapter forgets a lost one: the pool would count it for ever. */
    const giveBack = () => {
      if (!isGivenBack) client.release(true);
      isGivenBack = true;
    };
    client.once('end', () => {
      isLost = true;
      giveBack();
    });
    const isBack = isLost;
    isLost = false;
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    // The adapter listens on each of its channels, and hears from the moment on at which the last of these is answered.
    const listen = async (...given: unknown[]) => {
      try {
        const answered = await query(...given);
        if (isBack) setImmediate(onBack);
        return answered;
      } catch {
        // It would connect anew for the failure and once more for the end, and so have more connections each time, until the pool has none.
        giveBack();
        return new Promise<never>(() => {});
      }
    };
    Object.assign(client, { query: listen });
    return client;
  };
  /** Some of the adapter's failures reach no error handler of it: an event that is stored first, because it is large. */
  const query = (...given: Parameters<typeof pool.query>) =>
    Promise.resolve(pool.query(...given)).catch((error: unknown) => {
      onLost();
      throw error;
    });
  return { connect, query } as unknown as pg.Pool;
}
