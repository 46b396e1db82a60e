import { type IncomingMessage, ServerResponse } from 'node:http';
import { type Events, liveEvents, type NameOf, payloadDefect } from '@portal/contracts/_kernel/event';
import { FORWARDED_REFUSAL } from '@portal/contracts/_kernel/mode';
import type { StaffRole } from '@portal/contracts/_kernel/staff';
import type { FastifyInstance } from 'fastify';
import { Server, type Socket } from 'socket.io';
import type { Env } from '../config/env';
import { afterCommit } from '../database/db';
import { isForwardedDemo } from '../http/client-address';
import { ApiError, errorEnvelope } from '../http/errors';
import { admitFraming } from '../http/framing';
import { type Limit, WRITES_PER_GUARD } from '../http/rate-limit';
import type { Route } from '../http/routes';
import { logSecurityEvent, principalOf } from '../identity/security-log';
import { endedSessions, findSession, onSessionsEnded } from '../identity/sessions';
import { authenticateStaff, endedKeys } from '../identity/staff-keys';
import { poll } from '../queue/poll';
import { badgeCounts } from './badge-counts';
import { attachClusterAdapter } from './cluster-adapter';
import { missedNotices } from './missed';
import type { Redis } from './redis-transport';
import { CALL_LIMIT, type Caller, type CallLimit, type CallSettings, createSocketCalls } from './socket-calls';
import { drainSockets } from './socket-drain';
import { isAllowedOrigin } from './socket-origin';
import { routeUpgrades, upgradeLimit } from './upgrades';

let io: Server | null = null;
let isStrict = false;

/** Rooms of sockets: an event goes to one of them, or to several at once. */
export const guardRoom = (guardId: string): string => `guard:${guardId}`;
export const staffRoom = 'staff';
/** A room of a domain's own, such as `chat:<id>`; guards are in it by `joinRoom`. */
export const roomNamed = (name: string): string => `room:${name}`;
const sessionRoom = (sessionId: string) => `session:${sessionId}`;
const keyRoom = (keyId: string) => `staff-key:${keyId}`;
/** Who of the staff hears what cannot wait: those who act on it. */
const listening: readonly StaffRole[] = ['dispatcher', 'support'];

export interface SocketOptions extends Omit<CallSettings, 'log' | 'limit' | 'writeLimit'>, Pick<Env, 'portalUrl' | 'corsOrigins'> {
  severalProcesses: boolean;
  /** By which events cross processes; null: by the database. It ends with the sockets. */
  redis?: Redis | null;
  /** What sockets may call. */
  routes: readonly Route[];
  limit?: CallLimit;
  writeLimit?: Limit;
  /** The listener of the staff: in production theirs alone, sockets included. */
  staffApp?: FastifyInstance | null;
}

/** Closes a websocket that is not admitted within the limit, and a websocket that has left its namespace. */
function limitIdleSockets(server: Server, opened: WeakSet<IncomingMessage>): void {
  const admitted = new WeakSet<object>();
  server.engine.on('connection', (connection: Socket['conn']) => {
    opened.add(connection.request);
    const timer = setTimeout(() => {
      if (admitted.has(connection)) return;
      connection.close(true);
      // A client that does not answer the close would keep its connection for another 30 seconds.
      connection.request.socket.destroy();
    }, upgradeLimit.ms);
    connection.once('close', () => clearTimeout(timer));
  });
  server.on('connection', (socket) => {
    admitted.add(socket.conn);
    socket.once('disconnect', () => socket.conn.close());
  });
}

/** What socket.io's engine can, and its own types leave out. */
interface Attachable {
  attach(server: FastifyInstance['server'], options: { path: string; destroyUpgrade: boolean }): void;
}

/** The same sockets on the staff's listener. @returns whether a socket came by it. */
function attachStaff(server: Server, staffApp: FastifyInstance | null): (socket: Socket) => boolean {
  const came = new WeakSet<IncomingMessage>();
  if (staffApp) {
    staffApp.server.prependListener('upgrade', (request: IncomingMessage) => came.add(request));
    (server.engine as unknown as Attachable).attach(staffApp.server, { path: server.path(), destroyUpgrade: false });
  }
  return ({ request }) => came.has(request);
}

/**
 * Opens the sockets on the API's own server, to pages of the portal. Websocket only: polling would need sticky sessions. The handshake carries
 * the guard's token, or a staff key as `staffToken`, and nothing else is believed (`Handshake`). Events cross processes through the database, or Redis.
 */
