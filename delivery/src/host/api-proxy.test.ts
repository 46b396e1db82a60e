import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { standIn, startTestHost, type TestHost } from '../../test/test-host';
import { readSettings } from './settings';

const hosts: TestHost[] = [];
/** The port of a host that is closed after the test. */
async function hostOf(apiPort: number, answerMs?: { call: number; upload: number }): Promise<number> {
  const host = await startTestHost(apiPort, answerMs);
  hosts.push(host);
  return host.port;
}
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
});

it('[API-GEN-11] uses the API of API_URL: hosts with other settings call other APIs', async () => {
  const apis = await Promise.all(['here', 'elsewhere'].map((where) => standIn((asked, reply) => void reply.end(`${where} ${asked.url}`))));
  const own = await Promise.all(apis.map(({ port }) => hostOf(port)));
  const answers = await Promise.all(own.map(async (port) => (await fetch(`http://127.0.0.1:${port}/v1/jobs`)).text()));
  for (const { stop } of apis) stop();
  expect(answers).toEqual(['here /v1/jobs', 'elsewhere /v1/jobs']);
});

describe('an API without replies', () => {
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
    body: { code, data: null, userMessage: 'We cannot reach the portal right now. Please try again. What you entered is still here.' },
  });

  it.each(['{}', JSON.stringify('x'.repeat(3_000_000))])('gives 503 in the envelope when it is down', async (body) => {
    const port = await hostOf(1);
    for (let tries = 0; tries < 20; tries++) expect(await ask(port, body)).toMatchObject(cannot(503));
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });

  it.each([
    ['that reads and never replies', (asked: IncomingMessage) => void asked.resume()],
    ['that does not read', (asked: IncomingMessage) => void asked.pause()],
  ])('gives 504 within the time limit from an API %s', async (_which, act) => {
    const { port, stop } = await standIn(act);
    const own = await hostOf(port, { call: 300, upload: 300 });
    expect(await ask(own, '{}')).toMatchObject(cannot(504));
    expect(await ask(own, JSON.stringify('x'.repeat(12_000_000)))).toMatchObject(cannot(504));
    stop();
  });

  it('has a longer time limit for uploads than for calls', async () => {
    expect(readSettings({}).answerMs).toEqual({ call: 15_000, upload: 60_000 });
    const uploads: ServerResponse[] = [];
    const { port, stop } = await standIn((asked, reply) => {
      asked.resume();
      if (asked.headers['content-type']?.startsWith('multipart/')) uploads.push(reply);
    });
    const own = await hostOf(port, { call: 200, upload: 15_000 });
    const upload = new FormData();
    upload.set('photo', new Blob(['x']));
    const answered = fetch(`http://127.0.0.1:${own}/v1/x`, { method: 'POST', body: upload });
    while (uploads.length === 0) await new Promise(setImmediate);
    expect(await ask(own, '{}')).toMatchObject(cannot(504));
    uploads[0]?.end('{}');
    expect((await answered).status).toBe(200);
    stop();
  });

  /** Sends four of five bytes, and resolves after the API's time limit, when a later call has got its 504. */
  const slowPhone = async (own: number) => {
    const phone = request({ port: own, method: 'POST', path: '/v1/x', headers: { 'content-length': 5 } });
    const answered = once(phone, 'response') as Promise<[IncomingMessage]>;
    await new Promise<void>((written) => phone.write('abcd', () => written()));
    expect((await fetch(`http://127.0.0.1:${own}/v1/silent`)).status).toBe(504);
    return { phone, answered };
  };

  it('does not cut the upload of a slow phone', async () => {
    const { port, stop } = await standIn(async (asked, reply) => {
      if (asked.url !== '/v1/silent') reply.end(JSON.stringify({ length: (await text(asked)).length }));
    });
    const { phone, answered } = await slowPhone(await hostOf(port, { call: 1_000, upload: 1_000 }));
    phone.end('e');
    const [reply] = await answered;
    expect([reply.statusCode, await text(reply)]).toEqual([200, '{"length":5}']);
    stop();
  });

  it("gives 504 when only the API's reply is missing, also after a slow phone", async () => {
    const { port, stop } = await standIn((asked) => void asked.resume());
    const { phone, answered } = await slowPhone(await hostOf(port, { call: 100, upload: 100 }));
    phone.end('e');
    const [reply] = await answered;
    expect(reply.statusCode).toBe(504);
    stop();
  });

  it("cuts the connection when the API's reply broke off, so that half a reply is not accepted", async () => {
    const { port, stop } = await standIn((_asked, reply) => {
      reply.writeHead(200, { 'content-length': 100 }).write('half');
      setTimeout(() => reply.destroy(), 50);
    });
    const reply = await fetch(`http://127.0.0.1:${await hostOf(port)}/v1/x`);
    await expect(reply.text()).rejects.toThrow('terminated');
    stop();
  });
});

