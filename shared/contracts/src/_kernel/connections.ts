import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { framingDefect } from './framing';

// The portal host and the API share this code, so both close the connection after an irregular request and both ignore `Upgrade` in the
// same way.

/** The time in which a client must read a refusal and close its side, in ms. */
const LEAVE_MS = 5_000;

/** Unfinished replies by connection, oldest first. A client may send several requests without waiting for replies. */
const unfinished = new WeakMap<Socket, Set<ServerResponse>>();

/** Closes a reply that has no connection. Node emits 'close' only for a reply with a connection. */
export function closeReply(reply: ServerResponse): void {
  if (reply.socket || reply.destroyed) return;
  reply.destroy();
  reply.emit('close');
}

/** The replies of a connection, including replies that are queued behind an earlier one. */
function repliesOf(socket: Socket): Set<ServerResponse> {
  const existing = unfinished.get(socket);
  if (existing) return existing;
  const replies = new Set<ServerResponse>();
  unfinished.set(socket, replies);
  socket.once('close', () => {
    for (const reply of replies) closeReply(reply);
  });
  return replies;
}

function trackReply(request: IncomingMessage, reply: ServerResponse): void {
  const replies = repliesOf(request.socket).add(reply);
  reply.once('close', () => {
    // An aborted request stays in the set, because the bytes after it are not a request.
    if (request.complete) replies.delete(reply);
  });
}

const unfinishedReplies = (socket: Socket): ServerResponse[] => [...(unfinished.get(socket) ?? [])];

/** Resolves when the server has answered every tracked request of the connection that arrived completely. */
export async function waitForReplies(socket: Socket): Promise<void> {
  const replies = unfinishedReplies(socket).filter(({ req, writableFinished }) => req.complete && !writableFinished);
  await Promise.all(replies.map((reply) => new Promise((resolve) => reply.once('close', resolve))));
}

/**
 * Ends a connection when its client closes its side, or after 5 s. It reads and drops remaining bytes, because unread bytes would reset the
 * connection before the client reads the last reply.
 */
export function endConnection(socket: Socket, text = ''): void {
  const limit = setTimeout(() => socket.destroy(), LEAVE_MS);
  socket.once('close', () => clearTimeout(limit));
  socket.end(text);
  socket.resume();
}

const refused = new WeakSet<Socket>();

/** True after a request was refused. The server then serves no later request of this connection. */
export const isRefused = (socket: Socket): boolean => refused.has(socket);

export interface LastAnswer {
  status: number;
  /** A JSON text. */
  body: string;
}

/**
 * Sends the outstanding replies, then a refusal, and ends the connection. nginx reads `x-accel-redirect` and answers 400 itself, from a
 * location that closes the connection of its client, too: see docker/nginx.conf.
 */
export async function refuseConnection(socket: Socket, { status, body }: LastAnswer): Promise<void> {
  if (refused.has(socket)) return;
  refused.add(socket);
  // Node removes its own error listener before `connect` and `upgrade`. Without this one, a reset by the client would end the process.
  socket.on('error', () => socket.destroy());
  socket.resume();
  await waitForReplies(socket);
  const isAnswering = unfinishedReplies(socket).some(({ req, headersSent }) => !req.complete && headersSent);
  if (isAnswering || !socket.writable) return void socket.destroy();
  const own = [
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
    'x-accel-redirect: @refused',
  ];
  endConnection(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${own.join('\r\n')}\r\n\r\n${body}`);
}

/**
 * Refuses a request with irregular framing, and every later request of its connection. Call it before a route reads the request.
 * @returns true if the request may be served.
 */
export function admitRequest(
  request: IncomingMessage,
  reply: ServerResponse,
  refuse: (socket: Socket, status: number) => unknown,
): boolean {
  const { socket } = request;
  if (!isRefused(socket) && framingDefect(request) === null) {
    trackReply(request, reply);
    return true;
  }
  request.resume();
  refuse(socket, 400);
  return false;
}

/**
 * Refuses requests that a proxy may frame differently, before any route receives them. The server needs `requireHostHeader: false`, because
 * otherwise Node refuses a missing Host itself and serves the later requests.
 * @returns whether the request was refused, so that no route serves it.
 */
export function admitRequests(server: Server, refuse: (socket: Socket, status: number) => unknown): (request: IncomingMessage) => boolean {
  const ignored = new WeakSet<IncomingMessage>();
  // By default Node drops header fields above a number, even framing fields. Their total size is limited in any case.
  server.maxHeadersCount = 0;
  server.prependListener('request', (request, reply) => {
    if (!admitRequest(request, reply, refuse)) ignored.add(request);
  });
  server.on('connect', ({ socket }) => refuse(socket, 400));
  // Node would answer an unknown expectation itself and serve the later requests.
  server.on('checkExpectation', (request) => {
    request.resume();
    refuse(request.socket, 417);
  });
  return (request) => ignored.has(request);
}

/** The only supported upgrade (RFC 6455, 4.2.1): a GET for a websocket, without a body. */
export function isForWebsocket({ method, headers, httpVersion }: IncomingMessage): boolean {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  const isWebsocket = headers.upgrade?.toLowerCase() === 'websocket' && headers['sec-websocket-key'] !== undefined;
  return method === 'GET' && httpVersion === '1.1' && isWebsocket && !hasBody;
}

/** The head of a request without its Upgrade field. The parser has already checked each part. */
function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const fields = rawHeaders.flatMap((name, at, all) =>
    at % 2 === 0 && name.toLowerCase() !== 'upgrade' ? [`${name}: ${all[at + 1]}\r\n`] : [],
  );
  return Buffer.from(`${method} ${url} HTTP/${httpVersion}\r\n${fields.join('')}\r\n`, 'latin1');
}

/**
 * Serves a request as if it had no `Upgrade` (RFC 9110, 7.8). For an upgrade, Node detaches the connection with the request's body unread.
 * This function returns the bytes without the field to the server, and the server's parser frames them as usual. Call it after
 * `waitForReplies` has resolved. Node 20: later releases have `shouldUpgradeCallback`.
 */
export function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  // Clears the timeout between two requests; the server sets its own again.
  socket.setTimeout(0);
  socket.unshift(Buffer.concat([headWithoutUpgrade(request), head]));
  server.emit('connection', socket);
}
