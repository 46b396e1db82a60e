import { type ClientRequest, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deploy, newContext } from '../../test/fixtures';
import { loadKey } from '../registry/signatures';
import { readRegistry } from '../registry/update-registry';
import { DEV_PATH, DEV_SECRET_HEADER } from './dev';
import { createHost } from './host';
import { type Snapshot, watchRegistry } from './live-registry';
import { readSettings } from './settings';

const SECRET = 'of-this-machine';
const context = newContext();
const devServer = createServer((asked, reply) => reply.setHeader('content-type', 'text/javascript').end(`/* dev ${asked.url} */`));
const log = { info: () => undefined, error: () => undefined };
const originOf = (server: { address(): unknown }) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const served = {
  name: 'mf-jobs',
  version: '1.0.0-dev.x',
  container: 'mf_jobs_dev',
  entry: 'remoteEntry.js',
  routes: { '/search-job': { access: 'public', chrome: 'public', title: 'Search' } },
};

async function start(withDev = true) {
  const live = await watchRegistry({
    store: context.store,
    opsPublicKey: context.ops.publicKey,
    timestampKey: loadKey(context.data, 'timestamp'),
    log,
  });
  const app = await createHost({
    settings: { ...readSettings({}), data: context.data },
    store: context.store,
    live,
    dev: withDev ? { context, secret: SECRET } : undefined,
    log: false,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const nextRevision = () => new Promise<Snapshot>((resolve) => live.onRevision(resolve));
  const stop = async () => {
    live.stop();
    await app.close();
  };
  return { url: originOf(app.server), nextRevision, stop };
}

/** Opens a registration and resolves with its status; destroying the request ends the registration. */
const register = (url: string, body: unknown, secret = SECRET): Promise<{ status: number; asked: ClientRequest }> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', [DEV_SECRET_HEADER]: secret };
    const asked = request(url + DEV_PATH, { method: 'POST', headers }, (reply) => {
      reply.on('error', () => undefined).resume();
      resolve({ status: reply.statusCode ?? 0, asked });
    });
    asked.on('error', reject).end(JSON.stringify(body));
  });

beforeAll(async () => {
  await deploy(
    context,
    { name: 'shell' },
    { name: 'mf-jobs', routes: { '/search-job': 'Search' } },
    { name: 'mf-account', routes: { '/setting': 'Settings' } },
  );
  await new Promise<void>((resolve) => devServer.listen(0, '127.0.0.1', resolve));
});
afterAll(() => devServer.close());

it('shows a module from its dev server during the registration, and the published one afterwards', async () => {
  const { url, nextRevision, stop } = await start();
  const entered = nextRevision();
  const { status, asked } = await register(url, { module: served, origin: originOf(devServer) });
  expect(status).toBe(200);
  expect((await entered).registry.modules['mf-jobs']).toMatchObject({ version: '1.0.0-dev.x', dev: true, lastGood: { version: '1.0.0' } });
  const page = await fetch(`${url}/search-job`);
  expect(page.headers.get('integrity-policy')).toBeNull();
  const file = await fetch(`${url}/modules/mf-jobs/1.0.0-dev.x/remoteEntry.js`);
  expect(file.headers.get('cache-control')).toBe('no-store');
  expect(await file.text()).toBe('/* dev /modules/mf-jobs/1.0.0-dev.x/remoteEntry.js */');

  const left = nextRevision();
  asked.destroy();
  expect((await left).registry.modules['mf-jobs']).toMatchObject({ version: '1.0.0', lastGood: null });
  expect((await left).registry.modules['mf-jobs']).not.toHaveProperty('dev');
  await stop();
});

it('cleans up after a killed host, and does not block other activations', async () => {
  const first = await start();
  const entered = first.nextRevision();
  const { asked } = await register(first.url, { module: served, origin: originOf(devServer) });
  await entered;
  const outcome = await deploy(context, { name: 'mf-account', version: '1.1.0', routes: { '/setting': 'Settings' } });
  expect(outcome?.registry.modules['mf-jobs']).toHaveProperty('dev', true);
  const second = await start();
  expect((await readRegistry(context)).registry?.modules['mf-jobs']).toMatchObject({ version: '1.0.0' });
  asked.destroy();
  await Promise.all([first.stop(), second.stop()]);
});

it.each([
  ['without the secret', { module: served, origin: 'http://127.0.0.1:1' }, 'wrong', 404],
  ['from another machine', { module: served, origin: 'http://evil.example:80' }, SECRET, 400],
  [
    'that takes a path of another module',
    { module: { ...served, routes: { '/setting': served.routes['/search-job'] } }, origin: 'http://127.0.0.1:1' },
    SECRET,
    409,
  ],
])('rejects a dev server %s', async (_, body, secret, expected) => {
  const { url, stop } = await start();
  expect((await register(url, body, secret)).status).toBe(expected);
  await stop();
});

it('has no endpoint for dev servers in production', async () => {
  const { url, stop } = await start(false);
  expect((await register(url, { module: served, origin: originOf(devServer) })).status).toBe(404);
  await stop();
});
