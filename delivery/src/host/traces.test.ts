import { InMemorySpanExporter, type ReadableSpan } from '@opentelemetry/sdk-trace';
import { createTracing } from '@portal/tracing/recording';
import { deploy, newContext } from '../../test/fixtures';
import { standIn, startTestHost, type TestHost } from '../../test/test-host';

const TRACE = 'ab'.repeat(16);
const TAP = 'cd'.repeat(8);
const traceparent = `00-${TRACE}-${TAP}-01`;

const stored = new InMemorySpanExporter();
const tracing = createTracing('portal-host', [stored], () => undefined);
let api: Awaited<ReturnType<typeof standIn>>;
let host: TestHost;
let received: Record<string, unknown>[] = [];
const url = (path: string) => `http://127.0.0.1:${host.port}${path}`;

beforeAll(async () => {
  api = await standIn((asked, reply) => {
    received.push(asked.headers);
    reply.writeHead(asked.url === '/v1/broken' ? 500 : 200).end('{}');
  });
  const context = newContext();
  await deploy(context, { name: 'shell' }, { name: 'mf-jobs', version: '1.2.0', owner: 'squad-jobs', routes: { '/search-job': 'Search' } });
  host = await startTestHost(api.port, undefined, { context, tracing });
});
afterAll(async () => {
  await host.close();
  api.stop();
});
beforeEach(async () => {
  await tracing.flush();
  stored.reset();
  received = [];
});

async function spans(): Promise<ReadableSpan[]> {
  await tracing.flush();
  return stored.getFinishedSpans();
}
const call = async (path: string, headers: Record<string, string>) => void (await (await fetch(url(path), { headers })).text());

it('[TRACE-02] forwards its own span with module, version and owner of the manifest, in place of the owner that the page names', async () => {
  await call('/v1/jobs?secret=1', {
    traceparent,
    tracestate: 'vendor=1',
    baggage: 'module=mf-jobs,version=1.2.0,owner=squad-other,more=1',
  });
  const [span] = await spans();
  expect(span).toMatchObject({ name: 'GET /v1/*', parentSpanContext: { traceId: TRACE, spanId: TAP } });
  expect(span?.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/v1/*',
    'http.response.status_code': 200,
    'portal.module': 'mf-jobs',
    'portal.version': '1.2.0',
    'portal.owner': 'squad-jobs',
  });
  expect(received).toMatchObject([
    { traceparent: `00-${TRACE}-${span?.spanContext().spanId}-01`, baggage: 'module=mf-jobs,version=1.2.0,owner=squad-jobs' },
  ]);
  expect(received[0]).not.toHaveProperty('tracestate');
});

it('[TRACE-02] names the owner also for an earlier version of an open page, and no caller for an unknown module', async () => {
  await call('/v1/jobs', { traceparent, baggage: 'module=mf-jobs,version=1.1.0' });
  await call('/v1/jobs', { traceparent, baggage: 'module=mf-other,version=1.0.0,owner=squad-other' });
  await call('/v1/jobs', { traceparent: `00-${TRACE}-${TAP}`, baggage: 'module=__proto__,version=1.0.0' });
  expect(received.map(({ baggage }) => baggage)).toEqual(['module=mf-jobs,version=1.1.0,owner=squad-jobs', undefined, undefined]);
  expect(received[2]?.traceparent).not.toContain(TRACE);
});

it('[TRACE-01] records the tap once, from its time to the first call, with the id that the page chose', async () => {
  const at = Date.now() - 60;
  const baggage = `module=mf-jobs,version=1.2.0,tap=${at}`;
  const second = '00'.repeat(7).concat('01');
  for (const spanId of [second, second]) await call('/v1/jobs', { traceparent: `00-${TRACE}-${spanId}-01`, baggage });
  const all = await spans();
  const taps = all.filter(({ name }) => name === 'tap');
  expect(taps.map((tap) => tap.spanContext())).toMatchObject([{ traceId: TRACE, spanId: second }]);
  expect(taps[0]?.attributes).toMatchObject({ 'portal.module': 'mf-jobs', 'portal.owner': 'squad-jobs' });
  expect(taps[0]?.parentSpanContext).toBeUndefined();
  expect(all.filter(({ parentSpanContext }) => parentSpanContext?.spanId === second)).toHaveLength(2);
  expect(received.every(({ baggage: sent }) => !String(sent).includes('tap'))).toBe(true);
});

it('records a failed call, and a page with its route, module, version and owner, without its address', async () => {
  await call('/v1/broken', {});
  await call('/search-job?secret=1', {});
  const [failed, page] = await spans();
  expect(failed?.attributes['http.response.status_code']).toBe(500);
  expect(failed?.status.code).toBe(2);
  expect(page?.name).toBe('GET /search-job');
  expect(page?.attributes).toMatchObject({
    'http.route': '/search-job',
    'http.response.status_code': 200,
    'portal.module': 'mf-jobs',
    'portal.version': '1.2.0',
    'portal.owner': 'squad-jobs',
  });
});

it('records no file, probe or registry', async () => {
  for (const path of ['/healthz', '/registry.json', '/icon-192.png']) await call(path, {});
  expect(await spans()).toEqual([]);
});
