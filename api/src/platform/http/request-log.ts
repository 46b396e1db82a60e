import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { runWithServices, type Services } from '../context';
import { principalOf, type SecurityEvent } from '../identity/security-log';
import { traceparent } from '../spans';
import { observeReply } from './metrics';

/** Creates the reference of a request for the log and for an unexpected error's reply. */
export const newReference = (): string => randomUUID().slice(-12);

/** Destination of log lines; by default stdout. */
export interface LogStream {
  write(line: string): void;
}

/** Excludes address, query and headers of requests from the log, because they can contain personal data. Each line contains its trace. */
export const createLog = (level: string, stream?: LogStream): FastifyBaseLogger => {
  const settings = {
    level,
    base: { service: 'guard-api' },
    mixin: () => ({ traceparent: traceparent() }),
    serializers: { req: () => ({}), res: () => ({}), err: ({ name }: Error) => ({ type: name, message: '', stack: '' }) },
  };
  return stream ? pino(settings, stream) : pino(settings);
};

const securityEventOf: Readonly<Record<number, SecurityEvent>> = { 401: 'unauthenticated', 403: 'forbidden', 429: 'limited' };

interface Replied {
  method: string;
  route: string;
  status: number;
}

/** Logs and counts one reply; a 401, 403 or 429 as a security event. */
export function logReply(
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
  replied: Replied,
  ms: number,
  line: Record<string, unknown>,
  principal: Parameters<typeof principalOf>[0],
): void {
  observeReply(replied, ms / 1_000);
  const { status } = replied;
  const security = securityEventOf[status];
  const told = { ...line, status, ms: Math.round(ms) };
  if (security) log.warn({ ...told, security, principal: principalOf(principal) });
  else log.info(told);
}

/**
 * Logs one line per request: route pattern, status, milliseconds, reference, and the id of the staff key; no address and no query. The id of a guard
 * appears only in security events.
 */
export function logRequests(app: FastifyInstance, services: Services): void {
  app.addHook('onResponse', async (request: FastifyRequest, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    if (route === '/healthz' || route === '/readyz') return;
    const { method, staff } = request;
    const line = { method, route, ...(staff && { staff: staff.keyId ?? staff.name }) };
    const replied = { method, route, status: reply.statusCode };
    runWithServices(services, () => logReply(request.log, replied, reply.elapsedTime, line, request), request.trace);
  });
}
