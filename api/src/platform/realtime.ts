import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createAdapter } from '@socket.io/postgres-adapter';
import type { FastifyInstance } from 'fastify';
import { Server } from 'socket.io';
import { afterCommit, openPool } from './db';
import { Refusal, refusalEnvelope } from './errors';
import { isSame } from './secrets';
import { findSession } from './sessions';

let io: Server | null = null;

const STAFF = 'staff';
const roomOf = (guardId: string) => `guard:${guardId}`;

/**
 * Opens the sockets on the API's own server. Websocket only: polling would need sticky sessions. The handshake carries
 * the guard's token, or the staff token as `staffToken`, and nothing else is believed. Events cross processes through the database.
 */
export function openSockets(app: FastifyInstance, options: { severalProcesses: boolean; staffToken: string | null }): void {
  const server = new Server(app.server, {
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 64 * 1024,
    destroyUpgrade: false,
  });
  server.engine.use(refusePolling);
  endOtherUpgrades(app, server.path());
  if (options.severalProcesses) server.adapter(createAdapter(openPool(), { errorHandler: () => {} }));
  server.use((socket, next) => {
    const { token, staffToken } = socket.handshake.auth as Record<string, unknown>;
    if (typeof staffToken === 'string' && options.staffToken && isSame(staffToken, options.staffToken)) {
      void socket.join(STAFF);
      return next();
    }
    (typeof token === 'string' ? findSession(token) : Promise.resolve(null)).then(
      (guard) => {
        if (!guard) return next(new Error('401'));
        void socket.join(roomOf(guard.id));
        next();
      },
      () => next(new Error('503')),
    );
  });
  io = server;
  app.addHook('preClose', async () => {
    io = null;
    await server.close();
  });
}

/** In the envelope and at once: a client that polls would try for ever. */
function refusePolling(request: IncomingMessage, reply: ServerResponse, next: () => void): void {
  if (request.headers.upgrade) {
    next();
    return;
  }
  const envelope = refusalEnvelope(new Refusal(426, 'The live connection is a websocket only.'));
  reply.writeHead(426, { 'content-type': 'application/json', 'cache-control': 'no-store', upgrade: 'websocket' });
  reply.end(JSON.stringify(envelope));
}

/** An upgrade of any other path is answered as if none were asked for, and its connection ends. */
function endOtherUpgrades(app: FastifyInstance, path: string): void {
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    if (request.url?.startsWith(`${path}/`)) return;
    socket.on('error', () => socket.destroy());
    const reply = new ServerResponse(request);
    reply.shouldKeepAlive = false;
    reply.assignSocket(socket as Socket);
    reply.once('finish', () => socket.end());
    app.routing(request, reply);
  });
}

/** Tells a guard's open pages, once the transaction has committed. An event in a gap is lost: pages read again when they reconnect. */
export function emitTo(guardId: string, event: string, payload: unknown): void {
  afterCommit(() => io?.to(roomOf(guardId)).emit(event, payload));
}

/** Tells staff who listen, once the transaction has committed: what cannot wait until they look. */
export function tellStaff(event: string, payload: unknown): void {
  afterCommit(() => io?.to(STAFF).emit(event, payload));
}

/** Tells a guard's open pages that a domain's data changed, so that they read them again. */
export const changed = (guardId: string, domain: string): void => emitTo(guardId, 'changed', { domain });
