import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { findContext, runWithServices, type Services } from '../context';

/** The trace of a request as W3C Trace Context defines it: https://www.w3.org/TR/trace-context/. */
export type Traceparent = string;

declare module 'fastify' {
  interface FastifyRequest {
    traceparent: Traceparent;
  }
}

const GIVEN = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/;
/** 32 random hexadecimal digits. Node buffers the randomness of many UUIDs, but needs a system call for each `randomBytes`. */
const chance = () => randomUUID().replaceAll('-', '');

/** Starts a span of the caller's trace, or of a new one if the value is invalid. */
export function startSpan(given: unknown): Traceparent {
  const [, trace = chance(), flags = '01'] = (typeof given === 'string' && GIVEN.exec(given)) || [];
  return `00-${trace}-${chance().slice(16)}-${flags}`;
}

/** The trace of work that belongs to no request. */
const processTrace = startSpan(null);

export const traceparent = (): Traceparent => findContext()?.trace || processTrace;

/** Runs each request in the context of its API, with a trace: the caller's, or a new one. */
export function enterRequests(app: FastifyInstance, services: Services): void {
  app.decorateRequest('traceparent', '');
  app.addHook('onRequest', (request, _reply, done) => {
    request.traceparent = startSpan(request.headers.traceparent);
    runWithServices(services, done, request.traceparent);
  });
  // A body is read in events of the connection, outside the request's async context: this restores the context.
  app.addHook('preValidation', (request, _reply, done) => runWithServices(services, done, request.traceparent));
}
