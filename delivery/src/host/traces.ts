import { type Context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { type Caller, continueTrace, traceHeaders, withCaller } from '@portal/tracing/caller';
import type { Tracing } from '@portal/tracing/tracing';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LiveRegistry, Snapshot } from './live-registry';
import type { PageRequest } from './page-request';

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace of a call or page. Null: the request has none, for example for a file. */
    trace: Context | null;
  }
}

/** An earlier version, which an open page still runs, gets the owner of the served version. Null: the module does not exist. */
function identify(snapshot: Snapshot | null, { module, version }: Caller): Caller | null {
  if (!snapshot || (module !== 'shell' && !Object.hasOwn(snapshot.registry.modules, module))) return null;
  const [active, canary] = [snapshot.manifests.get(module), snapshot.canaries.get(module)];
  const { owner } = (canary?.version === version ? canary : active) ?? {};
  return { module, version, ...(owner && { owner }) };
}

/** The spans of this host: of each call that it forwards, and of each page. */
export interface HostTraces {
  /** Begins the span of a request, which ends with its reply. */
  begin(request: FastifyRequest, reply: FastifyReply): void;
  /** Adds the page, and its module as the caller of a posted form. */
  addPage(request: FastifyRequest, page: PageRequest): void;
}

/** Creates the spans of a host. The owner of a module comes from its manifest, never from the request. */
export function createHostTraces(app: FastifyInstance, tracing: Tracing, live: Pick<LiveRegistry, 'current'>): HostTraces {
  app.decorateRequest('trace', null);
  return {
    begin(request, reply) {
      const { method, headers, routeOptions } = request;
      const route = routeOptions.url ?? '';
      const from = continueTrace(tracing, headers, (caller) => identify(live.current(), caller));
      const attributes = { 'http.request.method': method, 'http.route': route };
      const span = tracing.tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, from);
      request.trace = trace.setSpan(from, span);
      reply.raw.once('close', () => {
        const { statusCode } = reply.raw;
        span.setAttribute('http.response.status_code', statusCode);
        if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
    },
    addPage(request, { match, declared, snapshot }) {
      if (!request.trace || !match) return;
      const caller = identify(snapshot, { module: match.module, version: declared?.manifest.version ?? '' });
      trace
        .getSpan(request.trace)
        ?.updateName(`${request.method} ${match.pattern}`)
        .setAttributes({
          'http.route': match.pattern,
          ...Object.fromEntries(Object.entries(caller ?? {}).map(([key, value]) => [`portal.${key}`, value])),
        });
      request.trace = withCaller(request.trace, caller);
    },
  };
}

/** The headers that the API gets. They replace the headers of the client. */
export const forwardedTrace = ({ trace: context }: Pick<FastifyRequest, 'trace'>): Record<string, string> =>
  context ? traceHeaders(context) : {};
