import { appendFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { openTracing } from './openTracing';
import { createTracing } from './recording';
import { createSpanFile, readSpans } from './spanFile';

/** Stores this many spans, one after the other. */
async function store(folder: string, names: readonly string[], limits?: { spans: number; bytes: number }): Promise<void> {
  const tracing = createTracing('guard-api', [createSpanFile(folder, 'guard-api', limits)], () => undefined);
  for (const name of names) {
    tracing.tracer.startSpan(name, { attributes: { 'http.route': '/v1/jobs' } }).end();
    await tracing.flush();
  }
  await tracing.close();
}
const names = async (folder: string) => (await readSpans(folder)).map(({ name }) => name);

it('[TRACE-06] stores spans as lines that only their owner can read', async () => {
  const folder = join(temporaryFolder('traces'), 'traces');
  await store(folder, ['one']);
  expect(await readSpans(folder)).toEqual([
    {
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      parentId: null,
      service: 'guard-api',
      name: 'one',
      start: expect.any(Number),
      ms: expect.any(Number),
      isError: false,
      attributes: { 'http.route': '/v1/jobs' },
    },
  ]);
  expect(statSync(join(folder, 'guard-api.jsonl')).mode & 0o777).toBe(0o600);
});

it.each([
  ['count', { spans: 2, bytes: 2_000_000 }],
  ['size', { spans: 1_000, bytes: 700 }],
])('[TRACE-06] keeps the newest spans within the limit of their %s', async (_what, limits) => {
  const folder = temporaryFolder('traces');
  await store(
    folder,
    Array.from({ length: 9 }, (_, index) => `span ${index}`),
    limits,
  );
  const kept = await names(folder);
  expect(kept).toContain('span 8');
  expect(kept).not.toContain('span 0');
  expect(kept.length).toBeLessThanOrEqual(6);
  expect(readdirSync(folder).sort()).toEqual(['guard-api.jsonl', 'guard-api.older.jsonl']);
});

it('[TRACE-06] continues the file of the process before, and skips a line that was cut', async () => {
  const folder = temporaryFolder('traces');
  await store(folder, ['before']);
  appendFileSync(join(folder, 'guard-api.jsonl'), '{"traceId":"\n');
  await store(folder, ['after']);
  expect(await names(folder)).toEqual(['before', 'after']);
});

it('[TRACE-06] reports once that spans cannot be stored', async () => {
  const file = join(temporaryFolder('traces'), 'no-folder');
  writeFileSync(file, '');
  const warnings: string[] = [];
  const tracing = await openTracing('guard-api', { endpoint: null, folder: file }, (line) => warnings.push(line));
  for (const name of ['one', 'two']) {
    tracing.tracer.startSpan(name).end();
    await tracing.flush().catch(() => undefined);
  }
  await tracing.close();
  expect(warnings).toEqual([expect.stringMatching(/^Traces are lost until this works again: /)]);
});

it('[TRACE-05] opens no exporter without settings', async () => {
  const tracing = await openTracing('guard-api', { endpoint: null, folder: null }, () => undefined);
  expect(tracing.isOn).toBe(false);
  await tracing.close();
});

it('reads no spans from a folder that does not exist', async () => {
  expect(await readSpans(join(temporaryFolder('traces'), 'none'))).toEqual([]);
});
