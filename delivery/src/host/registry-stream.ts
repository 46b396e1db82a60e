import type { FastifyInstance } from 'fastify';
import { toBrotli, toGzip } from '../store/compress';
import type { LiveRegistry } from './live-registry';
import { pickEncoding } from './negotiate';

const HEARTBEAT_MS = 15_000;
/** Requested once after each revision, so fast compression is enough. */
const QUALITY = 5;

/** `/registry.json` and `/registry/events`: how an open page learns of a new revision. */
export function serveRegistry(app: FastifyInstance, live: LiveRegistry, heartbeatMs = HEARTBEAT_MS): void {
  app.get('/registry.json', async (request, reply) => {
    const snapshot = live.current();
    if (!snapshot) return reply.code(503).header('retry-after', '5').send({ message: live.unavailableReason() });
    const etag = `"${snapshot.registry.revision}-${snapshot.signed.timestamp?.at ?? ''}"`;
    reply.headers({ 'cache-control': 'no-cache', etag });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const text = JSON.stringify(snapshot.signed);
    reply.headers({ vary: 'accept-encoding', 'content-type': 'application/json; charset=utf-8' });
    const encoding = pickEncoding(request.headers['accept-encoding']);
    if (!encoding) return reply.send(text);
    const bytes = Buffer.from(text);
    return reply.header('content-encoding', encoding).send(await (encoding === 'br' ? toBrotli(bytes, QUALITY) : toGzip(bytes)));
  });

  const streams = new Set<{ end(): void }>();
  app.get('/registry/events', (request, reply) => {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'keep-alive',
    });
    const sendRevision = (revision: number, more = '') =>
      raw.write(`id: ${revision}\nevent: revision\ndata: {"revision":${revision}${more}}\n\n`);
    const revision = live.current()?.registry.revision;
    raw.write('retry: 2000\n\n');
    if (revision !== undefined) sendRevision(revision);
    const stop = live.onRevision((snapshot) => sendRevision(snapshot.registry.revision));
    // An event, not a comment, because the page cannot see comments. It detects a dead stream by a missing heartbeat, and a missed revision
    // by its number.
    const heartbeat = setInterval(() => {
      const current = live.current()?.registry.revision;
      if (current !== undefined) sendRevision(current, `,"nextMs":${heartbeatMs}`);
    }, heartbeatMs);
    streams.add(raw);
    request.raw.on('close', () => {
      stop();
      clearInterval(heartbeat);
      streams.delete(raw);
    });
  });
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.end();
  });
}
