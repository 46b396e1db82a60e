import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { basicHeader, testApi } from '../../../test/test-api';

const api = testApi();

/** Returns all bytes that the API sends until it closes the connection. */
async function answers(...lines: string[]): Promise<string> {
  const socket = connect({ port: Number(new URL(api.url).port), host: '127.0.0.1' });
  socket.write(lines.join('\r\n'));
  return text(socket);
}
/** nginx then closes the connection of its client: docker/nginx.conf. */
const CLOSED_BY_NGINX = '\r\nx-accel-redirect: @refused\r\n';
const statuses = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
const next = ['GET /healthz HTTP/1.1', 'Host: portal', '', ''];
const login = (...fields: string[]) => ['POST /v1/guard/auth/login HTTP/1.1', 'Host: portal', 'Content-Type: application/json', ...fields];

it.each([
  ['Connection names Content-Length', [...login('Connection: keep-alive, content-length', 'Content-Length: 2'), '', '{}']],
  [
    'Connection names Transfer-Encoding',
    [...login('Connection: transfer-encoding', 'Transfer-Encoding: chunked'), '', '2\r\n{}\r\n0\r\n\r\n'],
  ],
  ['both lengths are present', [...login('Content-Length: 2', 'Transfer-Encoding: chunked'), '', '2\r\n{}\r\n0\r\n\r\n']],
  ['the coding is unknown', [...login('Transfer-Encoding: gzip, chunked'), '', '2\r\n{}\r\n0\r\n\r\n']],
  ['the method is not supported', ['PROPFIND /healthz HTTP/1.1', 'Host: portal', '', '']],
  ['Host is missing', ['GET /healthz HTTP/1.1', '', '']],
  ['Host is repeated', ['GET /healthz HTTP/1.1', 'Host: portal', 'Host: other', '', '']],
  ['there are too many fields', ['GET /healthz HTTP/1.1', 'Host: portal', ...Array.from({ length: 600 }, (_, at) => `X-${at}: 1`), '', '']],
])('rejects a request and closes the connection when %s', async (_what, lines) => {
  const answer = await answers(...lines, ...next);
  expect(statuses(answer)).toEqual([400]);
  expect(answer).toContain(CLOSED_BY_NGINX);
});

it('sends the reply to the earlier request before the rejection, and serves no later request', async () => {
  const answer = await answers(
    ...next.slice(0, 3),
    [...login('Connection: content-length', 'Content-Length: 2'), '', '{}'].join('\r\n') + next.join('\r\n'),
  );
  expect(statuses(answer)).toEqual([200, 400]);
  expect(answer).toContain('The request could not be read.');
});

it('rejects an expectation that Node does not know, and closes the connection', async () => {
  const answer = await answers(...login('Expect: nothing', 'Content-Length: 2'), '', `{}${next.join('\r\n')}`);
  expect(statuses(answer)).toEqual([417]);
  expect(answer).toContain(CLOSED_BY_NGINX);
});

it.each([
  [17_000, [200, 200]],
  [40_000, [431]],
])(
  'replies to a head of %i bytes with %j: the longest head that the portal host accepts, plus the fields that the host adds, is served',
  async (length, wanted) => {
    const last = ['GET /healthz HTTP/1.1', 'Host: portal', 'Connection: close', '', ''];
    expect(
      statuses(await answers('GET /healthz HTTP/1.1', 'Host: portal', `X-Long: ${'x'.repeat(length)}`, '', last.join('\r\n'))),
    ).toEqual(wanted);
  },
);

it('keeps the connection of a regular request', async () => {
  const last = ['GET /healthz HTTP/1.1', 'Host: portal', 'Connection: close', '', ''];
  expect(statuses(await answers(...next.slice(0, 3), last.join('\r\n')))).toEqual([200, 200]);
});

describe('an Upgrade that the API does not serve is ignored', () => {
  const close = ['GET /healthz HTTP/1.1', 'Host: portal', 'Connection: close', '', ''];
  const HIDDEN = next.join('\r\n');
  const body = JSON.stringify({ email: HIDDEN });
  const post = (path: string, ...fields: string[]) =>
    [`POST ${path} HTTP/1.1`, 'Host: portal', `Authorization: ${basicHeader}`, 'Content-Type: application/json', ...fields, '', body].join(
      '\r\n',
    );
  const length = `Content-Length: ${body.length}`;
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';

  it.each([
    ['foo', 'Upgrade: foo'],
    ['h2c', 'Upgrade: h2c'],
    ['a websocket at an endpoint', 'Upgrade: websocket'],
    ['a websocket with its key', `Upgrade: websocket\r\n${key}`],
  ])('%s: the call reads its body, and the next request of the connection is served', async (_which, upgrade) => {
    const login = '/v1/guard/auth/login';
    const plain = await answers(post(login, length) + close.join('\r\n'));
    const upgraded = await answers(post(login, 'Connection: Upgrade', upgrade, length) + close.join('\r\n'));
    expect(statuses(plain)).toEqual([400, 200]);
    expect(statuses(upgraded)).toEqual([400, 200]);
    const errors = /"errors":\{.*?\}/;
    expect(upgraded.match(errors)).toEqual(plain.match(errors));
  });

  it('keeps the order of the replies when it follows a request without a reply', async () => {
    const ignored = ['GET /nothing HTTP/1.1', 'Host: portal', 'Connection: Upgrade', 'Upgrade: foo', '', ''];
    const readyz = ['GET /readyz HTTP/1.1', 'Host: portal', '', ''];
    expect(statuses(await answers([...readyz.slice(0, 3), ...ignored.slice(0, 5), ...close].join('\r\n')))).toEqual([200, 404, 200]);
  });

  it('reads a body as a body at the path of the live socket', async () => {
    const answer = await answers(
      post('/socket.io/?EIO=4&transport=websocket', 'Connection: Upgrade', 'Upgrade: websocket', key, length) + close.join('\r\n'),
    );
    expect(statuses(answer)).toEqual([426, 200]);
  });

  it('rejects irregular framing, also at the path of the live socket', async () => {
    const irregular = post(
      '/socket.io/?EIO=4&transport=websocket',
      'Connection: Upgrade, content-length',
      'Upgrade: websocket',
      key,
      length,
    );
    expect(statuses(await answers(irregular + close.join('\r\n')))).toEqual([400]);
  });
});
