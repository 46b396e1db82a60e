import { type Context, propagation, trace } from '@opentelemetry/api';
import { ExportResultCode } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  type Span,
  type SpanExporter,
  type SpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TraceSettings } from '@portal/settings/traces';
import { createSpanFile } from './spanFile';
import { isRecorded, type Tracing } from './tracing';

const random = new RandomIdGenerator();

/** Random ids, except for the span of a tap: the page has chosen its ids. */
function createIds() {
  let tap: { traceId: string; spanId: string } | null = null;
  return {
    generateTraceId: () => tap?.traceId ?? random.generateTraceId(),
    generateSpanId: () => tap?.spanId ?? random.generateSpanId(),
    withTap(ids: { traceId: string; spanId: string }, start: () => void) {
      tap = ids;
      start();
      tap = null;
    },
  };
}

/** Each span of a call has the module, the version and the owner in its baggage as attributes. */
const callerAttributes: SpanProcessor = {
  onStart(span: Span, context: Context) {
    for (const [key, { value }] of propagation.getBaggage(context)?.getAllEntries() ?? []) span.setAttribute(`portal.${key}`, value);
  },
  onEnd: () => undefined,
  forceFlush: async () => undefined,
  shutdown: async () => undefined,
};

/** Reports the first failure of a row. The SDK itself drops the spans and logs nothing. */
function reporting(exporter: SpanExporter, warn: (line: string) => void): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS;
        if (failed && !isFailing) warn(`Traces are lost until this works again: ${result.error?.message ?? 'the collector refused them'}`);
        isFailing = failed;
        done(result);
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

/** A collector that does not answer delays the end of a process by this time. */
const SEND_MS = 3_000;
const EXPORT_EVERY_MS = 500;
/** Longer texts of SQL are cut. */
const LONGEST_VALUE = 2_000;
const REMEMBERED_TAPS = 1_000;

/** Creates the tracing of a process that records. */
export function createTracing(service: string, exporters: readonly SpanExporter[], warn: (line: string) => void): Tracing {
  const ids = createIds();
  const provider = new TracerProvider({
    idGenerator: ids,
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanLimits: { attributeValueLengthLimit: LONGEST_VALUE },
    spanProcessors: [
      callerAttributes,
      ...exporters.map((one) => new BatchSpanProcessor({ exporter: reporting(one, warn), scheduledDelayMillis: EXPORT_EVERY_MS })),
    ],
  });
  const tracer = provider.getTracer(service);
  const taps = new Set<string>();
  return {
    tracer,
    isOn: true,
    recordTap(context, at) {
      const tap = trace.getSpanContext(context);
      if (!tap || !isRecorded(context) || taps.has(tap.spanId)) return;
      const [oldest = ''] = taps;
      if (taps.size === REMEMBERED_TAPS) taps.delete(oldest);
      taps.add(tap.spanId);
      ids.withTap(tap, () => tracer.startSpan('tap', { root: true, startTime: at }, context).end(Date.now()));
    },
    flush: () => provider.forceFlush(),
    close: () => provider.shutdown(),
  };
}

/** Opens the exporters of the settings. The library that sends spans is loaded only if there is a collector. */
export async function openExporters(service: string, { endpoint, folder }: TraceSettings): Promise<SpanExporter[]> {
  const exporters: SpanExporter[] = [];
  if (folder !== null) exporters.push(createSpanFile(folder, service));
  if (endpoint !== null) {
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
    exporters.push(new OTLPTraceExporter({ url: new URL('v1/traces', endpoint.replace(/\/?$/, '/')).href, timeoutMillis: SEND_MS }));
  }
  return exporters;
}
