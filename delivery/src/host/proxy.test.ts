import { once } from 'node:events';
import { Agent, createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import { newDesk } from '../fixtures';
import { loadKey } from '../signing';
import { createHost } from './host';
import { followStore, type Live } from './live';
import { readSettings } from './settings';

const log = { info: () => undefined, error: () => undefined };
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

/**
 * An API on a thread of its own, as rude as one can be: it answers as soon as the head is read, `/v1/<status>/<manners>`, and then
 * closes over the unread body, or stays and reads nothing more.
 */
const RUDE = `
  const { createServer } = require('node:net');
  const { parentPort } = require('node:worker_threads');
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (head) => {
      const [, status, manners] = /\\/v1\\/(\\d+)\\/(\\w+)/.exec(String(head));
      const body = JSON.stringify({ code: Number(status), message: 'No.', data: null });
      const length = 'content-type: application/json\\r\\ncontent-length: ' + body.length;
      socket.write('HTTP/1.1 ' + status + ' No\\r\\n' + length + '\\r\\nretry-after: 7\\r\\nconnection: close\\r\\n\\r\\n' + body);
      socket.pause();
      if (manners === 'closes') socket.destroySoon();
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

const desk = newDesk();
let live: Live;
let rude: Worker;
let rudePort: number;
const hosts: FastifyInstance[] = [];

/** A portal host before an API at `apiPort`; returns its own port. */
async function hostBefore(apiPort: number, answerMs = { call: 15_000, upload: 15_000 }): Promise<number> {
  const settings = { ...readSettings({ API_URL: `http://127.0.0.1:${apiPort}` }), data: desk.data, answerMs };
  const app = await createHost({ settings, store: desk.store, live, opsPublicKey: desk.ops.publicKey, log: false });
  hosts.push(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return portOf(app.server);
}

/** An API of this thread. */
async function api(answer: (asked: IncomingMessage, reply: ServerResponse) => void) {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { server, port: portOf(server), stop };
}

interface Answer {
  status: number;
  headers: string;
  body: unknown;
}

/** Reads one answer from a connection. */
async function readAnswer(socket: Socket): Promise<Answer> {
  let all = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    all += String(chunk);
    const [headers = '', body] = all.split('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(headers)?.[1]);
    if (body !== undefined && body.length >= length) return { status: Number(all.slice(9, 12)), headers, body: JSON.parse(body) };
  }
  throw new Error(`The connection ended after "${all}"`);
}

/** Sends a body whole before it looks at the answer, as a browser does; then asks for something else on the same connection. */
async function upload(port: number, path: string, kind: keyof typeof kinds, bytes: number, extra = ''): Promise<Answer & { next: number }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const { type, before, after } = kinds[kind];
  const body = Buffer.concat([Buffer.from(before), Buffer.alloc(bytes, 'x'), Buffer.from(after)]);
  socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n${extra}\r\n`);
  await new Promise<void>((resolve, reject) => socket.write(body, (error) => (error ? reject(error) : resolve())));
  const answer = await readAnswer(socket);
  let next = 0;
  if (!extra) {
    socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n');
    next = (await readAnswer(socket)).status;
  }
  socket.destroy();
  return { ...answer, next };
}
const kinds = {
  JSON: { type: 'application/json', before: '{"a":"', after: '"}' },
  multipart: {
    type: 'multipart/form-data; boundary=b',
    before: '--b\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\n\r\n',
    after: '\r\n--b--\r\n',
  },
};

beforeAll(async () => {
  const opsPublicKey = desk.ops.publicKey;
  live = await followStore({ store: desk.store, opsPublicKey, timestampKey: loadKey(desk.data, 'timestamp'), log });
  rude = new Worker(RUDE, { eval: true });
  [rudePort] = (await once(rude, 'message')) as [number];
});
afterEach(async () => {
  for (const app of hosts.splice(0)) await app.close();
});
afterAll(async () => {
  live.stop();
  await rude.terminate();
});

describe('an answer that comes before the body was read', () => {
  const sizes = [1_200_000, 3_000_000, 6_000_000, 12_000_000];
  const arrives = async (path: string, kind: keyof typeof kinds, bytes: number) => {
    const port = await hostBefore(rudePort);
    const status = Number(path.split('/')[2]);
    for (let tries = 0; tries < 20; tries++) {
      const answer = await upload(port, path, kind, bytes);
      expect(answer).toMatchObject({ status, body: { code: status, message: 'No.', data: null }, next: 200 });
      expect(answer.headers).toContain('retry-after: 7');
    }
  };

  describe.each(['JSON', 'multipart'] as const)('to %s', (kind) => {
    it.each(sizes)('of %i bytes arrives from an API that closes, 20 times of 20', (bytes) => arrives('/v1/413/closes', kind, bytes));
    it.each([401, 429, 413])('%i arrives from an API that stays, and from one that closes', async (status) => {
      for (const manners of ['stays', 'closes']) await arrives(`/v1/${status}/${manners}`, kind, 3_000_000);
    });
  });

  it.each(['closes', 'stays'])('arrives on a connection that then ends, too, from an API that %s', async (manners) => {
    const port = await hostBefore(rudePort);
    for (let tries = 0; tries < 20; tries++)
      expect((await upload(port, `/v1/413/${manners}`, 'JSON', 6_000_000, 'connection: close\r\n')).status).toBe(413);
  });

  it('does not leave a connection behind that holds half a request', async () => {
    const { server, port, stop } = await api((_asked, reply) => reply.writeHead(413, { 'content-length': 2 }).end('{}'));
    const own = await hostBefore(port);
    const opened: Socket[] = [];
    server.on('connection', (socket) => opened.push(socket));
    for (let tries = 0; tries < 5; tries++) expect((await upload(own, '/v1/x', 'JSON', 3_000_000)).status).toBe(413);
    expect((await (await fetch(`http://127.0.0.1:${own}/v1/x`)).text()).length).toBe(2);
    expect(opened.filter((socket) => !socket.destroyed).length).toBeLessThanOrEqual(1);
    stop();
  });
});

