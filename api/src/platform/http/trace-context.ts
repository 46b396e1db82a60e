import { type Attributes, type Context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { type Caller, type CallHeaders, continueTrace } from '@portal/tracing/caller';
import { unrecordedTrace } from '@portal/tracing/tracing';
import type { FastifyInstance } from 'fastify';
import type { Env } from '../config/env';
import { currentServices, runWithServices, type Services } from '../context';
import { cameThroughHost } from './client-address';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null in a request that was refused before its trace began. */
    trace: Context | null;
  }
}

/** Only the portal host knows the owner of a module. */
const callerOf =
  (isHost: boolean) =>
  ({ owner, ...caller }: Caller): Caller => ({ ...caller, ...(isHost && owner && { owner }) });

interface CallStart {
  name: string;
  /** Anybody can write them. */
  headers: CallHeaders;
  /** The portal host sent the call. */
  isHost: boolean;
  attributes: Attributes;
}

/** Continues the trace of a call, or begins one. Returns its context with a new span, which `endCall` ends. */
export function startCall({ name, headers, isHost, attributes }: CallStart): Context {
  const { tracing } = currentServices();
  const from = continueTrace(tracing, headers, callerOf(isHost));
  return trace.setSpan(from, tracing.tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, from));
}

/** Ends the span of a call. `reference`: as a guard reads it in an error message. */
export function endCall(context: Context, status: number, reference: string): void {
  const span = trace.getSpan(context);
  span?.setAttributes({ 'http.response.status_code': status, 'portal.reference': reference });
  if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
  span?.end();
}

const PROBES = ['/healthz', '/readyz'];

/** Runs each request in the context of its API, with a trace: the caller's, or a new one. */
export function enterRequests(app: FastifyInstance, services: Services, { hostSecret }: Pick<Env, 'hostSecret'>): void {
  app.decorateRequest('trace', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, routeOptions, raw } = request;
    const route = routeOptions.url ?? 'unknown';
    const attributes = { 'http.request.method': method, 'http.route': route };
    const start = () => startCall({ name: `${method} ${route}`, headers, isHost: cameThroughHost(raw, hostSecret), attributes });
    request.trace = PROBES.includes(route) ? unrecordedTrace() : runWithServices(services, start);
    runWithServices(services, done, request.trace);
  });
  // A body is read in events of the connection, outside the request's async context: this restores the context.
  app.addHook('preValidation', (request, _reply, done) => runWithServices(services, done, request.trace));
  app.addHook('onResponse', async ({ trace: context, id }, reply) => {
    if (context) endCall(context, reply.statusCode, id);
  });
}
