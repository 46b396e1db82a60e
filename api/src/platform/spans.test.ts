import { SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, type ReadableSpan } from '@opentelemetry/sdk-trace';
import { forgotPassword, login } from '@portal/contracts/auth/auth.endpoints';
import { applyLeave } from '@portal/contracts/leave/leave.endpoints';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { createTracing } from '@portal/tracing/recording';
import { unrecordedTrace } from '@portal/tracing/tracing';
import { emit, openSocket } from '../../test/socket';
import { basicHeader, testApi } from '../../test/test-api';
import { currentServices, runWithServices } from './context';
import { query, transaction } from './database/db';
import { enqueue, processQueue } from './queue/job-queue';
import { continuedTrace, statementName } from './spans';

const stored = new InMemorySpanExporter();
const tracing = createTracing('guard-api', [stored], () => undefined);
const api = testApi({ tracing });

const TRACE = 'ab'.repeat(16);
const TAP = 'cd'.repeat(8);
const traceparent = `00-${TRACE}-${TAP}-01`;
const baggage = 'module=mf-jobs,version=1.2.0,owner=squad-jobs';

/** Runs `act` in the trace of a call. */
const asCall = <T>(act: () => Promise<T>) => runWithServices(currentServices(), act, continuedTrace({ traceparent, baggage }));

async function spans(): Promise<ReadableSpan[]> {
  await tracing.flush();
  return stored.getFinishedSpans();
}
const named = async (start: string) => (await spans()).filter(({ name }) => name.startsWith(start));
const idOf = (span: ReadableSpan | undefined) => span?.spanContext().spanId;
beforeEach(async () => {
  await tracing.flush();
  stored.reset();
});

it('[TRACE-03] records a call, its transaction and its statements as one tree, each with module, version and owner', async () => {
  const guard = await api.guard();
  await tracing.flush();
  stored.reset();
  const input = { jobId: guard.id, shiftId: guard.id, leaveTitle: 1, shiftDate: '2027-03-20' } as never;
  await api.call(applyLeave, input, { token: guard.token, headers: { traceparent, baggage, 'idempotency-key': 'a-key-of-one-call' } });
  const all = await spans();
  const [call] = await named('POST /v1/apply-leave');
  const [inTransaction] = await named('transaction');
  expect(call?.parentSpanContext?.spanId).toBe(TAP);
  expect(call?.attributes).toMatchObject({ 'http.route': '/v1/apply-leave', 'portal.reference': expect.stringMatching(/^[0-9a-f]{12}$/) });
  expect(inTransaction?.parentSpanContext?.spanId).toBe(idOf(call));
  const statements = all.filter(({ attributes }) => 'db.query.text' in attributes);
  expect(statements.some(({ parentSpanContext }) => parentSpanContext?.spanId === idOf(inTransaction))).toBe(true);
  for (const span of all) {
    expect(span.spanContext().traceId).toBe(TRACE);
    expect(span.attributes).toMatchObject({ 'portal.module': 'mf-jobs', 'portal.version': '1.2.0', 'portal.owner': 'squad-jobs' });
  }
});

it('[TRACE-04] records no value of a guard: no name, address, id, token or key', async () => {
  const guard = await api.guard();
  await api.call(login, { deviceToken: 'web', deviceId: 'web', deviceType: 3, email: guard.email, password: guard.password });
  await api.call(listNotifications, {}, { token: guard.token });
  await api.call(forgotPassword, { email: guard.email } as never);
  const text = JSON.stringify((await spans()).map(({ name, attributes, events }) => ({ name, attributes, events })));
  expect(text).toContain('select');
  for (const value of [guard.email, guard.id, guard.token, guard.password, basicHeader, '127.0.0.1']) expect(text).not.toContain(value);
});

