import { once } from 'node:events';
import { type Server as HttpServer, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Server, type Socket as ServerSocket } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { HOST_SECRET, portOf, standIn, startTestHost, type TestHost } from '../../test/test-host';

let api: HttpServer;
let sockets: Server;
let host: TestHost;
let port: number;
const shaken: IncomingMessage['headers'][] = [];

beforeEach(async () => {
  ({ server: api } = await standIn((asked, reply) => {
    const isKnown = !asked.url?.startsWith('/v1/none');
    reply.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify({ code: isKnown ? 200 : 404 }));
  }));
  sockets = new Server(api, { transports: ['websocket'], serveClient: false });
  sockets.use(({ handshake }, next) => {
    shaken.push(handshake.headers);
    next(handshake.auth.token === 'good' ? undefined : new Error('401'));
  });
  host = await startTestHost(portOf(api));
  ({ port } = host);
});
afterEach(async () => {
  await host.close();
  await sockets.close();
});

const open = (token: string, headers: Record<string, string> = {}): Socket =>
  io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    auth: { token },
    extraHeaders: headers,
    reconnection: false,
    forceNew: true,
  });
const heard = (socket: Socket, name: string): Promise<unknown> => new Promise((resolve) => socket.once(name, resolve));

/** Requests an upgrade and reads until the connection ends; resolves with the received text. */
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
  ])('opens %s 10 times, and transmits events in both directions', async (_which, headers: Record<string, string>) => {
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
    expect(shaken.at(-1)).toMatchObject({ 'x-portal-host': HOST_SECRET, 'x-forwarded-for': '127.0.0.1' });
    expect(shaken.at(-1)?.cookie).toBe(headers.cookie);
  });

  it('receives the error of a rejected token', async () => {
    expect(await heard(open('bad'), 'connect_error')).toMatchObject({ message: '401' });
  });

  it('ends on the other side when the page, the API or the host ends', async () => {
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

describe('a rejected upgrade ends its connection', () => {
  const live = '/socket.io/?EIO=4&transport=websocket';

  it('with 503 in the envelope when the API is down', async () => {
    const lonely = await startTestHost(1);
    for (let tries = 0; tries < 10; tries++) {
      const said = await upgrade(lonely.port, live);
      expect(said).toMatch(/^HTTP\/1\.1 503 /);
      expect(said).toContain('"code":503');
    }
    await lonely.close();
  });

  it('with 504 within the time limit when the API is silent', async () => {
    const mute = await standIn();
    mute.server.on('upgrade', (asked) => asked.socket.resume());
    const impatient = await startTestHost(mute.port, { call: 300, upload: 300 });
    expect(await upgrade(impatient.port, live)).toContain('"code":504');
    await impatient.close();
    mute.stop();
  });

  it("with the API's reply when the API rejects it", async () => {
    const said = await upgrade(port, '/socket.io/?EIO=4&transport=polling');
    expect(said).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('with 503 when the API hangs up', async () => {
    const curt = await standIn();
    curt.server.on('upgrade', (_asked, socket) => socket.destroy());
    const before = await startTestHost(curt.port);
    expect(await upgrade(before.port, live)).toContain('"code":503');
    await before.close();
    curt.stop();
  });

  it.each([
    ['a page', '/nobody/here', 503],
    ['a call', '/v1/none', 404],
    ['a module file', '/modules/mf-jobs/1.0.0/ws', 404],
  ])('when it is for %s and the client closes the connection after it', async (_what, path, status) => {
    expect(await upgrade(port, path, { connection: 'Upgrade, close' })).toContain(`HTTP/1.1 ${status} `);
  });

  it('and a client that offers HTTP/2 gets its page or reply', async () => {
    const h2c = { connection: 'Upgrade, HTTP2-Settings, close', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' };
    const said = await upgrade(port, '/v1/jobs', h2c);
    expect(said).toMatch(/^HTTP\/1\.1 200 /);
    expect(said).toContain('{"code":200}');
  });

  it('and an upgrade by the API without a request for one gives 503', async () => {
    const odd = await standIn((asked) =>
      asked.socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    );
    const before = await startTestHost(odd.port);
    const asked = request({ port: before.port, path: '/v1/jobs' }).end();
    const [reply] = (await once(asked, 'response')) as [IncomingMessage];
    expect(reply.statusCode).toBe(503);
    await before.close();
    odd.stop();
  });
});

it('closes 100 live sockets without a byte after the idle limit, at the API too', async () => {
  const granted: Duplex[] = [];
  const mute = await standIn();
  mute.server.on('upgrade', (_asked, socket) => {
    granted.push(socket.on('error', () => undefined).resume());
    socket.on('end', () => socket.end());
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
  });
  const before = await startTestHost(mute.port, undefined, { socketIdleMs: 200 });
  const said = await Promise.all(Array.from({ length: 100 }, () => upgrade(before.port, '/socket.io/?EIO=4&transport=websocket')));
  expect(said.filter((text) => text.startsWith('HTTP/1.1 101 '))).toHaveLength(100);
  await Promise.all(granted.map((socket) => socket.closed || once(socket, 'close')));
  await before.close();
  mute.stop();
});
