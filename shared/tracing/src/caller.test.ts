import { trace } from '@opentelemetry/api';
import { InMemorySpanExporter } from '@opentelemetry/sdk-trace';
import { type Caller, continueTrace, traceHeaders } from './caller';
import { createTracing } from './recording';
import { noTracing } from './tracing';

const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
const same = (caller: Caller) => caller;
const recording = () => createTracing('test', [new InMemorySpanExporter()], () => undefined);
const baggageOf = (headers: object, identify: (claimed: Caller) => Caller | null = same) =>
  traceHeaders(continueTrace(recording(), { traceparent, ...headers }, identify)).baggage;

it('[TRACE-02] carries module, version and owner, and drops all else', () => {
  const baggage = 'module=mf-jobs,version=1.2.0,owner=squad-jobs,tap=1764578000000,guard=ada';
  expect(baggageOf({ baggage })).toBe('module=mf-jobs,version=1.2.0,owner=squad-jobs');
});

it.each([
  'module=mf-jobs',
  'version=1.2.0',
  'module=Mf%20Jobs,version=1.2.0',
  'module=mf-jobs,version=latest',
  `module=${'m'.repeat(41)},version=1.2.0`,
  `module=mf-jobs,version=1${'.0'.repeat(30)}`,
  'no baggage at all',
  ['module=mf-jobs', 'version=1.2.0'],
  7,
])('[TRACE-02] ignores the caller %j', (baggage) => {
  expect(baggageOf({ baggage })).toBeUndefined();
});

it('[TRACE-02] ignores an owner with characters that no squad has', () => {
  expect(baggageOf({ baggage: 'module=mf-jobs,version=1.2.0,owner=a%0Ab' })).toBe('module=mf-jobs,version=1.2.0');
});

it('[TRACE-02] lets its user replace or refuse the caller', () => {
  const baggage = 'module=mf-jobs,version=1.2.0,owner=squad-other';
  expect(baggageOf({ baggage }, (caller) => ({ ...caller, owner: 'squad-jobs' }))).toBe('module=mf-jobs,version=1.2.0,owner=squad-jobs');
  expect(baggageOf({ baggage }, () => null)).toBeUndefined();
});

it.each(['', '00-1-2-01', `00-${'0'.repeat(32)}-${'cd'.repeat(8)}-01`, `ff${traceparent.slice(2)}`])(
  '[TRACE-02] begins a new trace instead of %j',
  (given) => {
    const context = continueTrace(recording(), { traceparent: given }, same);
    expect(trace.getSpanContext(context)).toBeUndefined();
  },
);

it.each([
  ['a week before', -8 * 86_400_000],
  ['in the future', 86_400_000],
])('[TRACE-01] records a tap with a time %s at the time of its call', async (_when, difference) => {
  const stored = new InMemorySpanExporter();
  const tracing = createTracing('test', [stored], () => undefined);
  const before = Date.now();
  continueTrace(tracing, { traceparent, baggage: `module=mf-jobs,version=1.2.0,tap=${before + difference}` }, same);
  await tracing.flush();
  const [tap] = stored.getFinishedSpans();
  const [seconds = 0, nanos = 0] = tap?.startTime ?? [];
  expect(seconds * 1_000 + nanos / 1e6).toBeGreaterThanOrEqual(before);
});

it('[TRACE-05] records nothing without an exporter, and still gives each span an id of the trace of its caller', () => {
  const tracing = noTracing();
  const context = continueTrace(tracing, { traceparent, baggage: 'module=mf-jobs,version=1.2.0,tap=1764578000000' }, same);
  expect(traceHeaders(context)).not.toHaveProperty('baggage');
  const span = tracing.tracer.startSpan('call', {}, context);
  expect(span.isRecording()).toBe(false);
  expect(span.spanContext()).toMatchObject({ traceId: 'ab'.repeat(16), spanId: expect.not.stringContaining('cd'.repeat(8)) });
});
