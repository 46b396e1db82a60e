import cors from '@fastify/cors';
import { type CallShapes, shapesOf } from '@portal/contracts/_kernel/calls';
import { endsConnection, isLeaving } from '@portal/contracts/_kernel/drain';
import { BASE } from '@portal/contracts/_kernel/endpoint';
import { versions } from '@portal/contracts/versions';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { createDomains } from './domains';
import { serveSosPage } from './domains/shifts/sos-page';
import { serveInboundSms } from './domains/welfare/inbound-sms';
import type { Env } from './platform/config/env';
import { runWithServices, type Services } from './platform/context';
import { pingDatabase } from './platform/database/health-pool';
import { checkWritable } from './platform/files/file-storage';
import { refuseForwardedDemo } from './platform/http/client-address';
import { compressReplies } from './platform/http/compress-replies';
import { drainRejectedRequests } from './platform/http/drain-request';
import { ApiError, envelopeForThrown, errorEnvelope, fail } from './platform/http/errors';
import { refuseIrregularFraming, rejectUnparsed } from './platform/http/framing';
import { serveMetrics } from './platform/http/metrics';
import { serveDocs } from './platform/http/openapi';
import { registerRoutes } from './platform/http/register-routes';
import { logRequests, newReference } from './platform/http/request-log';
import type { Route } from './platform/http/routes';
import { enterRequests } from './platform/http/trace-context';
import { disconnectedTransport } from './platform/live/cluster-adapter';

const BODY_LIMIT = 256 * 1024;
/** Above the portal host's limit, Node's 16 kB, because the host adds fields: a request that the host accepts is served. */
const HEAD_LIMIT = 20 * 1024;
const PATH_PARAMETER_LIMIT = 500;

const NOTHING_HERE = 'There is nothing here.';

/** Callers of a listener: `public` serves everybody, including staff outside production; `staff` serves staff only. */
export type ListenerKind = 'public' | 'staff';

const routesFor = (side: ListenerKind, env: Env): Route[] =>
  createDomains(env).filter(({ endpoint }) =>
    endpoint.auth === 'staff' ? side === 'staff' || env.mode !== 'production' : side === 'public',
  );

/** Builds a listener of the API. The caller then calls `app.listen()` or `app.inject()`. */
export async function createHttpServer(services: Services, env: Env, side: ListenerKind): Promise<FastifyInstance> {
  const sendError = createErrorHandler(services);
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'reference' }),
    genReqId: newReference,
    bodyLimit: BODY_LIMIT,
    // Requests on an open connection are still served: see contracts/_kernel/drain.ts.
    return503OnClosing: false,
    // An upload from a slow phone takes minutes; a longer request is cut.
    requestTimeout: 10 * 60_000,
    routerOptions: { maxParamLength: PATH_PARAMETER_LIMIT },
    // The framing check tests Host itself: Node would serve the requests that follow a request without it.
    http: { requireHostHeader: false, maxHeaderSize: HEAD_LIMIT },
    clientErrorHandler: rejectUnparsed,
    frameworkErrors: (error, request, reply) =>
      sendError(error.code === 'FST_ERR_BAD_URL' ? new ApiError(404, NOTHING_HERE) : error, request, reply as unknown as FastifyReply),
  });
  refuseIrregularFraming(app);
  refuseForwardedDemo(app, env);
  enterRequests(app, services, env);
  allowEmptyJsonBody(app);
  drainRejectedRequests(app);
  logRequests(app, services);
  app.addHook('onSend', async (request, reply) => {
    if (endsConnection(app, request)) reply.header('connection', 'close');
  });
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => sendError(new ApiError(404, NOTHING_HERE), request, reply));
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  if (env.corsOrigins.length > 0) await app.register(cors, { origin: env.corsOrigins, exposedHeaders: ['retry-after'] });
  compressReplies(app);
  const served = routesFor(side, env);
  registerHealthRoutes(app, served);
  if (side === 'staff') serveMetrics(app);
  registerRoutes(app, served, env);
  if (side === 'public') serveSosPage(app, env);
  if (side === 'public') serveInboundSms(app, env);
  serveDocs(app, side, served);
  return app;
}

/** Sends the reply to a thrown value: the API error, or a 500 with a reference and no internals. */
const createErrorHandler =
  (services: Services) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const read = () => envelopeForThrown(error, request.id, request.log);
    const { retryAfter, ...envelope } = runWithServices(services, read, request.trace);
    reply.header('cache-control', 'no-store').type('application/json');
    if (retryAfter) reply.header('retry-after', retryAfter);
    reply.code(envelope.code).send(envelope);
  };

/** A call without input may have a JSON content type and no body. */
function allowEmptyJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

/**
 * Serves the contract versions and call shapes, by which the gate rejects a module that needs others. /healthz: the process runs. /readyz: the
 * database answers, files can be stored, events of other processes arrive if the database transports them, and no shutdown has begun.
 */
function registerHealthRoutes(app: FastifyInstance, routes: readonly Route[]): void {
  app.get('/healthz', async () => ({ code: 200, message: 'OK', data: null }));
  const majors = Object.fromEntries(Object.entries(versions).map(([domain, major]) => [domain, [major]]));
  app.get(`${BASE}/contracts`, async () => ({ code: 200, message: 'OK', data: majors }));
  // Computed at the first request: only the gate reads it, and it should not delay the start.
  let calls: CallShapes | undefined;
  app.get(`${BASE}/contracts/calls`, async () => {
    calls ??= shapesOf(routes.map(({ endpoint }) => endpoint).filter(({ auth }) => auth !== 'staff'));
    return { code: 200, message: 'OK', data: calls };
  });
  app.get('/readyz', async (_request, reply) => {
    // A normal state, so without a log line per probe.
    if (isLeaving(app)) return reply.code(503).send(errorEnvelope(new ApiError(503, 'This process is shutting down.')));
    await pingDatabase();
    await checkWritable().catch(() => fail(503, 'Files cannot be stored.', { retryAfter: 5 }));
    const way = disconnectedTransport();
    // The listening connection belongs to this process: other processes may still receive events.
    if (way === 'database') fail(503, 'Events of other processes do not arrive.', { retryAfter: 5 });
    // All processes share one Redis: the balancer would remove every process, only for late events.
    const message = way === 'redis' ? 'OK, but Redis is disconnected: pages receive events of other processes late.' : 'OK';
    return { code: 200, message, data: null };
  });
}
