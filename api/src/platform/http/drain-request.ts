import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';

/** Bytes that are read and discarded, so that the client receives the error reply; beyond the limit the connection is cut. */
export const MAX_DRAINED_BYTES = 160 * 1024 * 1024;

async function drainRequest(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  if (request.complete) return;
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_DRAINED_BYTES) request.socket.destroy();
  });
  request.resume();
  // This connection closes after the reply, so the body must be read before.
  if (!reply.shouldKeepAlive) await finished(request).catch(() => undefined);
}

/**
 * Makes sure that an early error reply arrives. Closing a connection with unread bytes loses the reply, so Fastify may not close it; and browsers
 * read the reply only after they have sent the whole body.
 */
export function drainRejectedRequests(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    reply.removeHeader('connection');
    await drainRequest(request.raw, reply.raw);
  });
}
