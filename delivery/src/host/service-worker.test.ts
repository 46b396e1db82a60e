import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { offlinePagePath, serviceWorkerPath } from '@portal/mf-kit/pageLayout';
import { deploy, info, newContext } from '../../test/fixtures';
import { startTestHost, type TestHost } from '../../test/test-host';
import { rollback } from '../commands/rollback';
import { setServiceWorker } from '../commands/service-worker';
import { loadKey } from '../registry/signatures';

const shell = (version: string, more = {}) => ({
  name: 'shell',
  version,
  contents: { 'worker.js': `/* worker ${version} */` },
  worker: 'worker.js',
  ...more,
});
const push = { PORTAL_FIREBASE: JSON.stringify({ projectId: 'p', authDomain: 'p.firebaseapp.com', vapidKey: 'k' }) };

let host: TestHost;
let context: ReturnType<typeof newContext>;
async function open(env = {}) {
  context = newContext();
  await deploy(context, shell('1.0.0'), { name: 'mf-public', routes: { '/faq': 'Questions', '*': 'None' } });
  host = await startTestHost(1, undefined, { context, env });
}
afterEach(() => host.close());

const get = (path: string, headers = {}) => fetch(`http://127.0.0.1:${host.port}${path}`, { headers });
const worker = async () => (await get(serviceWorkerPath)).text();
const until = async (words: string) => {
  while (!(await worker()).includes(words)) await new Promise((resolve) => setTimeout(resolve, 20));
};

it("is the active shell's worker with the keys that it verifies with, also after a rollback", async () => {
  await open();
  const keys = { ops: context.ops.publicKey, timestamp: loadKey(context.data, 'timestamp').publicKey };
  expect(await worker()).toBe(`self.portalKeys = ${JSON.stringify(keys)};\n/* worker 1.0.0 */`);
  await deploy(context, shell('1.1.0'));
  await until('worker 1.1.0');
  await rollback(context, 'shell', undefined, info);
  await until('worker 1.0.0');
});

it('is revalidated at every visit, and sent once', async () => {
  await open();
  const reply = await get(serviceWorkerPath);
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  });
  expect((await get(serviceWorkerPath, { 'if-none-match': reply.headers.get('etag') })).status).toBe(304);
});

/** Runs the script like a browser with an earlier worker. Returns what happened to that worker and its caches. */
async function run(text: string) {
  const handlers: Record<string, (event: object) => void> = {};
  const names = ['portal-page', 'portal-files', 'portal-data-ana', 'of-another'];
  const left: string[] = [];
  const given = {
    addEventListener: (type: string, handler: (event: object) => void) => Object.assign(handlers, { [type]: handler }),
    skipWaiting: () => left.push('skipped waiting'),
    caches: { keys: async () => names, delete: async (name: string) => left.push(name) },
    registration: {
      unregister: async () => left.push('worker'),
      navigationPreload: { disable: async () => left.push('preload') },
    },
  };
  new Function(...Object.keys(given), text)(...Object.values(given));
  handlers.install?.({});
  let work: Promise<unknown> = Promise.resolve();
  handlers.activate?.({ waitUntil: (promise: Promise<unknown>) => (work = promise) });
  await work;
  return { left, listens: Object.keys(handlers) };
}
const kept = ['skipped waiting', 'portal-page', 'portal-files', 'portal-data-ana', 'preload'];

it.each<[string, object, string[], string[]]>([
  ['removes itself with all its caches', {}, [...kept, 'worker'], ['install', 'activate']],
  ['stays only for push messages if they are configured', push, kept, ['push', 'notificationclick', 'install', 'activate']],
])('when it is disabled, it %s', async (_what, env, gone, listens) => {
  await open(env);
  await setServiceWorker(context, 'off', info);
  await until('skipWaiting');
  expect(await run(await worker())).toEqual({ left: gone, listens });
  await setServiceWorker(context, 'on', info);
  await until('worker 1.0.0');
});

it('removes itself when the shell has no worker', async () => {
  context = newContext();
  await deploy(context, { name: 'shell' });
  host = await startTestHost(1, undefined, { context });
  expect((await run(await worker())).left).toContain('worker');
});

it('is not sent when it differs from the published file', async () => {
  await open();
  writeFileSync(join(context.data, 'modules/shell/1.0.0/worker.js'), 'changed');
  expect((await get(serviceWorkerPath)).status).toBe(500);
});

it('the offline page contains the registry and the shell, and no script of a module', async () => {
  await open();
  const reply = await get(offlinePagePath);
  const html = await reply.text();
  expect(reply.status).toBe(200);
  expect(html).toContain('id="registry"');
  expect(html).toContain('/modules/shell/1.0.0/shell.js');
  expect(html).not.toMatch(/\/modules\/mf-public\/[^"]*\.js/);
  expect(html).not.toContain('worker.js');
  expect(html).toContain('<meta name="robots" content="noindex">');
});