describe('forwarding', () => {
  const echo = async () => {
    const seen: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[] = [];
    const { port, stop, server } = await standIn(async (asked, reply) => {
      seen.push({ method: asked.method ?? '', url: asked.url ?? '', headers: asked.headers, body: await text(asked) });
      reply.writeHead(200, { connection: 'x-hop, close', 'x-hop': 'of one connection', 'x-end': 'kept', 'set-cookie': ['a=1', 'b=2'] });
      reply.end(asked.method === 'HEAD' ? undefined : '{}');
    });
    return { seen, own: await hostOf(port), stop, server };
  };
  const send = async (port: number, options: { method?: string; path?: string; headers?: IncomingHttpHeaders }, body?: string) => {
    const asked = request({ port, path: '/v1/x', ...options });
    const [reply] = (await once(asked.end(body), 'response')) as [IncomingMessage];
    return { status: reply.statusCode, headers: reply.headers, body: await text(reply) };
  };

  it('omits the headers of one connection', async () => {
    const { seen, own, stop } = await echo();
    const headers = { connection: 'x-none, keep-alive, te', te: 'trailers', 'proxy-authorization': 'a', 'x-yours': '2' };
    const reply = await send(own, { headers });
    expect(seen[0]?.headers).toMatchObject({ 'x-yours': '2', connection: 'keep-alive' });
    for (const name of ['te', 'proxy-authorization']) expect(seen[0]?.headers).not.toHaveProperty(name);
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
  ])('%s "%s" with %j arrives unchanged', async (method, body, headers) => {
    const { seen, own, stop } = await echo();
    expect(await send(own, { method, headers, path: '/v1/a%20b?c=d%2Fe' }, body)).toMatchObject({ status: 200 });
    expect(seen).toMatchObject([{ method, body, url: '/v1/a%20b?c=d%2Fe' }]);
    stop();
  });

  it.each(['/v1/../staff/v1/x', '/v1/%2e%2e/x', '/v1/..%5cx', '/v1/%zz'])('rejects paths that leave the prefix: %s', async (path) => {
    const { seen, own, stop } = await echo();
    expect(await send(own, { path })).toMatchObject({ status: 400, body: expect.stringContaining('"code":400') });
    expect(seen).toEqual([]);
    stop();
  });

  it('rejects an invalid content type in the envelope', async () => {
    const { seen, own, stop } = await echo();
    const reply = await send(own, { method: 'PATCH', headers: { 'content-type': 'nonsense' } }, 'x'.repeat(3_000_000));
    expect(reply).toMatchObject({ status: 415, body: expect.stringContaining('"code":415') });
    expect(seen).toEqual([]);
    stop();
  });

  it('reuses one connection for many calls, and closes it when the client hangs up', async () => {
    let waiting: ServerResponse | undefined;
    const arrived: Socket[] = [];
    const { port, stop, server } = await standIn((asked, reply) => {
      asked.resume();
      if (asked.url === '/v1/wait') waiting = reply;
      else reply.writeHead(Number(asked.url?.slice(4))).end();
    });
    server.on('connection', (socket) => arrived.push(socket));
    const own = await hostOf(port);
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

describe('a host', () => {
  it('does not forward staff calls in production', async () => {
    const asked: unknown[] = [];
    const { port, stop } = await standIn((request, reply) => void reply.end(String(asked.push(request.url))));
    const host = await startTestHost(port, undefined, { env: { PORTAL_MODE: 'production' } });
    for (const path of ['/staff/v1', '/staff/v1/guards/approve', '/staff/v1/docs/json', '//staff/v1/guards', '/staff%2Fv1/guards']) {
      const reply = await fetch(`http://127.0.0.1:${host.port}${path}`, { method: 'POST', body: 'x' });
      expect([path, reply.status]).toEqual([path, 404]);
    }
    expect((await fetch(`http://127.0.0.1:${host.port}/v1/jobs`)).status).toBe(200);
    expect(asked).toEqual(['/v1/jobs']);
    await host.close();
    stop();
  });
});
