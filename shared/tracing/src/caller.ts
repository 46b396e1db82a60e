import { type Context, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core';
import type { Tracing } from './tracing';

/** The module that made a call. `owner`: its squad, which only the portal host knows. */
export interface Caller {
  module: string;
  version: string;
  owner?: string;
}

/** The headers of a call, or the options of a socket call. */
export type CallHeaders = Readonly<Record<string, unknown>>;

const [traceContext, baggageOfCall] = [new W3CTraceContextPropagator(), new W3CBaggagePropagator()];

const getter = {
  keys: (headers: object) => Object.keys(headers),
  get: (headers: object, name: string) => (headers as Record<string, unknown>)[name] as string | undefined,
};
const setter = {
  set(headers: Record<string, string>, name: string, value: string) {
    headers[name] = value;
  },
};

const SHAPES = { module: /^[a-z][a-z0-9-]{0,39}$/, version: /^\d[\w.+-]{0,39}$/, owner: /^[\w./@-]{1,60}$/, tap: /^\d{13}$/ } as const;

/** A write waits on a device for days at most. */
const OLDEST_TAP_MS = 7 * 86_400_000;

/** Entries of a baggage with the shape of ours; all others are dropped. */
function entriesOf(context: Context): Partial<Record<keyof typeof SHAPES, string>> {
  const baggage = propagation.getBaggage(context);
  const valid = Object.entries(SHAPES).flatMap(([key, shape]) => {
    const value = baggage?.getEntry(key)?.value;
    return value !== undefined && shape.test(value) ? [[key, value]] : [];
  });
  return Object.fromEntries(valid);
}

/** The context with the caller in its baggage, which each later span takes as attributes. */
export function withCaller(context: Context, caller: Caller | null): Context {
  const entries = Object.entries(caller ?? {}).map(([key, value]) => [key, { value }]);
  return propagation.setBaggage(context, propagation.createBaggage(Object.fromEntries(entries)));
}

/**
 * Reads the trace of a call from its headers `traceparent` and `baggage`, which anybody can write: values of another shape are ignored. Records the
 * tap. `identify` checks the caller, and may replace it. Without exporters it only reads the trace, for the log.
 */
export function continueTrace(
  tracing: Tracing,
  { traceparent, baggage }: CallHeaders,
  identify: (claimed: Caller) => Caller | null,
): Context {
  const continued = typeof traceparent === 'string' ? traceContext.extract(ROOT_CONTEXT, { traceparent }, getter) : ROOT_CONTEXT;
  if (!tracing.isOn || typeof baggage !== 'string') return continued;
  const given = baggageOfCall.extract(continued, { baggage }, getter);
  const { module, version, owner, tap } = entriesOf(given);
  const context = withCaller(given, module && version ? identify({ module, version, ...(owner && { owner }) }) : null);
  const at = Number(tap);
  const ago = Date.now() - at;
  if (tap && trace.getSpanContext(context)) tracing.recordTap(context, ago >= 0 && ago < OLDEST_TAP_MS ? at : Date.now());
  return context;
}

/** Headers by which the next process continues the trace. */
export function traceHeaders(context: Context): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const propagator of [traceContext, baggageOfCall]) propagator.inject(context, headers, setter);
  return headers;
}
