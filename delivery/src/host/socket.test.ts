import { once } from 'node:events';
import { createServer, type Server as HttpServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { Server, type Socket as ServerSocket } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { newDesk } from '../fixtures';
import { loadKey } from '../signing';
import { createHost } from './host';
import { followStore, type Live } from './live';
import { readSettings } from './settings';

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
const desk = newDesk();
let live: Live;
let api: HttpServer;
let sockets: Server;
let host: FastifyInstance;
let port: number;
const shaken: IncomingMessage['headers'][] = [];

async function hostBefore(apiPort: number, call = 15_000): Promise<FastifyInstance> {
  const given = readSettings({ API_URL: `http://127.0.0.1:${apiPort}`, PORTAL_HOST_SECRET: 'the-host-secret-of-tests' });
  const settings = { ...given, data: desk.data, answerMs: { call, upload: call } };
  const app = await createHost({ settings, store: desk.store, live, opsPublicKey: desk.ops.publicKey, log: false });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
}

beforeAll(async () => {
  const log = { info: () => undefined, error: () => undefined };
  live = await followStore({ store: desk.store, opsPublicKey: desk.ops.publicKey, timestampKey: loadKey(desk.data, 'timestamp'), log });
});
beforeEach(async () => {
  api = createServer((asked, reply) => {
    const isKnown = !asked.url?.startsWith('/v1/none');
    reply.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify({ code: isKnown ? 200 : 404 }));
  });
  sockets = new Server(api, { transports: ['websocket'], serveClient: false });
  sockets.use(({ handshake }, next) => {
    shaken.push(handshake.headers);
    next(handshake.auth.token === 'good' ? undefined : new Error('401'));
  });
  await once(api.listen(0, '127.0.0.1'), 'listening');
  host = await hostBefore(portOf(api));
  port = portOf(host.server);
});
afterEach(async () => {
  await host.close();
  await sockets.close();
});
afterAll(() => live.stop());

const open = (token: string, headers: Record<string, string> = {}): Socket =>
  io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    auth: { token },
    extraHeaders: headers,
    reconnection: false,
    forceNew: true,
  });
const heard = (socket: Socket, name: string): Promise<unknown> => new Promise((resolve) => socket.once(name, resolve));

/** Asks for an upgrade and reads until the connection ends; resolves with what was said before. */
async function upgrade(at: number, path: string, head: Record<string, string> = {}): Promise<string> {
  const socket = connect(at, '127.0.0.1');
  const headers = {
    host: 'portal',
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    ...head,
  };
  socket.write(
    `GET ${path} HTTP/1.1\r\n${Object.entries(headers)
      .map((pair) => pair.join(': '))
      .join('\r\n')}\r\n\r\n`,
  );
  return text(socket);
}

describe('the live socket', () => {
  it.each([
    ['without a cookie', {}],
    ['with one', { cookie: 'theme=dark; token=abc' }],
  ])('opens %s, 10 times of 10, and carries events both ways', async (_which, headers: Record<string, string>) => {
    for (let tries = 0; tries < 10; tries++) {
      const arrived = new Promise<ServerSocket>((resolve) => sockets.once('connection', resolve));
      const socket = open('good', headers);
      const server = await arrived;
      const said = heard(socket, 'changed');
      server.emit('changed', { domain: 'leave' });
      expect(await said).toEqual({ domain: 'leave' });
      const answered = new Promise((resolve) => server.once('hello', resolve));
      socket.emit('hello', 'x'.repeat(40_000));
      expect(await answered).toHaveLength(40_000);
      socket.close();
    }
    expect(shaken.at(-1)).toMatchObject({ 'x-portal-host': 'the-host-secret-of-tests', 'x-forwarded-for': '127.0.0.1' });
    expect(shaken.at(-1)?.cookie).toBe(headers.cookie);
  });

  it('hears that its token is refused', async () => {
    expect(await heard(open('bad'), 'connect_error')).toMatchObject({ message: '401' });
  });

  it('ends on the other side when one side goes: the page, the API, the host', async () => {
    const meet = async () => {
      const arrived = new Promise<ServerSocket>((resolve) => sockets.once('connection', resolve));
      const socket = open('good');
      return { socket, server: await arrived };
    };
    const page = await meet();
    const left = new Promise((resolve) => page.server.once('disconnect', resolve));
    page.socket.io.engine.close();
    await left;

    const killed = await meet();
    const lost = heard(killed.socket, 'disconnect');
    killed.server.conn.request.socket.resetAndDestroy();
    expect(await lost).toBe('transport close');

    const stopped = await meet();
    const gone = heard(stopped.socket, 'disconnect');
    await host.close();
    expect(await gone).toBe('transport close');
  });
});

describe('an upgrade that is not granted ends its connection', () => {
  const live = '/socket.io/?EIO=4&transport=websocket';

  it('when the API is down: 503 in the envelope', async () => {
    const lonely = await hostBefore(1);
    for (let tries = 0; tries < 10; tries++) {
      const said = await upgrade(portOf(lonely.server), live);
      expect(said).toMatch(/^HTTP\/1\.1 503 /);
      expect(said).toContain('"code":503');
    }
    await lonely.close();
  });

  it('when the API is silent: 504 within the stated time', async () => {
    const mute = createServer();
    mute.on('upgrade', (asked) => asked.socket.resume());
    await once(mute.listen(0, '127.0.0.1'), 'listening');
    const impatient = await hostBefore(portOf(mute), 300);
    expect(await upgrade(portOf(impatient.server), live)).toContain('"code":504');
    await impatient.close();
    mute.close();
  });

  it('when the API refuses: its own words', async () => {
    const said = await upgrade(port, '/socket.io/?EIO=4&transport=polling');
    expect(said).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('when the API hangs up', async () => {
    const curt = createServer();
    curt.on('upgrade', (_asked, socket) => socket.destroy());
    await once(curt.listen(0, '127.0.0.1'), 'listening');
    const before = await hostBefore(portOf(curt));
    expect(await upgrade(portOf(before.server), live)).toContain('"code":503');
    await before.close();
    curt.close();
  });

  it.each([
    ['a page', '/nobody/here', 503],
    ['a call', '/v1/none', 404],
    ['a module file', '/modules/mf-jobs/1.0.0/ws', 404],
  ])('when it is asked of %s, which is answered as ever', async (_what, path, status) => {
    expect(await upgrade(port, path)).toContain(`HTTP/1.1 ${status} `);
  });

  it('and a client that offers HTTP/2 gets its page or its answer', async () => {
    const said = await upgrade(port, '/v1/jobs', { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' });
    expect(said).toMatch(/^HTTP\/1\.1 200 /);
    expect(said).toContain('{"code":200}');
  });

  it('and an API that upgrades what nobody asked to upgrade is no answer', async () => {
    const odd = createServer((asked) =>
      asked.socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    );
    await once(odd.listen(0, '127.0.0.1'), 'listening');
    const before = await hostBefore(portOf(odd));
    const asked = request({ port: portOf(before.server), path: '/v1/jobs' }).end();
    const [reply] = (await once(asked, 'response')) as [IncomingMessage];
    expect(reply.statusCode).toBe(503);
    await before.close();
    odd.closeAllConnections();
    odd.close();
  });
});
