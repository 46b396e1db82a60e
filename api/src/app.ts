import cors from '@fastify/cors';
import { type CallShapes, shapesOf } from '@portal/contracts/_kernel/calls';
import { endsConnection, isLeaving } from '@portal/contracts/_kernel/drain';
import { BASE } from '@portal/contracts/_kernel/endpoint';
import { versions } from '@portal/contracts/versions';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { routes } from './domains';
import { linkTo } from './domains/notifications/telling.service';
import { callForHelp } from './domains/shifts/sos.calls';
import { unansweredAge } from './domains/shifts/sos.service';
import { serveSosPage } from './domains/shifts/sos-page';
import { onAfterwardsFailed } from './platform/database/db';
import { onReplica } from './platform/database/replica';
import type { Env } from './platform/env';
import { requireMedia } from './platform/files/media';
import { refuseForwardedDemo } from './platform/http/address';
import { compressReplies } from './platform/http/compress';
import { fail, loggable, Refusal, refusalEnvelope, thrownEnvelope } from './platform/http/errors';
import { refuseIrregularFraming, refuseUnread } from './platform/http/framing';
import type { Route } from './platform/http/http-binding';
import { type LogStream, logRequests, logSettings, newReference } from './platform/http/log';
import { requireDatabase, serveMetrics } from './platform/http/metrics';
import { serveDocs } from './platform/http/openapi';
import { WRITES_PER_GUARD } from './platform/http/rate-limit';
import { registerRoutes } from './platform/http/register';
import { inTrace, traceRequests } from './platform/http/trace';
import { readWhatWasRefused } from './platform/http/unread';
import { onSecurityEvents } from './platform/identity/security';
import { deaf } from './platform/live/processes';
import { pushBy } from './platform/live/push';
import { carryBy, setTeamAddress } from './platform/work/outgoing';

const BODY_LIMIT = 256 * 1024;
/** Above the portal host's limit, Node's 16 kB, because the host adds fields: a refusal by the API would not close the client's connection. */
const HEAD_LIMIT = 20 * 1024;
const PATH_PARAMETER_LIMIT = 500;

const NOTHING_HERE = 'There is nothing here.';

/** Whom a listener serves: `public` everybody, and outside production staff, too; `staff` staff alone. */
export type Side = 'public' | 'staff';

const servedOn = (side: Side, env: Env): Route[] =>
  routes(env).filter(({ endpoint }) => (endpoint.auth === 'staff' ? side === 'staff' || env.mode !== 'production' : side === 'public'));

/** Builds the API over the open database. It does not listen yet: `app.listen()` or `app.inject()` is the caller's. */
export async function createApp(env: Env, log?: LogStream, side: Side = 'public', writeLimit = WRITES_PER_GUARD): Promise<FastifyInstance> {
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
    clientErrorHandler: refuseUnread,
    frameworkErrors: (error, request, reply) =>
      refuse(error.code === 'FST_ERR_BAD_URL' ? new Refusal(404, NOTHING_HERE) : error, request, reply as unknown as FastifyReply),
  });
  refuseIrregularFraming(app);
  refuseForwardedDemo(app, env);
  traceRequests(app);
  readEmptyBodies(app);
  readWhatWasRefused(app);
  logRequests(app);
  app.addHook('onSend', async (request, reply) => {
    if (endsConnection(app, request)) reply.header('connection', 'close');
  });
  setTeamAddress(env.supportEmail);
  carryBy(env);
  pushBy(env.push);
  callForHelp(env.sos, env.portalUrl);
  linkTo(env.portalUrl);
  onAfterwardsFailed((error) => app.log.error(loggable(error)));
  onReplica((why) => app.log.warn(why === null ? 'The replica is read again' : `The database is read instead of the replica: ${why}`));
  onSecurityEvents((line) => app.log.warn(line));
  app.setErrorHandler(refuse);
  app.setNotFoundHandler((request, reply) => refuse(new Refusal(404, NOTHING_HERE), request, reply));
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  if (env.corsOrigins.length > 0) await app.register(cors, { origin: env.corsOrigins, exposedHeaders: ['retry-after'] });
  compressReplies(app);
  const served = servedOn(side, env);
  serveHealth(app, served);
  if (side === 'staff') serveMetrics(app, { sos: unansweredAge });
  registerRoutes(app, served, { ...env, writeLimit });
  if (side === 'public') serveSosPage(app, env);
  await serveDocs(app, side, served);
  return app;
}

/** Answers a thrown thing: a refusal as it says, anything else as 500 with a reference and no internals. */
function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { retryAfter, ...envelope } = inTrace(request.traceparent, () => thrownEnvelope(error, request.id, request.log));
  reply.header('cache-control', 'no-store').type('application/json');
  if (retryAfter) reply.header('retry-after', retryAfter);
  reply.code(envelope.code).send(envelope);
}

/** A call without input may come with a JSON content type and no body. */
function readEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

/** What this API serves: a module that needs another major, or a call of another shape, is not activated. Also /healthz: the process lives. /readyz: it can serve: its database answers, files can be stored, events of other processes are heard where those go by the database, and it does not leave. */
function serveHealth(app: FastifyInstance, routes: readonly Route[]): void {
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
    if (isLeaving(app)) return reply.code(503).send(refusalEnvelope(new Refusal(503, 'This process is leaving.')));
    await requireDatabase();
    await requireMedia().catch(() => fail(503, 'Files cannot be stored.', { retryAfter: 5 }));
    const way = deaf();
    // The connection that listens is this process's own: another one may well hear.
    if (way === 'database') fail(503, 'Events of other processes are not heard.', { retryAfter: 5 });
    // One Redis is everybody's: the balancer would take all of them out, for events alone.
    const message = way === 'redis' ? 'OK, but Redis is away: pages hear late of what other processes do.' : 'OK';
    return { code: 200, message, data: null };
  });
}
