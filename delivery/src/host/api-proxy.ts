import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { BASE, STAFF_BASE } from '@portal/contracts/_kernel/endpoint';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { drainRequest } from './drain-request';
import { refuse } from './refusal';
import type { Settings } from './settings';
import { forwardedTrace, type HostTraces } from './traces';
import { endToEnd, statusOfFailure, type Upstream, type UpstreamHeaders, upstreamOf } from './upstream';
import { answerUpgrade, isUpgrade, SOCKET_PATH } from './websocket-upgrade';

/** Proves that a request came through the portal host, so that the API may trust its X-Forwarded-For. */
export const HOST_HEADER = 'x-portal-host';
/** Headers in which a client could claim an address, a scheme, or the owner of a module. */
const CLAIMS = [
  'traceparent',
  'tracestate',
  'baggage',
  'forwarded',
  'x-real-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  HOST_HEADER,
];

/**
 * The client's address as this host sees it; claims of the client are dropped. Without the secret the API trusts no address, so none is
 * sent.
 */
export const forwardedHeaders = (request: FastifyRequest, secret: string | null): UpstreamHeaders => ({
  ...(secret && { 'x-forwarded-for': request.ip, [HOST_HEADER]: secret }),
  'x-forwarded-proto': request.protocol,
  'x-forwarded-host': request.host,
});

function headersOf(request: FastifyRequest, secret: string | null): UpstreamHeaders {
  const own = Object.entries(endToEnd(request.raw.headers)).filter(([name]) => !CLAIMS.includes(name));
  return { ...Object.fromEntries(own), ...forwardedHeaders(request, secret), ...forwardedTrace(request) };
}

/** Whether a path could leave the prefix for another parser. */
function hasPathTraversal(url: string): boolean {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '')
      .split(/[\\/]/)
      .includes('..');
  } catch {
    return true;
  }
}

interface Body {
  body: PassThrough;
  /** Null: the client sends chunks. */
  length: number | null;
}

/** The body as a separate stream: undici destroys the stream of an unfinished request, and the client's connection must stay. */
function bodyOf(raw: IncomingMessage): Body | null {
  const { 'content-length': stated, 'transfer-encoding': coding } = raw.headers;
  const length = coding === undefined ? Number(stated ?? 0) : null;
  if (length === 0) return null;
  // undici rejects the request itself when its body fails.
  const body = new PassThrough().on('error', () => undefined);
  raw.pipe(body);
  return { body, length };
}

interface Way {
  upstream: Upstream;
  secret: string | null;
  socketIdleMs: number;
  /** The longest silence of the API before the host answers 504. */
  answerMs(request: IncomingMessage): number;
  traces: HostTraces;
}

/** Forwards one request and its reply. The reply may come before the request is read completely, and it always arrives. */
async function forward(request: FastifyRequest, reply: FastifyReply, way: Way): Promise<FastifyReply> {
  const { raw } = request;
  const { method = 'GET', url: path = '/' } = raw;
  if (hasPathTraversal(path)) {
    refuse(reply, 400);
    return reply;
  }
  if (!isUpgrade(raw)) way.traces.begin(request, reply);
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const head = { method, path, headers: headersOf(request, way.secret), silenceMs: way.answerMs(raw), signal: gone.signal };
  try {
    if (isUpgrade(raw)) {
      const answer = await way.upstream.upgrade(head, 'websocket');
      return answerUpgrade(request, reply, answer, way.socketIdleMs);
    }
    const sent = bodyOf(raw);
    const { statusCode, headers, body } = await way.upstream.request({ ...head, ...sent });
    if (sent) raw.unpipe(sent.body);
    void reply.code(statusCode).headers(endToEnd(headers));
    const hasBody = method !== 'HEAD' && ![204, 304].includes(statusCode);
    return hasBody ? reply.send(body) : reply.send(void body.resume());
  } catch (error) {
    refuse(reply, statusOfFailure(error));
    return reply;
  }
}

/** Forwards the paths and the socket of the API. Without a reply of the API the client gets an envelope with 503 or 504. */
export function proxyApi(
  app: FastifyInstance,
  {
    apiUrl,
    hostSecret,
    answerMs,
    socketIdleMs,
    production,
    traces,
  }: Pick<Settings, 'apiUrl' | 'hostSecret' | 'answerMs' | 'socketIdleMs' | 'production'> & { traces: HostTraces },
): void {
  const upstream = upstreamOf(apiUrl);
  const way: Way = {
    upstream,
    secret: hostSecret,
    socketIdleMs,
    traces,
    answerMs: ({ headers }) => (headers['content-type']?.startsWith('multipart/') ? answerMs.upload : answerMs.call),
  };
  void app.register(async (scope) => {
    // Bodies of any type are forwarded unread.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.setErrorHandler<FastifyError>((error, _request, reply) => refuse(reply, error.statusCode ?? 503));
    scope.addHook('onSend', (request, reply) => drainRequest(request.raw, reply.raw));
    // Staff have their own listener; only a demonstration serves them here, too.
    const refused = production ? [STAFF_BASE] : [];
    for (const prefix of [BASE, STAFF_BASE, SOCKET_PATH])
      for (const url of [prefix, `${prefix}/*`])
        scope.all(url, (request, reply) => (refused.includes(prefix) ? refuse(reply, 404) : forward(request, reply, way)));
  });
  app.addHook('onClose', () => upstream.close());
}
