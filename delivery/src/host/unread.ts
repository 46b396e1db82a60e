import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';

/** Bytes that are read and forgotten after an answer; beyond them the connection is cut. */
const MOST = 160 * 1024 * 1024;

/**
 * Lets an answer arrive that is given before its request was read whole. A connection that closes over unread bytes takes the answer
 * with it, and a browser looks at the answer only when it has sent everything.
 */
export async function readRest(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  if (request.complete) return;
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST) request.socket.destroy();
  });
  request.resume();
  // This connection ends with the answer: everything must have been read before.
  if (!reply.shouldKeepAlive) await finished(request).catch(() => undefined);
}
