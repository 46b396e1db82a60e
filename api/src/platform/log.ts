import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Names one request in the log and, when it failed unexpectedly, in the reply. */
export const newReference = (): string => randomBytes(6).toString('hex');

/** Where the log's lines go; without one, to the process's output. */
export interface LogStream {
  write(line: string): void;
}

/** Nothing of a request reaches the log by itself: its address, its query and its headers can hold personal data. */
export const logSettings = (level: string, stream?: LogStream) => ({
  level,
  ...(stream && { stream }),
  base: { service: 'guard-api' },
  serializers: { req: () => ({}), res: () => ({}), err: ({ name }: Error) => ({ type: name, message: '', stack: '' }) },
});

/** One line per request: route pattern, status, milliseconds and reference, and whose staff key it was; no address, no guard, no query. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request: FastifyRequest, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    if (route === '/healthz' || route === '/readyz') return;
    const staff = request.staff && { staff: request.staff.keyId ?? request.staff.name };
    request.log.info({ method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime), ...staff });
  });
}
