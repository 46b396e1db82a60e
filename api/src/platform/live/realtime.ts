import { type IncomingMessage, ServerResponse } from 'node:http';
import { type Events, liveEvents, type NameOf, payloadDefect } from '@portal/contracts/_kernel/event';
import { FORWARDED_REFUSAL } from '@portal/contracts/_kernel/mode';
import type { StaffRole } from '@portal/contracts/_kernel/staff';
import type { FastifyInstance } from 'fastify';
import { Server, type Socket } from 'socket.io';
import type { Env } from '../config/env';
import { currentServices, runWithServices } from '../context';
import { afterCommit } from '../database/db';
import { isForwardedDemo } from '../http/client-address';
import { ApiError, errorEnvelope } from '../http/errors';
import { admitFraming } from '../http/framing';
import type { Route } from '../http/routes';
import { logSecurityEvent, principalOf } from '../identity/security-log';
import { endedSessions, findSession } from '../identity/sessions';
import { authenticateStaff, endedKeys } from '../identity/staff-keys';
import { badgeCounts } from './badge-counts';
import { attachClusterAdapter, type EventTransport } from './cluster-adapter';
import { missedNotices } from './missed';
import type { RedisStream } from './redis-transport';
import { disconnectRooms, keyRoom, sessionRoom } from './rooms';
import { type CallSettings, createSocketCalls, type SocketCaller } from './socket-calls';
import { isAllowedOrigin } from './socket-origin';
import { routeUpgrades } from './upgrades';

/** The live events of an API. */
export interface LiveEvents {
  /** Null before it is open and after its close: then events of this process are dropped. */
  server: Server | null;
  /** Closed with the sockets. */
  redis: RedisStream | null;
  readonly transport: EventTransport;
  /** The pending calls of each socket, run in sequence. */
  readonly pendingCalls: WeakMap<Socket, Promise<unknown>>;
}

export const createLive = (): LiveEvents => ({
  server: null,
  redis: null,
  transport: { kind: 'database', isDisconnected: false },
  pendingCalls: new WeakMap(),
});

/** Rooms of sockets; an event goes to one or several rooms. */
export const guardRoom = (guardId: string): string => `guard:${guardId}`;
export const staffRoom = 'staff';
/** Staff roles that receive urgent events, because they act on them. */
const listening: readonly StaffRole[] = ['dispatcher', 'support'];

export interface SocketOptions extends Omit<CallSettings, 'log'>, Pick<Env, 'portalUrl' | 'corsOrigins'> {
  severalProcesses: boolean;
  /** Transport of events between processes; null: the database. */
  redis: RedisStream | null;
  /** Calls that sockets may make. */
  routes: readonly Route[];
  /** The staff listener. In production it alone accepts staff sockets. */
  staffApp: FastifyInstance | null;
}

/** Closes a websocket that is not admitted within the limit, and a websocket that has left its namespace. */
function limitIdleSockets(server: Server, opened: WeakSet<IncomingMessage>): void {
  const { limits } = currentServices();
  const admitted = new WeakSet<object>();
  server.engine.on('connection', (connection: Socket['conn']) => {
    opened.add(connection.request);
    const timer = setTimeout(() => {
      if (admitted.has(connection)) return;
      connection.close(true);
      // A client that does not answer the close would keep its connection for another 30 seconds.
      connection.request.socket.destroy();
    }, limits.upgradeMs);
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
  const api = currentServices();
  const reportForeignPage = () =>
    runWithServices(api, () =>
      logSecurityEvent('forbidden', principalOf({ guard: null, staff: null }), { route: 'socket of a foreign page' }),
    );
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
      if (!isOwn) reportForeignPage();
      decide(isOwn ? null : 'This page is not one of the portal.', isOwn);
    },
  });
  server.engine.use(refusePolling);
  const opened = new WeakSet<IncomingMessage>();
  limitIdleSockets(server, opened);
  if (options.severalProcesses) attachClusterAdapter(server, options.redis, undefined, (line) => app.log.warn(line));
  const follow = createSocketCalls(options.routes, { ...options, log: app.log });
  const isStaffs = attachStaff(server, options.staffApp);
  for (const one of [app, ...(options.staffApp ? [options.staffApp] : [])]) routeUpgrades(one, server.path(), opened, api.limits.upgradeMs);
  server.use((socket, next) => {
    const takesStaff = options.mode !== 'production' || isStaffs(socket);
    runWithServices(api, () => authenticateSocket(socket, { staffToken: options.staffToken, takesStaff })).then(
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
    if (socket.data.guardId)
      runWithServices(api, () => sendInitialCounts(socket)).catch(() => app.log.warn('The badge counts could not be sent to a new page'));
  });
  Object.assign(api.live, { server, redis: options.redis });
}

/** Closes the sockets. Writes that finish afterwards reach only the sockets of other processes, so it comes after them. */
export async function closeSocketServer(): Promise<void> {
  const { live } = currentServices();
  const { server, redis } = live;
  live.server = null;
  await server?.close();
  if (redis?.isOpen) redis.destroy();
}

/** Disconnects this process's sockets with an ended session or key. Without a call they would not be checked, and would still get events. */
export async function closeExpiredSockets(): Promise<void> {
  const sockets = [...(currentServices().live.server?.of('/').sockets.values() ?? [])];
  const of = (what: 'sessionId' | 'staffKeyId') =>
    [...new Set(sockets.map(({ data }) => data[what] as string | undefined))].filter((id) => id !== undefined);
  const [sessions, keys] = [of('sessionId'), of('staffKeyId')];
  const dead = new Set([...(sessions.length > 0 ? await endedSessions(sessions) : []), ...(keys.length > 0 ? await endedKeys(keys) : [])]);
  for (const socket of sockets) if (dead.has(socket.data.sessionId ?? socket.data.staffKeyId)) socket.disconnect(true);
}

/** Disconnects the sockets of a staff key after the commit. */
export const endStaffSockets = (keyId: string): void => afterCommit(() => disconnectRooms([keyRoom(keyId)]));

/** Admits a staff socket into the room for urgent events; null for an invalid key or another role. */
async function admitStaff(socket: Socket, key: string, token: string | null): Promise<SocketCaller | null> {
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
): Promise<SocketCaller | null> {
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
  const defect = currentServices().env.mode !== 'production' ? payloadDefect(events, name, payload) : null;
  if (defect) throw new Error(`The event ${name} breaks its shape: ${defect}`);
  // socket.io treats an empty list of rooms as all rooms.
  if (rooms.length > 0) afterCommit(() => currentServices().live.server?.to(rooms).except(except).emit(name, payload));
}

/** Sends an urgent event to the connected staff after the commit. */
export function notifyStaff(event: string, payload: unknown): void {
  afterCommit(() => currentServices().live.server?.to(staffRoom).emit(event, payload));
}

/** Sends a change event to a guard's open pages, so that they reload the domain's data. */
export const notifyChanged = (guardId: string, domain: string): void => emitEvent(guardRoom(guardId), liveEvents, 'changed', { domain });

/** Sends the badge count of a domain to a guard's open pages after the commit. */
export function sendBadgeCount(guardId: string, domain: string): void {
  afterCommit(async () => {
    for (const counted of await badgeCounts(guardId, domain)) emitEvent(guardRoom(guardId), liveEvents, COUNT, counted);
  });
}
