import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';

/** Bytes that are read and forgotten, so that whoever sends them sees why; beyond it the connection is cut. */
export const MAX_DRAINED_BYTES = 160 * 1024 * 1024;

async function drainRequest(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  if (request.complete) return;
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_DRAINED_BYTES) request.socket.destroy();
  });
  request.resume();
  // This connection ends with the reply: everything must have been read before.
  if (!reply.shouldKeepAlive) await finished(request).catch(() => undefined);
}

/**
 * Lets a refusal arrive that comes before its request was read whole. A connection that closes over unread bytes takes the reply with
 * it, so Fastify may not close it; and a browser looks at the reply only when it has sent everything.
 */
export function drainRejectedRequests(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    reply.removeHeader('connection');
    await drainRequest(request.raw, reply.raw);
  });
}
