import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';

interface Upgrade {
  socket: Duplex;
  /** What came behind the request's head. */
  head: Buffer;
}

const asked = new WeakMap<IncomingMessage, Upgrade>();

/** True while a request asks for another protocol on its connection. */
export const wantsUpgrade = (request: IncomingMessage): boolean => asked.has(request);

/** Takes the connection from its request: from now on it belongs to the caller. */
export function takeUpgrade(request: IncomingMessage, reply: FastifyReply): Upgrade {
  const upgrade = asked.get(request);
  if (!upgrade) throw new Error('This request asks for no upgrade, or it was taken already');
  asked.delete(request);
  reply.hijack();
  reply.raw.detachSocket(upgrade.socket as never);
  return upgrade;
}

/** Joins two connections: what ends one of them, ends both. */
export function join(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const)
    from.on('error', () => from.destroy()).on('close', () => to.destroy());
  one.pipe(other).pipe(one);
}

/** Routes requests for an upgrade like all others. Where the route takes no upgrade, the request is answered as if none were asked for. */
export function routeUpgrades(app: FastifyInstance): void {
  const open = new Set<Duplex>();
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
    const reply = new ServerResponse(request);
    reply.shouldKeepAlive = false;
    reply.assignSocket(socket as never);
    reply.once('finish', () => socket.end());
    asked.set(request, { socket, head });
    app.routing(request, reply);
  });
  app.addHook('preClose', async () => {
    for (const socket of open) socket.destroy();
  });
}
