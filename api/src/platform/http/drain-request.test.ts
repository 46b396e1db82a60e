import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { basicHeader, testApi } from '../../../test/test-api';

const api = testApi();
let token: string;
beforeAll(async () => {
  ({ token } = await api.guard({ step: 'registration' }));
});

const kinds = {
  JSON: { type: 'application/json', before: '{"email":"', after: '"}' },
  multipart: {
    type: 'multipart/form-data; boundary=b',
    before: '--b\r\ncontent-disposition: form-data; name="profileImage"; filename="a.png"\r\n\r\n',
    after: '\r\n--b--\r\n',
  },
};

interface Sent {
  method?: string;
  path: string;
  kind: keyof typeof kinds;
  bytes: number;
  authorization?: string;
  head?: string;
}

async function readReply(socket: Socket): Promise<{ status: number; body: unknown }> {
  let all = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    all += String(chunk);
    const [head = '', body] = all.split('\r\n\r\n');
    if (body && body.length >= Number(/content-length: (\d+)/i.exec(head)?.[1]))
      return { status: Number(all.slice(9, 12)), body: JSON.parse(body) };
  }
  throw new Error(`The connection ended after "${all}"`);
}

/** Sends everything before it reads the reply, as a browser does; then sends another request on the same connection. */
async function send({ method = 'POST', path, kind, bytes, authorization = `Bearer ${token}`, head = '' }: Sent) {
  const { type, before, after } = kinds[kind];
  const body = Buffer.concat([Buffer.from(before), Buffer.alloc(bytes, 'x'), Buffer.from(after)]);
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  const lines = [`${method} ${path} HTTP/1.1`, 'host: a', `authorization: ${authorization}`, `content-type: ${type}`];
  socket.write(`${lines.join('\r\n')}\r\ncontent-length: ${body.length}\r\n${head}\r\n`);
  await new Promise<void>((resolve, reject) => socket.write(body, (error) => (error ? reject(error) : resolve())));
  const reply = await readReply(socket);
  if (head === '') {
    socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n');
    expect((await readReply(socket)).status).toBe(200);
    socket.destroy();
  } else if (!socket.closed) await once(socket, 'close');
  return reply;
}

const upload = (id = 'x') => ({ method: 'PATCH', path: `/v1/guard/auth/update-guard/${id}`, kind: 'multipart' as const });

it.each([1_200_000, 3_000_000, 6_000_000, 12_000_000])('replies 413 to a JSON body of %i bytes, 20 times of 20', async (bytes) => {
  for (let tries = 0; tries < 20; tries++)
    expect(await send({ path: '/v1/guard/auth/login', kind: 'JSON', bytes, authorization: basicHeader })).toMatchObject({
      status: 413,
      body: { code: 413, data: null, userMessage: 'What was sent is too large.' },
    });
});

it.each([
  ['that stays open', ''],
  ['that closes', 'connection: close\r\n'],
])('replies 413 to a too large multipart body on a connection %s, 3 times of 3', async (_which, head) => {
  // Fewer repetitions, because each body has 50 MB.
  for (let tries = 0; tries < 3; tries++)
    expect(await send({ ...upload(), bytes: 50_400_000, head })).toMatchObject({ status: 413, body: { code: 413, data: null } });
});

it.each(['JSON', 'multipart'] as const)('replies 401 to %s before it reads the body, 20 times of 20', async (kind) => {
  const call = kind === 'JSON' ? { path: '/v1/guard/auth/login', kind } : upload();
  for (let tries = 0; tries < 20; tries++)
    for (const head of ['', 'connection: close\r\n'])
      expect(await send({ ...call, bytes: 3_000_000, authorization: 'Bearer made-up', head })).toMatchObject({ status: 401 });
});
