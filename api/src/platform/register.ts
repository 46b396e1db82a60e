import { type Endpoint, fullPath } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate } from './auth';
import type { Env } from './env';
import { type Route, type StoredFile, successEnvelope } from './http-binding';
import { once } from './idempotency';
import { readImages } from './images';
import { joinInput, parseInput, replyDefect } from './input';
import { readMultipart, takeMultipart } from './multipart';
import type { SignedIn } from './sessions';
import { visitOf } from './visit';

declare module 'fastify' {
  interface FastifyRequest {
    guard: SignedIn | null;
  }
}

type Settings = Pick<Env, 'mode' | 'basic' | 'staffToken' | 'hostSecret'>;

/** Registers every route: authenticate, parse, act, reply. The credential is checked before a body is read. */
export function registerRoutes(app: FastifyInstance, routes: readonly Route[], settings: Settings): void {
  app.decorateRequest('guard', null);
  const isUpload = ({ endpoint }: Route) => endpoint.body === 'multipart';
  for (const route of routes) if (!isUpload(route)) registerRoute(app, route, settings);
  void app.register(async (scope) => {
    await takeMultipart(scope);
    for (const route of routes) if (isUpload(route)) registerRoute(scope, route, settings);
  });
}

function registerRoute(app: FastifyInstance, route: Route, settings: Settings): void {
  const { endpoint } = route;
  app.route({
    method: endpoint.method,
    url: fullPath(endpoint),
    onRequest: async (request) => {
      request.guard = await authenticate(endpoint.auth, request.headers.authorization, settings);
    },
    handler: (request, reply) => (route.kind === 'file' ? sendFile(route, request, reply) : sendReply(route, request, reply, settings)),
  });
}

async function inputOf(endpoint: Endpoint, request: FastifyRequest): Promise<unknown> {
  const body = endpoint.body === 'multipart' ? await readMultipart(endpoint, request) : request.body;
  return parseInput(endpoint.input, joinInput(request.params, request.query, body));
}

async function sendReply(route: Extract<Route, { kind: 'reply' }>, request: FastifyRequest, reply: FastifyReply, settings: Settings) {
  const { endpoint } = route;
  const input = await inputOf(endpoint, request);
  // Before the act and its transaction: pictures take long. A repeated key is judged by what was sent, not by what is made of it.
  const checked = endpoint.body === 'multipart' ? await readImages(input) : input;
  const visit = visitOf(request, reply, settings.hostSecret);
  const act = async (): Promise<Envelope> => {
    const envelope = successEnvelope(endpoint, await route.run(request.guard, checked, visit));
    const defect = settings.mode === 'production' ? null : replyDefect(endpoint.output, envelope.data);
    if (defect) throw new Error(`The reply of ${endpoint.id} breaks its contract: ${defect}`);
    return envelope;
  };
  const key = request.headers['idempotency-key'];
  const isRepeatable = request.guard !== null && endpoint.method !== 'GET' && typeof key === 'string';
  const envelope = isRepeatable ? await once({ guardId: request.guard?.id ?? '', endpoint: endpoint.id, key, input }, act) : await act();
  return reply.code(envelope.code).send(envelope);
}

function cachingOf({ isLive, isPrivate }: StoredFile): string {
  if (isLive) return 'private, no-cache';
  return isPrivate ? 'private, max-age=3600' : 'public, max-age=31536000, immutable';
}

async function sendFile(route: Extract<Route, { kind: 'file' }>, request: FastifyRequest, reply: FastifyReply) {
  const file = await route.run(request.guard, await inputOf(route.endpoint, request));
  return reply
    .header('content-type', file.contentType)
    .header('content-length', file.bytes)
    .header('content-disposition', 'inline')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', cachingOf(file))
    .send(file.stream);
}
