import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { copy } from '@portal/contracts/_kernel/copy';
import { BASE, STAFF_BASE } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from './settings';
import { readRest } from './unread';
import { join, takeUpgrade, wantsUpgrade } from './upgrade';
import { endToEnd, type Headers, type Upstream, upstreamOf } from './upstream';

/** Says that a request came through the portal host, whose X-Forwarded-For the API may then believe. */
export const HOST_HEADER = 'x-portal-host';
/** What a client could claim of itself. */
const CLAIMS = ['forwarded', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', HOST_HEADER];
/** The live socket's path in the API. */
const SOCKET = '/socket.io';

const words: Record<number, string> = {
  400: 'The address could not be read',
  404: 'There is nothing here.',
  415: 'This kind of content is not accepted here',
  503: 'The guard API cannot be reached',
  504: 'The guard API did not answer in time',
};

/** Answers in the API's stead, in its form. */
export function refuse(reply: FastifyReply, code: number): void {
  const envelope: Envelope<null> = { code, message: words[code] ?? '', data: null, ...(code > 500 && { userMessage: copy.offline }) };
  if (!reply.sent) void reply.code(code).header('cache-control', 'no-store').send(envelope);
}

const isSocket = (request: IncomingMessage): boolean => wantsUpgrade(request) && (request.url ?? '').startsWith(`${SOCKET}/`);

/** For whom the host asks, whatever the client claims of itself. */
export const forwarded = (request: FastifyRequest, secret: string | null): Headers => ({
  'x-forwarded-for': request.ip,
  'x-forwarded-proto': request.protocol,
  'x-forwarded-host': request.host,
  ...(secret && { [HOST_HEADER]: secret }),
});

function headersOf(request: FastifyRequest, secret: string | null): Headers {
  const { headers } = request.raw;
  const own = Object.fromEntries(Object.entries(endToEnd(headers)).filter(([name]) => !CLAIMS.includes(name)));
  return {
    ...own,
    ...forwarded(request, secret),
    // A body whose length nobody said.
    ...(headers['transfer-encoding'] && { 'transfer-encoding': 'chunked' }),
    ...(isSocket(request.raw) && { connection: 'Upgrade', upgrade: headers.upgrade ?? '' }),
  };
}

/** A path that another reader could take for one outside of what is handed on. */
function climbs(url: string): boolean {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '')
      .split(/[\\/]/)
      .includes('..');
  } catch {
    return true;
  }
}

function sendBody(request: IncomingMessage, to: ClientRequest): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (isSocket(request) || (length === undefined && coding === undefined)) to.end();
  else request.pipe(to);
}

/** The API agreed to an upgrade: its answer goes to the client as it is, and then whatever either says. */
function open(request: FastifyRequest, reply: FastifyReply, answer: IncomingMessage, server: Socket, first: Buffer): void {
  const { socket, head } = takeUpgrade(request.raw, reply);
  const lines = answer.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []));
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
  socket.write(first);
  server.write(head);
  server.setTimeout(0);
  join(server, socket);
}

interface Way {
  upstream: Upstream;
  secret: string | null;
  /** How long the API may be silent before it is said that it does not answer. */
  answerMs(request: IncomingMessage): number;
}

/** Hands one request on and its answer back. An answer may come before the request is read whole, and it always arrives. */
function forward(request: FastifyRequest, reply: FastifyReply, { upstream, secret, answerMs }: Way): FastifyReply {
  const { raw } = request;
  if (climbs(raw.url ?? '')) {
    refuse(reply, 400);
    return reply;
  }
  const asked = upstream.ask(raw, headersOf(request, secret), answerMs(raw));
  let isLate = false;
  const onSilence = () => {
    // A slow phone is no slow API: silence counts while the API owes something.
    const waitsForClient = reply.raw.writableNeedDrain || (!raw.complete && asked.writableLength === 0);
    // Node tells a request of one silence only; the next one may be the API's.
    if (waitsForClient) return void asked.socket?.once('timeout', onSilence);
    isLate = true;
    asked.destroy();
  };
  asked
    .on('timeout', onSilence)
    .once('close', () => asked.socket?.off('timeout', onSilence))
    .on('response', (answer) => {
      const isEarly = !asked.writableFinished;
      raw.unpipe(asked);
      const hasBody = raw.method !== 'HEAD' && ![204, 304].includes(answer.statusCode ?? 0);
      void reply.code(answer.statusCode ?? 503).headers(endToEnd(answer.headers));
      if (hasBody) void reply.send(answer);
      else void reply.send(void answer.resume());
      // Its connection holds a request that nobody may have read: it is not used again.
      answer.once('end', () => {
        if (isEarly) asked.destroy();
      });
    })
    .on('upgrade', (answer, server, first) => {
      if (isSocket(raw)) return open(request, reply, answer, server, first);
      server.destroy();
      refuse(reply, 503);
    })
    .on('error', () => refuse(reply, isLate ? 504 : 503));
  reply.raw.once('close', () => asked.destroy());
  sendBody(raw, asked);
  return reply;
}

/** Hands the API's paths and its socket on. When it does not answer, the reply is an envelope like any other. */
export function proxyApi(
  app: FastifyInstance,
  { apiUrl, hostSecret, answerMs, production }: Pick<Settings, 'apiUrl' | 'hostSecret' | 'answerMs' | 'production'>,
): void {
  const upstream = upstreamOf(apiUrl);
  const way: Way = {
    upstream,
    secret: hostSecret,
    answerMs: ({ headers }) => (headers['content-type']?.startsWith('multipart/') ? answerMs.upload : answerMs.call),
  };
  void app.register(async (scope) => {
    // Bodies are handed on unread, whatever they are.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.setErrorHandler<FastifyError>((error, _request, reply) => refuse(reply, error.statusCode ?? 503));
    scope.addHook('onSend', (request, reply) => readRest(request.raw, reply.raw));
    // Staff have a listener of their own; only a demonstration has them come this way, too.
    const refused = production ? [STAFF_BASE] : [];
    for (const prefix of [BASE, STAFF_BASE, SOCKET])
      for (const url of [prefix, `${prefix}/*`])
        scope.all(url, (request, reply) => (refused.includes(prefix) ? refuse(reply, 404) : forward(request, reply, way)));
  });
  app.addHook('onClose', async () => upstream.close());
}
