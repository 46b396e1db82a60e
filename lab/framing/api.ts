import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import { admitRequests, refuseConnection } from '@portal/contracts/_kernel/connections';
import { buildApi } from '../../api/src/build-api';
import { rejectUnparsed } from '../../api/src/platform/http/framing';
import { routeUpgrades } from '../../api/src/platform/live/upgrades';
import { testEnv } from '../../api/test/test-env';

/** A request as the API parsed it. */
export interface ParsedRequest {
  path: string;
  authorization: string;
  bodyLength: number;
}

export interface RecordingApi {
  port: number;
  /** The requests that the API parsed, by the last part of their path. */
  parsed: Map<string, ParsedRequest[]>;
  stop(): Promise<void>;
}

export const markerOf = (path: string): string => /\/([^/?#]*)(?:[?#].*)?$/.exec(path)?.[1] ?? path;

/** Length of a body that the reply did not wait for. */
export const UNREAD = -1;

const isEarly = ({ url }: IncomingMessage): boolean => url?.endsWith('?early') === true;

/** Collects parsed requests. */
function createRecord() {
  const parsed = new Map<string, ParsedRequest[]>();
  /** Returns the fields that name the request in its answer. */
  const record = ({ url: path = '', headers }: IncomingMessage, bodyLength: number): Record<string, string> => {
    const marker = markerOf(path);
    const { authorization = '' } = headers;
    parsed.set(marker, [...(parsed.get(marker) ?? []), { path, authorization, bodyLength }]);
    return { 'x-marker': marker, 'x-token': authorization.replace('Bearer ', ''), 'x-body': String(bodyLength) };
  };
  return { parsed, record };
}

/**
 * The portal's API without a database, which answers unknown paths. A hook records each request when its reply is sent. A reply waits for the
 * end of its request, so a request with a broken body has no reply; a path with `?early` does not wait.
 */
export async function startPortalApi(): Promise<RecordingApi> {
  const { parsed, record } = createRecord();
  const { app, close } = await buildApi(testEnv, { severalProcesses: false });
  const lengths = new WeakMap<IncomingMessage, number>();
  // Not an event listener, because it would start to read the body before Fastify does.
  app.server.prependListener('request', (request: IncomingMessage) => {
    const push = request.push.bind(request);
    request.push = (chunk: Buffer | null, encoding) => {
      lengths.set(request, (lengths.get(request) ?? 0) + (chunk?.length ?? 0));
      return push(chunk, encoding);
    };
  });
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!isEarly(raw)) await finished(raw.resume(), { writable: false }).catch(() => undefined);
    if (raw.complete) reply.headers(record(raw, lengths.get(raw) ?? 0));
    else if (isEarly(raw)) reply.headers(record(raw, UNREAD));
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { port: Number(new URL(url).port), parsed, stop: close };
}

/** Time in which a connection must become a websocket, in ms. */
const UPGRADE_MS = 60_000;

/**
 * A server that records each parsed request, and names the request in its reply.
 * @param admits it refuses irregular framing and ignores `Upgrade` with the code of the API. Without it a portal host must precede it.
 */
export async function startRecorder({ admits = false } = {}): Promise<RecordingApi> {
  const { parsed, record } = createRecord();
  const server = createServer({ maxHeaderSize: admits ? undefined : 64 * 1024, requireHostHeader: !admits }, (request, reply) => {
    if (isRefused(request)) return;
    const answer = (bodyLength: number) => reply.writeHead(200, { ...record(request, bodyLength), 'content-length': 2 }).end('{}');
    if (isEarly(request)) {
      answer(UNREAD);
      return void request.resume();
    }
    let bodyLength = 0;
    request.on('data', (chunk: Buffer) => {
      bodyLength += chunk.length;
    });
    request.on('end', () => answer(bodyLength));
  });
  server.on('upgrade', (request, socket) => {
    socket.on('error', () => socket.destroy());
    const isGranted = request.url?.startsWith('/socket.io/') && request.url.endsWith('?grant');
    const named = Object.entries(record(request, 0)).map(([name, value]) => `${name}: ${value}\r\n`);
    if (isGranted) socket.end(`HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n${named.join('')}\r\n`);
    else socket.end(`HTTP/1.1 426 Upgrade Required\r\nconnection: close\r\ncontent-length: 0\r\n${named.join('')}\r\n`);
    socket.resume();
  });
  const isRefused = admits ? admitRequests(server, (socket, status) => refuseConnection(socket, { status, body: '{}' })) : () => false;
  if (admits) server.on('clientError', (error, socket) => rejectUnparsed(error, socket as Socket));
  if (admits) routeUpgrades({ server }, '/socket.io', new WeakSet(), UPGRADE_MS);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, parsed, stop };
}
