import { setTimeout as pause } from 'node:timers/promises';
import { currentServices } from '../context';
import { waitForPendingCalls } from './socket-calls';

/** Connections that are closed before each pause, so that clients reconnect to the other processes gradually. */
const SENT_AT_ONCE = 50;
const SENT_EVERY_MS = 20;
/** After this time in ms the page repeats a running call at another process. */
const ANSWERED_WITHIN_MS = 2_000;

/**
 * Waits for running calls, closes this process's sockets and rejects new ones. Closes the transport, because clients reconnect only after a lost
 * connection, not after a disconnect by the server.
 */
export async function drainSockets(): Promise<void> {
  const { server } = currentServices().live;
  if (!server) return;
  const sockets = [...server.of('/').sockets.values()];
  const late = pause(ANSWERED_WITHIN_MS, undefined, { ref: false });
  for (const [index, socket] of sockets.entries()) {
    await Promise.race([waitForPendingCalls(socket), late]);
    socket.conn.close();
    if (index % SENT_AT_ONCE === SENT_AT_ONCE - 1) await pause(SENT_EVERY_MS);
  }
  // Closes sockets that connected during the loop; later upgrades are rejected.
  server.engine.close();
}
