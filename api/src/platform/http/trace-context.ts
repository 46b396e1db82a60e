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

/** Only the portal host knows the owner of a module. nginx drops an owner that a client states. */
const callerOf =
  (isHost: boolean) =>
  ({ owner, ...caller }: Caller): Caller => ({ ...caller, ...(isHost && owner && { owner }) });

interface CallStart {
  name: string;
  /** Anybody can write them. */
  headers: CallHeaders;
  /** The portal host or nginx sent the call. */
  isHost: boolean;
  attributes: Attributes;
}

/** Continues the trace of a call, or begins one. Returns its context with a new span, which `endCall` ends. */
export function startCall({ name, headers, isHost, attributes }: CallStart): Context {
  const { tracing } = currentServices();
  const from = continueTrace(tracing, headers, callerOf(isHost));
  return trace.setSpan(from, tracing.tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, from));
}

/**
 * Ends the span of a call.
 * @param status null: the client has gone before the end of the reply.
 * @param reference as a guard reads it in an error message.
 */
export function endCall(context: Context, status: number | null, reference: string): void {
  const span = trace.getSpan(context);
  span?.setAttribute('portal.reference', reference);
  if (status === null) span?.setAttribute('error.type', 'client closed');
  else span?.setAttribute('http.response.status_code', status);
  if (status === null || status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
  span?.end();
}

const PROBES = ['/healthz', '/readyz'];

/** Runs each request in the context of its API, with a trace: the caller's, or a new one. */
export function enterRequests(app: FastifyInstance, services: Services, { hostSecret }: Pick<Env, 'hostSecret'>): void {
  app.decorateRequest('trace', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers, routeOptions, raw } = request;
    const route = routeOptions.url ?? 'unknown';
    const attributes = { 'http.request.method': method, 'http.route': route };
    const start = () => startCall({ name: `${method} ${route}`, headers, isHost: cameThroughHost(raw, hostSecret), attributes });
    request.trace = PROBES.includes(route) ? unrecordedTrace() : runWithServices(services, start);
    const { trace: context, id } = request;
    // Also for a client that has gone, unlike `onResponse`.
    reply.raw.once('close', () => context && endCall(context, reply.raw.writableFinished ? reply.raw.statusCode : null, id));
    runWithServices(services, done, context);
  });
  // A body is read in events of the connection, outside the request's async context: this restores the context.
  app.addHook('preValidation', (request, _reply, done) => runWithServices(services, done, request.trace));
}
