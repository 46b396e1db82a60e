import { once } from 'node:events';
import { endsConnection, isLeaving } from '@portal/contracts/_kernel/drain';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** A reply that left HTTP: an event stream or a socket. Pages open it again on another host. */
const isStream = ({ sent, raw }: FastifyReply): boolean => sent && !raw.writableEnded;

/**
 * A host that leaves takes no new connection and finishes its calls before it closes sockets and event streams. It must be registered
 * before both. A host that closes without leaving cuts its calls.
 * @returns counts the replies that are open.
 */
export function finishCalls(app: FastifyInstance): () => number {
  const replies = new Set<FastifyReply>();
  app.addHook('onRequest', async (_request, reply) => {
    if (reply.raw.destroyed) return;
    replies.add(reply);
    reply.raw.once('close', () => replies.delete(reply));
  });
  app.addHook('onSend', async (request, reply) => {
    if (endsConnection(app, request)) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    if (!isLeaving(app)) return app.server.closeAllConnections();
    app.server.close();
    for (;;) {
      const open = [...replies].find((reply) => !isStream(reply));
      if (!open) return;
      await once(open.raw, 'close');
    }
  });
  return () => replies.size;
}
