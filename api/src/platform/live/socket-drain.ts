import { setTimeout as pause } from 'node:timers/promises';
import type { Server } from 'socket.io';
import { pendingCallsDone } from './socket-calls';

/** A process that leaves ends so many connections, then waits a little: they come to the others one after the other. */
const SENT_AT_ONCE = 50;
const SENT_EVERY_MS = 20;
/** A call that takes longer is answered by the other process, when its page asks there again. */
const ANSWERED_WITHIN_MS = 2_000;

/** Ends the connections of this process's sockets and takes no other, their calls answered first. As a lost connection, not as a no: clients come back by themselves. */
export async function drainSockets(server: Server): Promise<void> {
  const sockets = [...server.of('/').sockets.values()];
  const late = pause(ANSWERED_WITHIN_MS, undefined, { ref: false });
  for (const [index, socket] of sockets.entries()) {
    await Promise.race([pendingCallsDone(socket), late]);
    socket.conn.close();
    if (index % SENT_AT_ONCE === SENT_AT_ONCE - 1) await pause(SENT_EVERY_MS);
  }
  // Those that have come meanwhile; from here on an upgrade is refused.
  server.engine.close();
}
