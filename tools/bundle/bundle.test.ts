import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
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
