import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { deploy, newContext } from '../../../test/fixtures';
import { startTestHost, type TestHost } from '../../../test/test-host';
import { readSettings } from '../settings';
import { browserAt, TOKEN, textOf } from './fixtures';
import { createOpsServer } from './ops-server';

const TOKENS = { PORTAL_OPS_TOKEN: TOKEN, PORTAL_OPS_CODE_KEY: Buffer.alloc(32, 7).toString('base64') };
let context: ReturnType<typeof newContext>;
let host: TestHost;
let opsHost: FastifyInstance;
const { get, post, signIn } = browserAt(() => opsHost);

beforeAll(async () => {
  context = newContext();
  await deploy(context, { name: 'shell' }, { name: 'mf-public', routes: { '/': 'Home', '*': 'Page not found' } });
  host = await startTestHost(1, undefined, { context });
  const settings = { ...readSettings({ PORTAL_URL: 'https://portal.test' }), data: context.data };
  opsHost = createOpsServer({
    settings,
    store: context.store,
    live: host.live,
    ops: { token: TOKEN, context: async () => context },
    log: false,
  });
});
afterAll(async () => {
  await opsHost.close();
  await host.close();
});

it('serves the page and its stylesheets, and nothing else of the portal', async () => {
  const page = await textOf(await get(await signIn()));
  const [, sheet = ''] = /href="([^"]+\.css)"/.exec(page) ?? [];
  expect((await opsHost.inject(sheet)).statusCode).toBe(200);
  for (const path of ['/', '/login', '/registry.json', '/v1/x', '/worker.js']) expect((await opsHost.inject(path)).statusCode).toBe(404);
});

it.each<[string, Record<string, string | undefined>]>([
  [
    "from the portal's origin, by a browser without fetch metadata",
    { origin: 'https://portal.test', 'sec-fetch-site': undefined, 'sec-fetch-mode': undefined },
  ],
  ['from the portal itself, on another port', { origin: 'http://portal.test', 'sec-fetch-site': 'same-site' }],
  ['by a script of the same origin', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ['by a script that sends a form', { 'sec-fetch-user': undefined }],
  ['out of a frame', { 'sec-fetch-dest': 'iframe' }],
])('rejects a form that was sent %s', async (_how, headers) => {
  const badge = await signIn();
  const announce = { act: 'announce', text: 'Hello', hours: '1' };
  const before = await context.store.registry();
  expect((await post(announce, badge, headers)).status).toBe(403);
  expect(await context.store.registry()).toBe(before);
});

it('shows nothing to a script', async () => {
  const reply = await get(await signIn(), '', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' });
  expect([reply.status, (await textOf(reply)).includes('mf-public')]).toEqual([403, false]);
});

describe('behind a proxy that ends TLS', () => {
  /** A listener with the settings of this environment. */
  function listenerOf(env: Record<string, string>): FastifyInstance {
    const settings = { ...readSettings(env), data: context.data };
    return createOpsServer({
      settings,
      store: context.store,
      live: host.live,
      ops: { token: TOKEN, context: async () => context },
      log: false,
    });
  }
  const forwarded = (address = '203.0.113.7') => ({
    'x-forwarded-proto': 'https',
    'x-forwarded-for': address,
    origin: 'https://portal.test:8080',
  });

  it('the cookie is Secure and named __Host-, with its attributes', async () => {
    const app = listenerOf({ OPS_PORT: '8083', OPS_TRUSTED_PROXIES: '1' });
    const reply = await browserAt(() => app).post({ act: 'enter', name: 'Ana', token: TOKEN }, '', forwarded());
    expect(reply.status).toBe(303);
    expect(reply.headers.get('set-cookie')).toMatch(/^__Host-ops=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
    await app.close();
  });

  it('wrong tokens of one person do not delay another person', async () => {
    const app = listenerOf({ OPS_PORT: '8083', OPS_TRUSTED_PROXIES: '1' });
    const { post: send } = browserAt(() => app);
    const wrong = (address: string) => send({ act: 'enter', name: 'Ana', token: 'wrong' }, '', forwarded(address));
    let status = 403;
    while (status === 403) ({ status } = await wrong('203.0.113.7'));
    expect(status).toBe(429);
    expect((await wrong('203.0.113.8')).status).toBe(403);
    await app.close();
  });

  it('a forwarded request is refused until OPS_TRUSTED_PROXIES names the proxy: its cookie would not be Secure', async () => {
    const app = listenerOf({ OPS_PORT: '8083' });
    const reply = await app.inject({ url: '/_ops', headers: forwarded() });
    expect([reply.statusCode, reply.body]).toEqual([
      403,
      'The operations page refuses requests that a proxy forwarded. Set OPS_TRUSTED_PROXIES=1 on the portal host.\n',
    ]);
    await app.close();
  });
});

it('refuses requests with irregular framing, and what follows them on the connection', async () => {
  const app = createOpsServer({
    settings: readSettings({ OPS_PORT: '8083' }),
    store: context.store,
    live: host.live,
    ops: { token: TOKEN, context: null },
    log: false,
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1');
  const both = 'POST /_ops HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
  socket.write(`${both}GET /_ops HTTP/1.1\r\nHost: a\r\n\r\n`);
  const answers = await text(socket);
  await app.close();
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  expect(answers).toContain('{"code":400');
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
