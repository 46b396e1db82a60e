import cors from '@fastify/cors';
import { type CallShapes, shapesOf } from '@portal/contracts/_kernel/calls';
import { endsConnection, isLeaving } from '@portal/contracts/_kernel/drain';
import { BASE } from '@portal/contracts/_kernel/endpoint';
import { versions } from '@portal/contracts/versions';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { createDomains } from './domains';
import { linkTo } from './domains/notifications/notify.service';
import { unansweredAge } from './domains/shifts/sos.service';
import { callForHelp } from './domains/shifts/sos-alerts';
import { serveSosPage } from './domains/shifts/sos-page';
import type { Env } from './platform/config/env';
import { onCallbackError } from './platform/database/db';
import { onReplicaStatus } from './platform/database/replica';
import { checkWritable } from './platform/files/file-storage';
import { refuseForwardedDemo } from './platform/http/client-address';
import { compressReplies } from './platform/http/compress-replies';
import { drainRejectedRequests } from './platform/http/drain-request';
import { ApiError, envelopeForThrown, errorEnvelope, fail, logFields } from './platform/http/errors';
import { refuseIrregularFraming, rejectUnparsed } from './platform/http/framing';
import { checkDatabase, serveMetrics } from './platform/http/metrics';
import { serveDocs } from './platform/http/openapi';
import { WRITES_PER_GUARD } from './platform/http/rate-limit';
import { registerRoutes } from './platform/http/register-routes';
import { type LogStream, logRequests, logSettings, newReference } from './platform/http/request-log';
import type { Route } from './platform/http/routes';
import { traceRequests, withTrace } from './platform/http/trace-context';
import { onSecurityEvents } from './platform/identity/security-log';
import { disconnectedTransport } from './platform/live/cluster-adapter';
import { carryBy, setTeamAddress } from './platform/messages/message-queue';
import { pushBy } from './platform/messages/push-queue';

const BODY_LIMIT = 256 * 1024;
/** Above the portal host's limit, Node's 16 kB, because the host adds fields: a refusal by the API would not close the client's connection. */
const HEAD_LIMIT = 20 * 1024;
const PATH_PARAMETER_LIMIT = 500;

const NOTHING_HERE = 'There is nothing here.';

/** Whom a listener serves: `public` everybody, and outside production staff, too; `staff` staff alone. */
export type ListenerKind = 'public' | 'staff';

const routesFor = (side: ListenerKind, env: Env): Route[] =>
  createDomains(env).filter(({ endpoint }) =>
    endpoint.auth === 'staff' ? side === 'staff' || env.mode !== 'production' : side === 'public',
  );

/** Builds the API over the open database. It does not listen yet: `app.listen()` or `app.inject()` is the caller's. */
export async function createHttpServer(
  env: Env,
  log?: LogStream,
  side: ListenerKind = 'public',
  writeLimit = WRITES_PER_GUARD,
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: logSettings(env.logLevel, log),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'reference' }),
    genReqId: newReference,
    bodyLimit: BODY_LIMIT,
    // A request on a connection that is open already is answered: see contracts/_kernel/drain.ts.
    return503OnClosing: false,
    // An upload from a slow phone takes minutes; one that never ends is cut.
    requestTimeout: 10 * 60_000,
    routerOptions: { maxParamLength: PATH_PARAMETER_LIMIT },
    // The framing check looks for Host itself: Node would serve the requests behind one without it.
    http: { requireHostHeader: false, maxHeaderSize: HEAD_LIMIT },
    clientErrorHandler: rejectUnparsed,
    frameworkErrors: (error, request, reply) =>
      sendError(error.code === 'FST_ERR_BAD_URL' ? new ApiError(404, NOTHING_HERE) : error, request, reply as unknown as FastifyReply),
  });
  refuseIrregularFraming(app);
  refuseForwardedDemo(app, env);
  traceRequests(app);
  allowEmptyJsonBody(app);
  drainRejectedRequests(app);
  logRequests(app);
  app.addHook('onSend', async (request, reply) => {
    if (endsConnection(app, request)) reply.header('connection', 'close');
  });
  setTeamAddress(env.supportEmail);
  carryBy(env);
  pushBy(env.push);
  callForHelp(env.sos, env.portalUrl);
  linkTo(env.portalUrl);
  onCallbackError((error) => app.log.error(logFields(error)));
  onReplicaStatus((why) =>
    app.log.warn(why === null ? 'The replica is read again' : `The database is read instead of the replica: ${why}`),
  );
  onSecurityEvents((line) => app.log.warn(line));
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => sendError(new ApiError(404, NOTHING_HERE), request, reply));
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  if (env.corsOrigins.length > 0) await app.register(cors, { origin: env.corsOrigins, exposedHeaders: ['retry-after'] });
  compressReplies(app);
  const served = routesFor(side, env);
  registerHealthRoutes(app, served);
  if (side === 'staff') serveMetrics(app, { sos: unansweredAge });
  registerRoutes(app, served, { ...env, writeLimit });
  if (side === 'public') serveSosPage(app, env);
  await serveDocs(app, side, served);
  return app;
}

/** Answers a thrown thing: a refusal as it says, anything else as 500 with a reference and no internals. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { retryAfter, ...envelope } = withTrace(request.traceparent, () => envelopeForThrown(error, request.id, request.log));
  reply.header('cache-control', 'no-store').type('application/json');
  if (retryAfter) reply.header('retry-after', retryAfter);
  reply.code(envelope.code).send(envelope);
}

/** A call without input may come with a JSON content type and no body. */
function allowEmptyJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

/** What this API serves: a module that needs another major, or a call of another shape, is not activated. Also /healthz: the process lives. /readyz: it can serve: its database answers, files can be stored, events of other processes are heard where those go by the database, and it does not leave. */
function registerHealthRoutes(app: FastifyInstance, routes: readonly Route[]): void {
  app.get('/healthz', async () => ({ code: 200, message: 'OK', data: null }));
  const majors = Object.fromEntries(Object.entries(versions).map(([domain, major]) => [domain, [major]]));
  app.get(`${BASE}/contracts`, async () => ({ code: 200, message: 'OK', data: majors }));
  // Made when it is first asked for: only the gate reads it, and a start should not wait for it.
  let calls: CallShapes | undefined;
  app.get(`${BASE}/contracts/calls`, async () => {
    calls ??= shapesOf(routes.map(({ endpoint }) => endpoint).filter(({ auth }) => auth !== 'staff'));
    return { code: 200, message: 'OK', data: calls };
  });
  app.get('/readyz', async (_request, reply) => {
    // Nothing is wrong: no line of the log says so at each look.
    if (isLeaving(app)) return reply.code(503).send(errorEnvelope(new ApiError(503, 'This process is leaving.')));
    await checkDatabase();
    await checkWritable().catch(() => fail(503, 'Files cannot be stored.', { retryAfter: 5 }));
    const way = disconnectedTransport();
    // The connection that listens is this process's own: another one may well hear.
    if (way === 'database') fail(503, 'Events of other processes are not heard.', { retryAfter: 5 });
    // One Redis is everybody's: the balancer would take all of them out, for events alone.
    const message = way === 'redis' ? 'OK, but Redis is away: pages hear late of what other processes do.' : 'OK';
    return { code: 200, message, data: null };
  });
}