export function createSocketServer(app: FastifyInstance, options: SocketOptions): void {
  const server = new Server(app.server, {
    transports: ['websocket'],
    serveClient: false,
    // Well above what a call may have: that is refused in words, and only what is far beyond ends the connection.
    maxHttpBufferSize: 2 * 1024 * 1024,
    destroyUpgrade: false,
    // Before anything else: a page of another site's gets no connection at all.
    allowRequest: (request, decide) => {
      if (isForwardedDemo(request, options)) return decide(FORWARDED_REFUSAL, false);
      const isOwn = isAllowedOrigin(request, options);
      if (!isOwn) logSecurityEvent('forbidden', principalOf({ guard: null, staff: null }), { route: 'socket of a foreign page' });
      decide(isOwn ? null : 'This page is not one of the portal.', isOwn);
    },
  });
  server.engine.use(refusePolling);
  const opened = new WeakSet<IncomingMessage>();
  limitIdleSockets(server, opened);
  if (options.severalProcesses) attachClusterAdapter(server, options.redis, undefined, (line) => app.log.warn(line));
  const follow = createSocketCalls(options.routes, {
    ...options,
    log: app.log,
    limit: options.limit ?? CALL_LIMIT,
    writeLimit: options.writeLimit ?? WRITES_PER_GUARD,
  });
  const isStaffs = attachStaff(server, options.staffApp ?? null);
  for (const one of [app, ...(options.staffApp ? [options.staffApp] : [])]) routeUpgrades(one, server.path(), opened);
  server.use((socket, next) => {
    const takesStaff = options.mode !== 'production' || isStaffs(socket);
    authenticateSocket(socket, { staffToken: options.staffToken, takesStaff }).then(
      (caller) => {
        if (!caller) return next(new Error('401'));
        follow(socket, caller);
        next();
      },
      () => next(new Error('503')),
    );
  });
  server.on('connection', (socket) => {
    closeOldestSocket(server, socket);
    if (socket.data.guardId) sendInitialCounts(socket).catch(() => app.log.warn('The counts could not be said to a page that came'));
  });
  const forget = onSessionsEnded((ids) => {
    // To socket.io no room is every room.
    if (ids.length > 0) server.in(ids.map(sessionRoom)).disconnectSockets(true);
  });
  // What is answered after its own sockets are gone, others' still hear.
  app.addHook('onClose', async () => {
    forget();
    io = null;
    await server.close();
    if (options.redis?.isOpen) options.redis.destroy();
  });
  poll(app, OVERDUE_EVERY, closeExpiredSockets, 'Sockets of sessions that are over could not be looked for');
  io = server;
  isStrict = options.mode !== 'production';
  app.addHook('preClose', () => drainSockets(server));
}

const OVERDUE_EVERY = 60_000;

/** Ends this process's sockets whose session's or key's time is over: they make no call that would be refused, and must hear nothing more. */
export async function closeExpiredSockets(): Promise<void> {
  const sockets = [...(io?.of('/').sockets.values() ?? [])];
  const of = (what: 'sessionId' | 'staffKeyId') =>
    [...new Set(sockets.map(({ data }) => data[what] as string | undefined))].filter((id) => id !== undefined);
  const [sessions, keys] = [of('sessionId'), of('staffKeyId')];
  const dead = new Set([...(sessions.length > 0 ? await endedSessions(sessions) : []), ...(keys.length > 0 ? await endedKeys(keys) : [])]);
  for (const socket of sockets) if (dead.has(socket.data.sessionId ?? socket.data.staffKeyId)) socket.disconnect(true);
}

/** Ends the sockets of a staff key, once the transaction has committed. */
export const endStaffSockets = (keyId: string): void => afterCommit(() => io?.in(keyRoom(keyId)).disconnectSockets(true));

/** A member of the staff at the other end, in the room of those who hear what cannot wait; null for a key that does not count, or no such role. */
async function admitStaff(socket: Socket, key: string, token: string | null): Promise<Caller | null> {
  const member = await authenticateStaff(key, token).catch((refusal: unknown) => {
    if (refusal instanceof ApiError && refusal.code === 401) return null;
    throw refusal;
  });
  if (!member || (member.role && !listening.includes(member.role))) return null;
  if (member.keyId) {
    socket.data.staffKeyId = member.keyId;
    await socket.join(keyRoom(member.keyId));
  }
  await socket.join(staffRoom);
  return { who: member.keyId ?? staffRoom, authorization: `Bearer ${key}` };
}

