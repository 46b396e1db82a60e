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

/** Rooms of sockets; an event goes to one or several rooms. */
export const guardRoom = (guardId: string): string => `guard:${guardId}`;
export const staffRoom = 'staff';
/** A room of a domain, such as `chat:<id>`; guards are added by `joinRoom`. */
export const roomNamed = (name: string): string => `room:${name}`;
const sessionRoom = (sessionId: string) => `session:${sessionId}`;
const keyRoom = (keyId: string) => `staff-key:${keyId}`;
/** Staff roles that receive urgent events, because they act on them. */
const listening: readonly StaffRole[] = ['dispatcher', 'support'];

export interface SocketOptions extends Omit<CallSettings, 'log' | 'limit' | 'writeLimit'>, Pick<Env, 'portalUrl' | 'corsOrigins'> {
  severalProcesses: boolean;
  /** Transport of events between processes; null: the database. It is closed with the sockets. */
  redis?: Redis | null;
  /** Calls that sockets may make. */
  routes: readonly Route[];
  limit?: CallLimit;
  writeLimit?: Limit;
  /** The staff listener. In production it alone accepts staff sockets. */
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

/** A method of socket.io's engine that its types lack. */
interface Attachable {
  attach(server: FastifyInstance['server'], options: { path: string; destroyUpgrade: boolean }): void;
}

/** Attaches the same sockets to the staff listener. @returns a function: whether a socket arrived there. */
function attachStaff(server: Server, staffApp: FastifyInstance | null): (socket: Socket) => boolean {
  const came = new WeakSet<IncomingMessage>();
  if (staffApp) {
    staffApp.server.prependListener('upgrade', (request: IncomingMessage) => came.add(request));
    (server.engine as unknown as Attachable).attach(staffApp.server, { path: server.path(), destroyUpgrade: false });
  }
  return ({ request }) => came.has(request);
}

/**
 * Opens the sockets on the API's server. Websocket only, because polling would need sticky sessions. The handshake carries the guard's token, or a
 * staff key as `staffToken`; other fields are not trusted. Events reach other processes through the database, or Redis.
 */
export function createSocketServer(app: FastifyInstance, options: SocketOptions): void {
  const server = new Server(app.server, {
    transports: ['websocket'],
    serveClient: false,
    // Well above the limit of a call, which gets an error reply; only far larger messages end the connection.
    maxHttpBufferSize: 2 * 1024 * 1024,
    destroyUpgrade: false,
    // Rejects pages of other sites before a connection exists.
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
    if (socket.data.guardId) sendInitialCounts(socket).catch(() => app.log.warn('The badge counts could not be sent to a new page'));
  });
  const forget = onSessionsEnded((ids) => {
    // socket.io treats an empty list of rooms as all rooms.
    if (ids.length > 0) server.in(ids.map(sessionRoom)).disconnectSockets(true);
  });
  // Writes that finish after this process has closed its sockets still reach the sockets of other processes.
  app.addHook('onClose', async () => {
    forget();
    io = null;
    await server.close();
    if (options.redis?.isOpen) options.redis.destroy();
  });
  poll(app, OVERDUE_EVERY, closeExpiredSockets, 'Sockets of ended sessions could not be closed');
  io = server;
  isStrict = options.mode !== 'production';
  app.addHook('preClose', () => drainSockets(server));
}

const OVERDUE_EVERY = 60_000;

/** Disconnects this process's sockets with an ended session or key. Without a call they would not be checked, and would still get events. */
export async function closeExpiredSockets(): Promise<void> {
  const sockets = [...(io?.of('/').sockets.values() ?? [])];
  const of = (what: 'sessionId' | 'staffKeyId') =>
    [...new Set(sockets.map(({ data }) => data[what] as string | undefined))].filter((id) => id !== undefined);
  const [sessions, keys] = [of('sessionId'), of('staffKeyId')];
  const dead = new Set([...(sessions.length > 0 ? await endedSessions(sessions) : []), ...(keys.length > 0 ? await endedKeys(keys) : [])]);
  for (const socket of sockets) if (dead.has(socket.data.sessionId ?? socket.data.staffKeyId)) socket.disconnect(true);
}

/** Disconnects the sockets of a staff key after the commit. */
export const endStaffSockets = (keyId: string): void => afterCommit(() => io?.in(keyRoom(keyId)).disconnectSockets(true));

/** Admits a staff socket into the room for urgent events; null for an invalid key or another role. */
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

/** Authenticates the handshake and joins the rooms of the guard or the staff. */
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

/** Sockets of one guard at this process; each device has one. */
const SOCKETS_AT_MOST = 20;

/** Disconnects the guard's oldest socket beyond the limit, so that an abandoned device does not block a new one. */
function closeOldestSocket(server: Server, { data }: Socket): void {
  const [oldest, ...others] = server.of('/').adapter.rooms.get(guardRoom(data.guardId)) ?? [];
  if (oldest && others.length >= SOCKETS_AT_MOST) server.of('/').sockets.get(oldest)?.disconnect(true);
}

const COUNT: keyof typeof liveEvents.shapes = 'count';
const NOTICE: keyof typeof liveEvents.shapes = 'notice';

/** Sends a newly connected page the missed notices and the guard's badge counts. */
async function sendInitialCounts(socket: Socket): Promise<void> {
  for (const notice of await missedNotices(socket.data.guardId, socket.handshake.auth.since)) socket.emit(NOTICE, notice);
  for (const counted of await badgeCounts(socket.data.guardId)) socket.emit(COUNT, counted);
}

/** Rejects polling immediately with an envelope: a polling client would retry forever. */
function refusePolling(request: IncomingMessage, reply: ServerResponse, next: () => void): void {
  // The app does not see requests of this path. For a websocket, `reply` is not a `ServerResponse`.
  if (reply instanceof ServerResponse && !admitFraming(request, reply)) return;
  if (request.headers.upgrade) {
    next();
    return;
  }
  const envelope = errorEnvelope(new ApiError(426, 'The live connection is a websocket only.'));
  reply.writeHead(426, { 'content-type': 'application/json', 'cache-control': 'no-store', upgrade: 'websocket' });
  reply.end(JSON.stringify(envelope));
}

/** Adds the guard's current sockets to a room of a domain after the commit. Later sockets have to join again. */
export function joinRoom(guardId: string, name: string): void {
  afterCommit(() => io?.in(guardRoom(guardId)).socketsJoin(roomNamed(name)));
}

/** Removes a guard's sockets from a room after the commit. */
export function leaveRoom(guardId: string, name: string): void {
  afterCommit(() => io?.in(guardRoom(guardId)).socketsLeave(roomNamed(name)));
}

/**
 * Sends an event once to every socket in any of the rooms, after the commit. An event sent during a gap of the connection is lost;
 * pages reload their data after they reconnect.
 * @param except rooms with sockets that do not receive it.
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
  // socket.io treats an empty list of rooms as all rooms.
  if (rooms.length > 0) afterCommit(() => io?.to(rooms).except(except).emit(name, payload));
}

/** Sends an urgent event to the connected staff after the commit. */
export function notifyStaff(event: string, payload: unknown): void {
  afterCommit(() => io?.to(staffRoom).emit(event, payload));
}

/** Sends a change event to a guard's open pages, so that they reload the domain's data. */
export const notifyChanged = (guardId: string, domain: string): void => emitEvent(guardRoom(guardId), liveEvents, 'changed', { domain });

/** Sends the badge count of a domain to a guard's open pages after the commit. */
export function sendBadgeCount(guardId: string, domain: string): void {
  afterCommit(async () => {
    for (const counted of await badgeCounts(guardId, domain)) emitEvent(guardRoom(guardId), liveEvents, COUNT, counted);
  });
}
