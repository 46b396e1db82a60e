import { type Attributes, type Context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import { type Caller, continueTrace, traceHeaders } from '@portal/tracing/caller';
import { isRecorded, unrecordedTrace } from '@portal/tracing/tracing';
import { currentContext, currentServices, extendContext, findContext } from './context';

/** The trace of work that belongs to no request. */
const processTrace = unrecordedTrace();

/** The trace of the current work, as W3C Trace Context defines it: https://www.w3.org/TR/trace-context/. */
export const traceparent = (): string => traceHeaders(findContext()?.trace ?? processTrace).traceparent ?? '';

function failSpan(span: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  // No message: it can quote values.
  span.setAttribute('error.type', String(code ?? name ?? typeof error));
  // A refusal of a call, such as 404, is no failure of the server.
  if (typeof code !== 'number' || code >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The current trace, if it is recorded. */
function currentRecordedTrace(): Context | null {
  const context = findContext();
  return context?.trace && context.services.tracing.isOn && isRecorded(context.trace) ? context.trace : null;
}

async function withRecordedSpan<T>(parent: Context, name: string, attributes: Attributes, act: () => Promise<T>): Promise<T> {
  const span = currentContext().services.tracing.tracer.startSpan(name, { attributes }, parent);
  try {
    return await extendContext({ trace: trace.setSpan(parent, span) }, act);
  } catch (error) {
    failSpan(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Runs `act` as a span of the current trace, if that is recorded. Name and attributes contain no values of guards. */
export function withSpan<T>(name: string, attributes: Attributes, act: () => Promise<T>): Promise<T> {
  const parent = currentRecordedTrace();
  return parent ? withRecordedSpan(parent, name, attributes, act) : act();
}

/** The operation and the table of a statement: `insert leaves`. */
export function statementName(text: string): string {
  let outer = text;
  for (let before = ''; before !== outer; ) {
    before = outer;
    outer = outer.replace(/\([^()]*\)/g, ' ');
  }
  const [operation = 'sql'] = /\b(?:insert|update|delete|select)\b/i.exec(outer) ?? [];
  const [, table = ''] = /\b(?:from|into|update)\s+"?([\w.]+)/i.exec(outer) ?? [];
  return `${operation.toLowerCase()} ${table}`.trim();
}

/** Runs a statement as a span with its text, which has placeholders for all values. */
export function withStatementSpan<T>(text: string, run: () => Promise<T>): Promise<T> {
  const parent = currentRecordedTrace();
  if (!parent) return run();
  return withRecordedSpan(parent, statementName(text), { 'db.system.name': 'postgresql', 'db.query.text': text }, run);
}

/** The headers of the current trace, for work that continues it later; null if it is not recorded. */
export function recordedTrace(): Record<string, string> | null {
  const current = currentRecordedTrace();
  return current && traceHeaders(current);
}

/** The context of queued work: the trace of the call that queued it. Work of a timetable is not recorded. */
export const continuedTrace = (headers: unknown): Context =>
  typeof headers === 'object' && headers !== null
    ? continueTrace(currentServices().tracing, { ...headers }, (caller: Caller) => caller)
    : unrecordedTrace();
