import { randomUUID } from 'node:crypto';
import { type Context, ROOT_CONTEXT, type Span, TraceFlags, type Tracer, trace } from '@opentelemetry/api';

/** The spans of one process, or of one API of a test. */
export interface Tracing {
  readonly tracer: Pick<Tracer, 'startSpan'>;
  /** False: spans have ids for the log, and record nothing. */
  readonly isOn: boolean;
  /** Records the tap that began the trace of `context`: its span has the id that the page chose. A tap with several calls is recorded once. */
  recordTap(context: Context, at: number): void;
  /** Sends and stores all ended spans. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Whether the spans of this trace are recorded. */
export const isRecorded = (context: Context): boolean => ((trace.getSpanContext(context)?.traceFlags ?? 0) & TraceFlags.SAMPLED) !== 0;

/** 32 random hexadecimal digits. Node buffers the randomness of many UUIDs. */
const randomDigits = () => randomUUID().replaceAll('-', '');

/** A span with ids for the log, which records nothing. */
function unrecordedSpan(parent: Context): Span {
  const traceId = trace.getSpanContext(parent)?.traceId ?? randomDigits();
  return trace.wrapSpanContext({ traceId, spanId: randomDigits().slice(16), traceFlags: TraceFlags.NONE });
}

/** A trace with ids for the log, of which nothing is recorded: of probes, polls and timetables. */
export const unrecordedTrace = (): Context => trace.setSpan(ROOT_CONTEXT, unrecordedSpan(ROOT_CONTEXT));

/** The tracing of a process that records nothing. */
export const noTracing = (): Tracing => ({
  tracer: { startSpan: (_name, _options, parent = ROOT_CONTEXT) => unrecordedSpan(parent) },
  isOn: false,
  recordTap: () => undefined,
  flush: async () => undefined,
  close: async () => undefined,
});
