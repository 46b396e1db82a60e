import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { session } from '@portal/contracts/auth/auth.endpoints';
import { traceFolder } from '@portal/settings/traces';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { printTrace } from '../traces/print-trace';
import { bundleProcess } from './bundle';
import { openCompiled } from './compiledProcesses';

/** Starts a database and five processes, possibly on a busy machine. */
jest.setTimeout(240_000);

let opened: Awaited<ReturnType<typeof openCompiled>>;
beforeAll(async () => {
  opened = await openCompiled(temporaryFolder('compiled'));
});
afterAll(() => opened?.stop());

it('imports at run time only the dependencies of its package.json, in those versions', () => {
  const named = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies;
  for (const { folder, dependencies } of Object.values(opened.compiled)) expect(named(folder)).toEqual(dependencies);
  const { api, host, portal } = opened.compiled;
  expect(Object.keys(host.dependencies)).toEqual([
    '@aws-sdk/client-s3',
    '@bokuweb/zstd-wasm',
    '@opentelemetry/api',
    '@opentelemetry/core',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace',
    '@sigstore/core',
    'fastify',
    'jose',
    'otpauth',
    'undici',
    'yup',
  ]);
  expect(Object.keys(portal.dependencies)).toEqual([
    '@aws-sdk/client-s3',
    '@bokuweb/zstd-wasm',
    '@sigstore/core',
    'commander',
    'jose',
    'otpauth',
    'yup',
  ]);
  expect(api.dependencies).toMatchObject({ fastify: '5.12.8', mediabunny: '1.61.0', pdfkit: '0.20.2', '@hyzyla/pdfium': '2.1.13' });
  for (const name of ['tsx', 'esbuild', 'socket.io-client', 'smtp-server']) expect(api.dependencies).not.toHaveProperty(name);
});

it('rejects a program that uses a test dependency', async () => {
  const folder = temporaryFolder('refused');
  const wrong = { name: 'wrong', package: 'delivery', entries: { main: 'tools/bundle/bundle.ts' }, threads: {}, files: {} } as const;
  await expect(bundleProcess(wrong, folder)).rejects.toThrow(/^wrong uses what is no dependency of delivery when it runs: esbuild/);
});

it('the compiled API serves, and the compiled host serves a page and its icon', async () => {
  const api = await opened.startApi();
  const host = await opened.startHost();
  try {
    const page = await fetch(`${host.url}/faq`);
    expect(await page.text()).toContain('<h1>mf-public</h1>');
    const icon = await fetch(`${host.url}/icon-192.png`);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
  } finally {
    await Promise.all([api.child.stop(), host.child.stop()]);
  }
});

it('[TRACE-03] one trace leads from the tap of a page through the compiled host and API to the SQL, and a collector gets it too', async () => {
  const received: string[] = [];
  const collector = createServer(async (request, reply) => {
    received.push(`${request.url} ${await text(request)}`);
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const { port } = collector.address() as AddressInfo;
  const traced = { PORTAL_TRACES: 'on', PORTAL_HOST_SECRET: 'a-secret-of-this-test' };
  const api = await opened.startApi({ ...traced, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
  const host = await opened.startHost({ ...traced, API_URL: api.url });
  try {
    const trace = 'ab'.repeat(16);
    const baggage = `module=mf-public,version=1.0.0,owner=squad-other,tap=${Date.now()}`;
    const reply = await fetch(host.url + fullPath(session), {
      headers: { authorization: 'Bearer of-nobody', traceparent: `00-${trace}-${'cd'.repeat(8)}-01`, baggage },
    });
    expect(reply.status).toBe(401);
    const lines: string[] = [];
    const deadline = Date.now() + 30_000;
    while (!lines.some((line) => line.includes('guard-api select ')) && Date.now() < deadline) {
      lines.length = 0;
      await printTrace([trace], traceFolder(opened.data), (line) => lines.push(line));
    }
    expect(lines.slice(1).map((line) => line.replace(/ {2}[\d.]+ ms/, ''))).toEqual([
      '  portal-host tap  mf-public@1.0.0',
      '    portal-host GET /v1/*  status 401  mf-public@1.0.0',
      expect.stringMatching(/^ {6}guard-api GET \/v1\/\S+ {2}status 401 {2}reference [0-9a-f]{12} {2}mf-public@1\.0\.0$/),
      expect.stringMatching(/^ {8}guard-api select \w+ {2}mf-public@1\.0\.0 {2}select .*\$1/),
    ]);
    while (received.length === 0 && Date.now() < deadline) await new Promise(setImmediate);
    expect(received[0]).toMatch(/^\/v1\/traces .*guard-api/);
  } finally {
    await Promise.all([api.child.stop(), host.child.stop()]);
    collector.close();
  }
});

it('the compiled portal command finds the API of the running host, and its doctor finds no failure', async () => {
  const api = await opened.startApi();
  const host = await opened.startHost({ API_URL: api.url });
  try {
    expect(await opened.portal('verify')).toContain('hold');
    expect(await opened.portal('doctor')).toContain('nothing failed');
  } finally {
    await Promise.all([api.child.stop(), host.child.stop()]);
  }
  await expect(opened.portal('verify')).rejects.toThrow(/no portal host\s+runs on this store here/);
});

it('the compiled staff command runs', async () => {
  expect(await opened.staff('help')).toContain('create-key');
});

it.each([
  ['audio-worker.mjs', { mostSeconds: 1 }, 'notAudio'],
  ['pdf-worker.mjs', { mostPages: 1, mostBytes: 2 ** 29 }, 'damaged'],
])('the worker thread %s loads its library', async (file, settings, problem) => {
  const { folder } = opened.compiled.api;
  const worker = new Worker(join(folder, 'src/platform/files', file), {
    workerData: { bytes: new ArrayBuffer(8), ...settings },
    execArgv: [],
  });
  try {
    expect(await new Promise((done, fail) => worker.once('message', done).once('error', fail))).toEqual({ problem });
  } finally {
    await worker.terminate();
  }
});
