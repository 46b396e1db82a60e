import httpProxy from '@fastify/http-proxy';
import { copy } from '@portal/contracts/_kernel/copy';
import { BASE, STAFF_BASE } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import type { FastifyInstance } from 'fastify';
import type { Settings } from './settings';

/** Says that a request came through the portal host, whose X-Forwarded-For the API may then believe. */
export const HOST_HEADER = 'x-portal-host';
/** What a client could claim of itself. */
const CLAIMS = ['forwarded', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', HOST_HEADER];

const offline: Envelope<null> = { code: 503, message: 'The guard API cannot be reached', data: null, userMessage: copy.offline };

type Headers = Record<string, string | string[] | undefined>;
/** What of a request tells who sent it. */
interface Sender {
  ip: string;
  protocol: 'http' | 'https';
  host: string;
}

function forwarded(request: Sender, headers: Headers, secret: string | null): Headers {
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !CLAIMS.includes(name)));
  return {
    ...own,
    'x-forwarded-for': request.ip,
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': request.host,
    ...(secret ? { [HOST_HEADER]: secret } : {}),
  };
}

/** Hands the API's paths and its socket on. When it does not answer, the reply is an envelope like any other. */
export async function proxyApi(app: FastifyInstance, { apiUrl, hostSecret }: Pick<Settings, 'apiUrl' | 'hostSecret'>): Promise<void> {
  const common = {
    upstream: apiUrl,
    http: { requestOptions: { timeout: 60_000 } },
    disableRequestLogging: true,
    replyOptions: {
      rewriteRequestHeaders: (request: Sender, headers: Headers) => forwarded(request, headers, hostSecret),
      onError: (reply: { code(status: number): { send(body: unknown): unknown } }) => void reply.code(503).send(offline),
      // Trying again is the client's decision: it knows what is safe to repeat.
      retryDelay: () => null,
    },
  };
  const wsClientOptions = {
    perMessageDeflate: false,
    rewriteRequestHeaders: (headers: Headers, request: Sender & { headers: Headers }) =>
      forwarded(request, { ...headers, cookie: request.headers.cookie }, hostSecret),
  };
  for (const prefix of [BASE, STAFF_BASE]) await app.register(httpProxy, { ...common, prefix, rewritePrefix: prefix });
  await app.register(httpProxy, {
    ...common,
    prefix: '/socket.io',
    rewritePrefix: '/socket.io',
    websocket: true,
    wsClientOptions,
  });
}
