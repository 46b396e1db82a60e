import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';

/** Bytes that are read and discarded after a reply; then the connection is closed. */
const MOST = 160 * 1024 * 1024;

/**
 * Lets a reply arrive that was sent before its request was read completely. Closing a connection with unread bytes discards the reply, and
 * a browser reads the reply only after it has sent everything.
 */
export async function drainRequest(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  if (request.complete) return;
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST) request.socket.destroy();
  });
  request.resume();
  // This connection ends with the reply, so everything must be read before.
  if (!reply.shouldKeepAlive) await finished(request).catch(() => undefined);
}