/** Who is at the other end, by the handshake: put into the rooms that are theirs by that alone. */
async function authenticateSocket(
  socket: Socket,
  { staffToken, takesStaff }: Pick<SocketOptions, 'staffToken'> & { takesStaff: boolean },
): Promise<Caller | null> {
  const given = socket.handshake.auth as Record<string, unknown>;
  if (typeof given.staffToken === 'string') return takesStaff ? admitStaff(socket, given.staffToken, staffToken) : null;
  const guard = typeof given.token === 'string' ? await findSession(given.token) : null;
  if (!guard) return null;
  socket.data.guardId = guard.id;
  socket.data.sessionId = guard.sessionId;
  await socket.join([guardRoom(guard.id), sessionRoom(guard.sessionId)]);
  return { who: guard.id, authorization: `Bearer ${given.token}` };
}

/** Of one guard at this process: every device has one. */
const SOCKETS_AT_MOST = 20;

/** Whoever opens more and more loses the oldest: a device that was left behind must not keep a new one out. */
function closeOldestSocket(server: Server, { data }: Socket): void {
  const [oldest, ...others] = server.of('/').adapter.rooms.get(guardRoom(data.guardId)) ?? [];
  if (oldest && others.length >= SOCKETS_AT_MOST) server.of('/').sockets.get(oldest)?.disconnect(true);
}

const COUNT: keyof typeof liveEvents.shapes = 'count';
const NOTICE: keyof typeof liveEvents.shapes = 'notice';

/** Sends to a page that has just connected the notices that it missed, and how much waits for its guard. */
async function sendInitialCounts(socket: Socket): Promise<void> {
  for (const notice of await missedNotices(socket.data.guardId, socket.handshake.auth.since)) socket.emit(NOTICE, notice);
  for (const counted of await badgeCounts(socket.data.guardId)) socket.emit(COUNT, counted);
}

/** In the envelope and at once: a client that polls would try for ever. */
function refusePolling(request: IncomingMessage, reply: ServerResponse, next: () => void): void {
  // The app does not see a request of this path. A websocket's reply is none of Node's.
  if (reply instanceof ServerResponse && !admitFraming(request, reply)) return;
  if (request.headers.upgrade) {
    next();
    return;
  }
  const envelope = errorEnvelope(new ApiError(426, 'The live connection is a websocket only.'));
  reply.writeHead(426, { 'content-type': 'application/json', 'cache-control': 'no-store', upgrade: 'websocket' });
  reply.end(JSON.stringify(envelope));
}

/** Puts the sockets that a guard has now into a room of a domain's own, once the transaction has committed; later ones ask anew. */
export function joinRoom(guardId: string, name: string): void {
  afterCommit(() => io?.in(guardRoom(guardId)).socketsJoin(roomNamed(name)));
}

/** Takes a guard's sockets out of a room, once the transaction has committed. */
export function leaveRoom(guardId: string, name: string): void {
  afterCommit(() => io?.in(guardRoom(guardId)).socketsLeave(roomNamed(name)));
}

/**
 * Sends an event to every socket in any of the rooms, once, when the transaction has committed. One that falls into a gap is lost:
 * pages read again when they are back.
 * @param except rooms whose sockets do not hear it.
 */
export function emitEvent<Payloads extends object, Name extends NameOf<Payloads>>(
  rooms: string | string[],
  events: Events<Payloads>,
  name: Name,
  payload: Payloads[Name],
  except: string | string[] = [],
): void {
  const defect = isStrict ? payloadDefect(events, name, payload) : null;
  if (defect) throw new Error(`The event ${name} breaks its shape: ${defect}`);
  // To socket.io no room is every room.
  if (rooms.length > 0) afterCommit(() => io?.to(rooms).except(except).emit(name, payload));
}

/** Tells staff who listen, once the transaction has committed: what cannot wait until they look. */
export function notifyStaff(event: string, payload: unknown): void {
  afterCommit(() => io?.to(staffRoom).emit(event, payload));
}

/** Tells a guard's open pages that a domain's data changed, so that they read them again. */
export const notifyChanged = (guardId: string, domain: string): void => emitEvent(guardRoom(guardId), liveEvents, 'changed', { domain });

/** Tells a guard's open pages how much of a domain waits for them now, once the transaction has committed. */
export function sendBadgeCount(guardId: string, domain: string): void {
  afterCommit(async () => {
    for (const counted of await badgeCounts(guardId, domain)) emitEvent(guardRoom(guardId), liveEvents, COUNT, counted);
  });
}