describe('the API that does not answer', () => {
  const ask = async (port: number, body: string) => {
    const reply = await fetch(`http://127.0.0.1:${port}/v1/jobs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return { status: reply.status, body: await reply.json() };
  };
  const cannot = (code: number) => ({
    status: code,
    body: { code, data: null, userMessage: 'We cannot reach the portal right now. What you entered is safe; we will try again.' },
  });

  it.each(['{}', JSON.stringify('x'.repeat(3_000_000))])('is told as 503 in the envelope when it is down', async (body) => {
    const port = await hostBefore(1);
    for (let tries = 0; tries < 20; tries++) expect(await ask(port, body)).toMatchObject(cannot(503));
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });

  it.each([
    ['that reads and is silent', (asked: IncomingMessage) => void asked.resume()],
    ['that does not even read', (asked: IncomingMessage) => void asked.pause()],
  ])('is told as 504 within the stated time by one %s', async (_which, act) => {
    const { port, stop } = await api(act);
    const own = await hostBefore(port, { call: 300, upload: 300 });
    expect(await ask(own, '{}')).toMatchObject(cannot(504));
    expect(await ask(own, JSON.stringify('x'.repeat(12_000_000)))).toMatchObject(cannot(504));
    stop();
  });

  it('is waited for longer with an upload than with a call', async () => {
    expect(readSettings({}).answerMs).toEqual({ call: 15_000, upload: 60_000 });
    const { port, stop } = await api((asked, reply) => void asked.resume().on('end', () => setTimeout(() => reply.end('{}'), 600)));
    const own = await hostBefore(port, { call: 200, upload: 15_000 });
    const upload = new FormData();
    upload.set('photo', new Blob(['x']));
    expect((await fetch(`http://127.0.0.1:${own}/v1/x`, { method: 'POST', body: upload })).status).toBe(200);
    expect(await ask(own, '{}')).toMatchObject(cannot(504));
    stop();
  });

  it('is not what a slow phone is taken for: its upload is not cut', async () => {
    const { port, stop } = await api(async (asked, reply) => void reply.end(JSON.stringify({ length: (await text(asked)).length })));
    const own = await hostBefore(port, { call: 100, upload: 100 });
    const phone = request({ port: own, method: 'POST', path: '/v1/x', headers: { 'content-length': 5 } });
    const answered = once(phone, 'response') as Promise<[IncomingMessage]>;
    for (const part of ['a', 'b', 'c', 'd', 'e']) {
      phone.write(part);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    const [reply] = await answered;
    expect([reply.statusCode, await text(reply)]).toEqual([200, '{"length":5}']);
    stop();
  });

  it('cuts an answer that broke off, so that nobody takes half of it for all', async () => {
    const { port, stop } = await api((_asked, reply) => {
      reply.writeHead(200, { 'content-length': 100 }).write('half');
      setTimeout(() => reply.destroy(), 50);
    });
    const reply = await fetch(`http://127.0.0.1:${await hostBefore(port)}/v1/x`);
    await expect(reply.text()).rejects.toThrow('terminated');
    stop();
  });
});

describe('what is handed on', () => {
  const echo = async () => {
    const seen: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[] = [];
    const { port, stop, server } = await api(async (asked, reply) => {
      seen.push({ method: asked.method ?? '', url: asked.url ?? '', headers: asked.headers, body: await text(asked) });
      reply.writeHead(200, { connection: 'x-hop, close', 'x-hop': 'of one connection', 'x-end': 'kept', 'set-cookie': ['a=1', 'b=2'] });
      reply.end(asked.method === 'HEAD' ? undefined : '{}');
    });
    return { seen, own: await hostBefore(port), stop, server };
  };
  const send = async (port: number, options: { method?: string; path?: string; headers?: IncomingHttpHeaders }, body?: string) => {
    const asked = request({ port, path: '/v1/x', ...options });
    const [reply] = (await once(asked.end(body), 'response')) as [IncomingMessage];
    return { status: reply.statusCode, headers: reply.headers, body: await text(reply) };
  };

  it('is what concerns both ends, not one connection', async () => {
    const { seen, own, stop } = await echo();
    const headers = { connection: 'x-mine, keep-alive', 'x-mine': '1', te: 'trailers', 'proxy-authorization': 'a', 'x-yours': '2' };
    const reply = await send(own, { headers });
    expect(seen[0]?.headers).toMatchObject({ 'x-yours': '2', connection: 'keep-alive' });
    for (const name of ['x-mine', 'te', 'proxy-authorization']) expect(seen[0]?.headers).not.toHaveProperty(name);
    expect(reply.headers).toMatchObject({ 'x-end': 'kept', 'set-cookie': ['a=1', 'b=2'] });
    expect(reply.headers).not.toHaveProperty('x-hop');
    stop();
  });

  it.each([
    ['POST', '{"a":1}', { 'content-type': 'application/json' }],
    ['POST', 'a body without a type', {}],
    ['DELETE', 'of unknown length', { 'transfer-encoding': 'chunked' }],
    ['PUT', 'wait for it', { 'content-length': '11', expect: '100-continue' }],
    ['POST', '', {}],
    ['GET', '', {}],
    ['HEAD', '', {}],
  ])('%s "%s" with %j arrives as it was sent', async (method, body, headers) => {
    const { seen, own, stop } = await echo();
    expect(await send(own, { method, headers, path: '/v1/a%20b?c=d%2Fe' }, body)).toMatchObject({ status: 200 });
    expect(seen).toMatchObject([{ method, body, url: '/v1/a%20b?c=d%2Fe' }]);
    stop();
  });

  it.each(['/v1/../staff/v1/x', '/v1/%2e%2e/x', '/v1/..%5cx', '/v1/%zz'])('nothing that climbs out: %s', async (path) => {
    const { seen, own, stop } = await echo();
    expect(await send(own, { path })).toMatchObject({ status: 400, body: expect.stringContaining('"code":400') });
    expect(seen).toEqual([]);
    stop();
  });

  it('a kind of content that is none is refused in the envelope', async () => {
    const { seen, own, stop } = await echo();
    const reply = await send(own, { method: 'PATCH', headers: { 'content-type': 'nonsense' } }, 'x'.repeat(3_000_000));
    expect(reply).toMatchObject({ status: 415, body: expect.stringContaining('"code":415') });
    expect(seen).toEqual([]);
    stop();
  });

  it('one connection serves many calls, and none is left when the client hangs up', async () => {
    let waiting: ServerResponse | undefined;
    const arrived: Socket[] = [];
    const { port, stop, server } = await api((asked, reply) => {
      asked.resume();
      if (asked.url === '/v1/wait') waiting = reply;
      else reply.writeHead(Number(asked.url?.slice(4))).end();
    });
    server.on('connection', (socket) => arrived.push(socket));
    const own = await hostBefore(port);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (const status of [200, 204, 304, 404, 200]) {
      const asked = request({ port: own, agent, path: `/v1/${status}` }).end();
      const [reply] = (await once(asked, 'response')) as [IncomingMessage];
      await text(reply);
      expect(reply.statusCode).toBe(status);
    }
    expect(arrived).toHaveLength(1);
    const asked = request({ port: own, agent, path: '/v1/wait' }).end();
    asked.on('error', () => undefined);
    while (!waiting) await new Promise((resolve) => setImmediate(resolve));
    const gone = once(waiting, 'close');
    asked.destroy();
    await gone;
    stop();
  });
});
