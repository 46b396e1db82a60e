import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { standIn, startTestHost, type TestHost } from '../../test/test-host';

/**
 * An API in another thread that replies as soon as the head is read, by the path `/v1/<status>/<manners>`. Then it closes despite the
 * unread body, or stays and reads nothing more.
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

let rude: Worker;
let rudePort: number;
beforeAll(async () => {
  rude = new Worker(RUDE, { eval: true });
  [rudePort] = (await once(rude, 'message')) as [number];
});
afterAll(() => rude.terminate());

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

interface Answer {
  status: number;
  headers: string;
  body: unknown;
}

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

/** Sends a complete body before it reads the reply, as a browser does; then sends another request on the same connection. */
async function upload(port: number, path: string, { type, body }: Sent, extra = ''): Promise<Answer & { next: number }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
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

interface Sent {
  type: string;
  body: Buffer;
}
/** Made once for all tries: filling and joining megabytes costs more than sending them. */
const bodyOf = (kind: keyof typeof kinds, bytes: number): Sent => {
  const { type, before, after } = kinds[kind];
  return { type, body: Buffer.concat([Buffer.from(before), Buffer.alloc(bytes, 'x'), Buffer.from(after)]) };
};

describe('a reply before the body is read', () => {
  const sizes = [1_200_000, 3_000_000, 6_000_000, 12_000_000];
  const arrives = async (path: string, kind: keyof typeof kinds, bytes: number) => {
    const port = await hostOf(rudePort);
    const status = Number(path.split('/')[2]);
    const sent = bodyOf(kind, bytes);
    for (let tries = 0; tries < 20; tries++) {
      const answer = await upload(port, path, sent);
      expect(answer).toMatchObject({ status, body: { code: status, message: 'No.', data: null }, next: 200 });
      expect(answer.headers).toContain('retry-after: 7');
    }
  };

  describe.each(['JSON', 'multipart'] as const)('to %s', (kind) => {
    it.each(sizes)('arrives for %i bytes from an API that closes, 20 of 20 times', (bytes) => arrives('/v1/413/closes', kind, bytes));
    it.each([401, 429, 413])('arrives with %i from an API that stays, and from an API that closes', async (status) => {
      for (const manners of ['stays', 'closes']) await arrives(`/v1/${status}/${manners}`, kind, 3_000_000);
    });
  });

  it.each(['closes', 'stays'])('arrives with connection: close, too, from an API that %s', async (manners) => {
    const port = await hostOf(rudePort);
    const sent = bodyOf('JSON', 6_000_000);
    for (let tries = 0; tries < 20; tries++)
      expect((await upload(port, `/v1/413/${manners}`, sent, 'connection: close\r\n')).status).toBe(413);
  });

  it('leaves no connection open with half a request', async () => {
    const { server, port, stop } = await standIn((_asked, reply) => reply.writeHead(413, { 'content-length': 2 }).end('{}'));
    const own = await hostOf(port);
    const opened: Socket[] = [];
    const sent = bodyOf('JSON', 3_000_000);
    server.on('connection', (socket) => opened.push(socket));
    for (let tries = 0; tries < 5; tries++) expect((await upload(own, '/v1/x', sent)).status).toBe(413);
    expect((await (await fetch(`http://127.0.0.1:${own}/v1/x`)).text()).length).toBe(2);
    expect(opened.filter((socket) => !socket.destroyed).length).toBeLessThanOrEqual(1);
    stop();
  });
});
