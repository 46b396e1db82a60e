import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import type { StoredSpan } from '@portal/tracing/spanFile';
import { printTrace } from './print-trace';

const REFERENCE = '3f2a9b1c77de';
const caller = { 'portal.module': 'mf-jobs', 'portal.version': '1.2.0', 'portal.owner': 'squad-jobs' };
const START = Date.parse('2027-03-14T15:00:00.000Z');

const span = (spanId: string, parentId: string | null, more: Partial<StoredSpan> = {}): StoredSpan => ({
  ...{ traceId: 'ab'.repeat(16), spanId, parentId, service: 'guard-api', name: spanId, start: START, ms: 1, isError: false },
  ...more,
  attributes: { ...caller, ...more.attributes },
});

const failed = [
  span('tap', null, { service: 'portal-host', ms: 80 }),
  span('call', 'tap', {
    ...{ name: 'POST /v1/apply-leave', start: START + 10, ms: 50.25, isError: true },
    attributes: { 'http.response.status_code': 500, 'portal.reference': REFERENCE },
  }),
  span('sql', 'call', {
    ...{ name: 'insert leaves', start: START + 30, isError: true },
    attributes: { 'db.query.text': 'insert into "leaves"\n  values ($1)', 'error.type': '23514' },
  }),
];
const later = [
  span('later', null, { traceId: 'ef'.repeat(16), start: START + 60_000, attributes: { 'portal.reference': 'aaaaaaaaaaaa' } }),
];

function stored(spans: readonly StoredSpan[]): string {
  const folder = join(temporaryFolder('traces'), 'traces');
  mkdirSync(folder);
  for (const one of spans) appendFileSync(join(folder, `${one.service}.jsonl`), `${JSON.stringify(one)}\n`);
  return folder;
}

async function printed(args: string[], spans: readonly StoredSpan[]) {
  const lines: string[] = [];
  return { code: await printTrace(args, stored(spans), (line) => lines.push(line)), lines };
}

const tree = [
  `trace ${'ab'.repeat(16)}  2027-03-14T15:00:00.000Z  80.0 ms`,
  '  portal-host tap  80.0 ms  mf-jobs@1.2.0 (squad-jobs)',
  `    guard-api POST /v1/apply-leave  50.3 ms  status 500  failed  reference ${REFERENCE}  mf-jobs@1.2.0 (squad-jobs)`,
  '      guard-api insert leaves  1.0 ms  failed 23514  mf-jobs@1.2.0 (squad-jobs)  insert into "leaves" values ($1)',
];

it.each([[[REFERENCE]], [['3F2A', '9b1c', '77DE']], [['ab'.repeat(16)]]])(
  '[TRACE-07] prints the tree of the reference or trace %j, from the tap to the SQL',
  async (args) => {
    expect(await printed(args, [...failed, ...later])).toEqual({ code: 0, lines: tree });
  },
);

it('[TRACE-07] prints the newest trace without a reference', async () => {
  const { lines } = await printed([], [...later, ...failed]);
  expect(lines[0]).toContain('ef'.repeat(16));
});

it('[TRACE-07] prints spans without a stored parent, and a span that was stored twice once', async () => {
  expect((await printed([REFERENCE], [...failed.slice(1), ...failed.slice(1)])).lines).toHaveLength(3);
});

it('[TRACE-07] names the next step for a reference that is not stored, and without any trace', async () => {
  expect(await printed(['0123456789ab'], failed)).toEqual({
    code: 1,
    lines: ['No stored trace has 0123456789ab. Only the newest are stored: search the log of the API, see docs/runbook/calls-fail.md.'],
  });
  const { code, lines } = await printed([], []);
  expect([code, lines]).toEqual([1, [expect.stringContaining('start API and portal host with PORTAL_TRACES=on')]]);
});

it.each([[['nonsense']], [[`${REFERENCE}0`]], [['--last']]])('[TRACE-07] ends with 2 and its usage for %j', (args) => {
  const root = resolve(__dirname, '../..');
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', join(root, 'tools/trace-last.ts'), ...args], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, PORTAL_DATA: dirname(stored(failed)) },
  });
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^trace:last: npm run trace:last \[-- REFERENCE\]: /)]);
});
