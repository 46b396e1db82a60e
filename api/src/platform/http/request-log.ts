import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { principalOf, type SecurityEvent } from '../identity/security-log';
import { observeReply } from './metrics';
import { traceparent, withTrace } from './trace-context';

/** Names one request in the log and, when it failed unexpectedly, in the reply. */
export const newReference = (): string => randomUUID().slice(-12);

/** Where the log's lines go; without one, to the process's output. */
export interface LogStream {
  write(line: string): void;
}

/** Nothing of a request reaches the log by itself: its address, its query and its headers can hold personal data. Each line says to what work it belongs. */
export const logSettings = (level: string, stream?: LogStream) => ({
  level,
  ...(stream && { stream }),
  base: { service: 'guard-api' },
  mixin: () => ({ traceparent: traceparent() }),
  serializers: { req: () => ({}), res: () => ({}), err: ({ name }: Error) => ({ type: name, message: '', stack: '' }) },
});

const securityEventOf: Readonly<Record<number, SecurityEvent>> = { 401: 'unauthenticated', 403: 'forbidden', 429: 'limited' };

interface Replied {
  method: string;
  route: string;
  status: number;
}

/** Writes and counts one reply; one that was refused for who the caller is, as a security event. */
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
 * One line per request: route pattern, status, milliseconds and reference, and whose staff key it was; no address, no query, and of a guard the id
 * alone, where the call was refused for who they are.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request: FastifyRequest, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    if (route === '/healthz' || route === '/readyz') return;
    const { method, staff } = request;
    const line = { method, route, ...(staff && { staff: staff.keyId ?? staff.name }) };
    const replied = { method, route, status: reply.statusCode };
    withTrace(request.traceparent, () => logReply(request.log, replied, reply.elapsedTime, line, request));
  });
}
