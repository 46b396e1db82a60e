import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** One piece of work, of ours or of many systems', as W3C Trace Context writes it: https://www.w3.org/TR/trace-context/. */
export type Traceparent = string;

declare module 'fastify' {
  interface FastifyRequest {
    traceparent: Traceparent;
  }
}

const GIVEN = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/;
/** By chance, 32 hexadecimal digits: node draws those of many UUIDs at once, and bytes one call at a time. */
const chance = () => randomUUID().replaceAll('-', '');

/** Our own part of the work that a caller named, or of a new one. What is not of the form counts for nothing. */
export function startSpan(given: unknown): Traceparent {
  const [, trace = chance(), flags = '01'] = (typeof given === 'string' && GIVEN.exec(given)) || [];
  return `00-${trace}-${chance().slice(16)}-${flags}`;
}

const ambient = new AsyncLocalStorage<Traceparent>();
/** Of what a process does for nobody in particular. */
const processTrace = startSpan(null);

export const traceparent = (): Traceparent => ambient.getStore() || processTrace;

/** Whatever is logged within says which piece of work it belongs to. */
export const withTrace = <T>(trace: Traceparent, act: () => T): T => ambient.run(trace, act);

/** Each request is a piece of work, its caller's or its own. */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('traceparent', '');
  app.addHook('onRequest', (request, _reply, done) => {
    request.traceparent = startSpan(request.headers.traceparent);
    withTrace(request.traceparent, done);
  });
  // A body is read by events of the connection, which know nothing of the request: from here on it is known again.
  app.addHook('preValidation', (request, _reply, done) => withTrace(request.traceparent, done));
}