it.each([
  [{ traceparent: `00-${'0'.repeat(32)}-${TAP}-01` }, {}],
  [{ traceparent, baggage: 'module=MF JOBS,version=1.2.0' }, {}],
  [{ traceparent, baggage: `module=mf-jobs,version=1.${'9'.repeat(80)}` }, {}],
  [
    { traceparent, baggage: 'module=mf-jobs,version=1.2.0,guard=ada' },
    { 'portal.module': 'mf-jobs', 'portal.version': '1.2.0' },
  ],
])('[TRACE-04] ignores values of another shape: %j', async (headers, expected) => {
  await api.request('/v1/nothing', { headers });
  const [call] = await named('GET unknown');
  const carried = Object.entries(call?.attributes ?? {}).filter(([key]) => /^portal\.(?!reference)/.test(key));
  expect(Object.fromEntries(carried)).toEqual(expected);
});

it('[TRACE-03] records a socket call, and its tap once, but no owner that the page names', async () => {
  const guard = await api.guard();
  const socket = await openSocket(api.url, { token: guard.token });
  const tap = Date.now() - 40;
  for (const _time of [1, 2]) await emit(socket, 'get_rooms', { userId: guard.id }, { traceparent, baggage: `${baggage},tap=${tap}` });
  socket.close();
  const [first, ...more] = await named('tap');
  expect(more).toEqual([]);
  expect(first?.spanContext()).toMatchObject({ traceId: TRACE, spanId: TAP });
  expect((first?.startTime[0] ?? 0) * 1_000 + (first?.startTime[1] ?? 0) / 1e6).toBe(tap);
  const calls = await named('EVENT get_rooms');
  expect(calls).toHaveLength(2);
  for (const call of calls) {
    expect(call.parentSpanContext?.spanId).toBe(TAP);
    expect(call.attributes).toMatchObject({ 'portal.module': 'mf-jobs', 'http.response.status_code': 200 });
    expect(call.attributes).not.toHaveProperty('portal.owner');
  }
});

it('[TRACE-03] continues the trace of a call in the job that it queued, and gives the job its payload only', async () => {
  const { jobs, log } = currentServices();
  await jobs.boss.createQueue('traced');
  const closing: (() => Promise<void>)[] = [];
  const lifecycle = { log, addHook: (_name: string, hook: () => Promise<void>) => void closing.push(hook) };
  const payloads: unknown[] = [];
  const finished = new Promise<void>((end) => {
    processQueue(lifecycle, 'traced', 1, async ({ data }) => {
      payloads.push(data);
      await query('select 1 as one from guards limit 0');
      end();
    });
  });
  await asCall(() => enqueue('traced', '00000000-0000-4000-8000-000000000001', { message: 'one' }));
  await finished;
  for (const close of closing) await close();
  expect(payloads).toEqual([{ message: 'one' }]);
  const [job] = await named('job traced');
  expect(job?.spanContext().traceId).toBe(TRACE);
  expect(job?.parentSpanContext?.spanId).toBe(TAP);
  expect(job?.attributes).toMatchObject({ 'portal.module': 'mf-jobs', 'portal.owner': 'squad-jobs' });
  expect((await named('select guards')).map(({ parentSpanContext }) => parentSpanContext?.spanId)).toContain(idOf(job));
});

it('[TRACE-04] records a failed statement by its code, without its message', async () => {
  await expect(asCall(() => query("select 'Ada' from missing_table"))).rejects.toThrow('missing_table');
  const [failed] = await named('select missing_table');
  expect(failed?.attributes['error.type']).toBe('42P01');
  expect(failed?.status).toEqual({ code: SpanStatusCode.ERROR });
});

it('[TRACE-05] records nothing of polls and timetables', async () => {
  await runWithServices(currentServices(), () => transaction(() => query('select 1')), unrecordedTrace());
  expect(await spans()).toEqual([]);
});

it.each([
  ['select "id" from "jobs" where "id" = $1', 'select jobs'],
  ['insert into "leaves" ("id") values ($1)', 'insert leaves'],
  ['update "guards" set "name" = $1', 'update guards'],
  ['delete from pgboss.job where name = $1', 'delete pgboss.job'],
  ['with due as (select id from jobs where a in (1)) update "shifts" set b = $2 from due', 'update shifts'],
  ['select pg_notify($1, $2)', 'select'],
  ['begin', 'sql'],
])('names the statement %j by its operation and table', (text, name) => {
  expect(statementName(text)).toBe(name);
});
