import type { FastifyInstance } from 'fastify';
import { deploy, newDesk } from '../../fixtures';
import { hostBefore, type TestHost } from '../fixtures';
import { readSettings } from '../settings';
import { browserAt, TOKEN, textOf } from './fixtures';
import { createOpsHost } from './listener';

const TOKENS = { PORTAL_OPS_TOKEN: TOKEN, PORTAL_OPS_CODE_KEY: Buffer.alloc(32, 7).toString('base64') };
let desk: ReturnType<typeof newDesk>;
let host: TestHost;
let opsHost: FastifyInstance;
const { get, post, signIn } = browserAt(() => opsHost);

beforeAll(async () => {
  desk = newDesk();
  await deploy(desk, { name: 'shell' }, { name: 'mf-public', routes: { '/': 'Home', '*': 'Page not found' } });
  host = await hostBefore(1, undefined, { desk });
  const settings = { ...readSettings({ PORTAL_URL: 'https://portal.test' }), data: desk.data };
  opsHost = createOpsHost({ settings, store: desk.store, live: host.live, ops: { token: TOKEN, desk: async () => desk }, log: false });
});
afterAll(async () => {
  await opsHost.close();
  await host.close();
});

it('has the page and what it looks like, and nothing else of the portal', async () => {
  const page = await textOf(await get(await signIn()));
  const [, sheet = ''] = /href="([^"]+\.css)"/.exec(page) ?? [];
  expect((await opsHost.inject(sheet)).statusCode).toBe(200);
  for (const path of ['/', '/login', '/registry.json', '/v1/x', '/worker.js']) expect((await opsHost.inject(path)).statusCode).toBe(404);
});

it.each<[string, Record<string, string | undefined>]>([
  [
    'from the portal itself, in a browser that says nothing of it',
    { origin: 'https://portal.test', 'sec-fetch-site': undefined, 'sec-fetch-mode': undefined },
  ],
  ['from the portal itself, on another port', { origin: 'http://portal.test', 'sec-fetch-site': 'same-site' }],
  ['by a script of the same origin', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ['by a script that sends a form', { 'sec-fetch-user': undefined }],
  ['out of a frame', { 'sec-fetch-dest': 'iframe' }],
])('takes no form that was sent %s', async (_how, headers) => {
  const badge = await signIn();
  const announce = { act: 'announce', text: 'Hello', hours: '1' };
  const before = await desk.store.registry();
  expect((await post(announce, badge, headers)).status).toBe(403);
  expect(await desk.store.registry()).toBe(before);
});

it('shows a script nothing', async () => {
  const reply = await get(await signIn(), '', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' });
  expect([reply.status, (await textOf(reply)).includes('mf-public')]).toEqual([403, false]);
});

it.each([
  [{ PORTAL_MODE: 'production' }, null, false],
  [{ PORTAL_MODE: 'production', OPS_PORT: '8083', ...TOKENS }, 8083, false],
  [{}, null, true],
  [{ OPS_PORT: '8083' }, 8083, false],
])('with %j it listens at %j, and at the public port: %s', (env, port, isPublic) => {
  const { opsPort, opsHost: address, opsIsPublic } = readSettings(env);
  expect([opsPort, address, opsIsPublic]).toEqual([port, '127.0.0.1', isPublic]);
});

it.each([
  [{ PORTAL_MODE: 'production', ...TOKENS }, 'PORTAL_OPS_TOKEN is set, and OPS_PORT is not'],
  [{ PORTAL_MODE: 'production', OPS_PORT: '8083' }, 'OPS_PORT is set, and PORTAL_OPS_TOKEN is not'],
  [{ OPS_PORT: '8080' }, 'OPS_PORT=8080 is the port of the portal'],
])('refuses to start with %j', (env, words) => {
  expect(() => readSettings(env)).toThrow(words);
});
