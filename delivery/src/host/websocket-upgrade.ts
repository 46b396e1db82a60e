import { type IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { closeReply, endConnection, ignoreUpgrade, isForWebsocket, isRefused, waitForReplies } from '@portal/contracts/_kernel/connections';
import { framingDefect } from '@portal/contracts/_kernel/framing';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseConnection } from './connections';
import type { UpgradeAnswer } from './upstream';

/** The path of the API's live socket. */
export const SOCKET_PATH = '/socket.io';
interface Upgrade {
  socket: Socket;
  /** The bytes behind the request's head. */
  head: Buffer;
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>();

/** True for a websocket request until its connection is taken. */
export const isUpgrade = (request: IncomingMessage): boolean => upgrades.has(request);

/** Detaches the connection from its request; the caller owns it. */
function takeUpgrade(request: IncomingMessage, reply: FastifyReply): Upgrade {
  const upgrade = upgrades.get(request);
  if (!upgrade) throw new Error('This request has no upgrade, or it was taken already');
  upgrades.delete(request);
  reply.hijack();
  reply.raw.detachSocket(upgrade.socket);
  closeReply(reply.raw);
  return upgrade;
}

/** Connects two sockets: the end of one ends the other, and so does a silence of `idleMs`. */
function pipeSockets(one: Duplex, other: Duplex, idleMs: number): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => from.destroy()).on('close', () => to.destroy());
    if (from instanceof Socket) from.setTimeout(idleMs, () => from.destroy());
  }
  one.pipe(other).pipe(one);
}

/** Forwards the reply of a server: a rejection, or a connection that is joined with the client's. */
export function answerUpgrade(request: FastifyRequest, reply: FastifyReply, answer: UpgradeAnswer, idleMs: number): FastifyReply {
  if (!('socket' in answer)) return reply.code(answer.statusCode).headers(answer.headers).send(answer.body);
  const { socket, head } = takeUpgrade(request.raw, reply);
  const fields = Object.entries(answer.headers).flatMap(([name, given]) => [given].flat().map((value) => `${name}: ${value}\r\n`));
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${fields.join('')}\r\n`, 'latin1');
  answer.socket.write(head);
  pipeSockets(answer.socket, socket, idleMs);
  return reply;
}

/** Serves websocket requests at these paths by the routes of the app. Any other `Upgrade` is ignored. */
export function handleUpgrades(app: FastifyInstance, paths: readonly string[]): void {
  const open = new Set<Socket>();

  const isServed = (request: IncomingMessage) => paths.some((path) => request.url?.startsWith(`${path}/`)) && isForWebsocket(request);

  function serve(request: IncomingMessage, socket: Socket, head: Buffer): void {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
    const reply = new ServerResponse(request);
    reply.shouldKeepAlive = false;
    reply.assignSocket(socket);
    reply.once('finish', () => endConnection(socket));
    upgrades.set(request, { socket, head });
    app.routing(request, reply);
  }

  app.server.on('upgrade', async (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const onError = () => socket.destroy();
    socket.on('error', onError);
    await waitForReplies(socket);
    if (socket.destroyed) return;
    if (isRefused(socket)) return void socket.resume();
    socket.off('error', onError);
    if (!isServed(request)) return ignoreUpgrade(app.server, request, socket, head);
    if (framingDefect(request) !== null) return refuseConnection(socket, 400);
    serve(request, socket, head);
  });
  app.addHook('preClose', async () => {
    for (const socket of open) socket.destroy();
  });
}
