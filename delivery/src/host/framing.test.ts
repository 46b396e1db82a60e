import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { standIn, startTestHost, type TestHost } from '../../test/test-host';

/** A request that runs only if a server loses the frame of the one around it. */
const HIDDEN = 'GET /v1/hidden HTTP/1.1\r\nHost: a\r\n\r\n';
const CHUNKS = '3\r\nabc\r\n0\r\n\r\n';
const CLOSE = 'Connection: close\r\n';

let api: Awaited<ReturnType<typeof standIn>>;
let host: TestHost;
const parsed: string[] = [];

beforeAll(async () => {
  api = await standIn(async (request, reply) => {
    if (request.url === '/v1/early') return void reply.end('early');
    // Null if the host aborted the request.
    const body = await text(request).catch(() => null);
    if (body === null) return;
    parsed.push(`${request.method} ${request.url} ${body}`);
    reply.end(`<${request.url}>`);
  });
  host = await startTestHost(api.port);
});
afterAll(async () => {
  await host.close();
  api.stop();
});
beforeEach(() => {
  parsed.length = 0;
});

/** Writes raw bytes and reads until the host closes the connection. */
function send(...bytes: string[]): Promise<string> {
  const socket = connect(host.port, '127.0.0.1');
  for (const part of bytes) socket.write(Buffer.from(part, 'latin1'));
  return text(socket);
}

const post = (fields: string, body: string, version = '1.1') => `POST /v1/a HTTP/${version}\r\nHost: a\r\n${fields}\r\n${body}`;
const length = `Content-Length: ${HIDDEN.length}\r\n`;
const chunked = 'Transfer-Encoding: chunked\r\n';

describe('a request with irregular framing gets 400, its connection closes, and nothing behind it runs', () => {
  it.each<[string, string]>([
    ...['content-length', 'Content-Length', 'transfer-encoding', 'host', 'authorization', 'cookie', 'keep-alive, content-length'].map(
      (name): [string, string] => [`Connection names ${name}`, post(`Connection: ${name}\r\n${length}`, HIDDEN)],
    ),
    ['Connection names a present field', post(`Connection: x-own\r\nX-Own: 1\r\n${length}`, HIDDEN)],
    ['a second Connection names content-length', post(`Connection: keep-alive\r\nConnection: content-length\r\n${length}`, HIDDEN)],
    ['Content-Length and Transfer-Encoding', post(`${length}${chunked}`, CHUNKS)],
    ['Transfer-Encoding and Content-Length', post(`${chunked}${length}`, CHUNKS)],
    ['Content-Length twice', post(`${length}${length}`, HIDDEN)],
    ...['+3', '-3', '3, 3', '0x3', '3.0', '', '3 3', '9'.repeat(40)].map((value): [string, string] => [
      `Content-Length: ${value}`,
      post(`Content-Length: ${value}\r\n`, 'abc'),
    ]),
    ['Transfer-Encoding twice', post(`${chunked}${chunked}`, CHUNKS)],
    ...['gzip, chunked', 'chunked, chunked', 'chunked, identity', 'identity', 'xchunked', 'chunked;a=b', '"chunked"', ''].map(
      (value): [string, string] => [`Transfer-Encoding: ${value}`, post(`Transfer-Encoding: ${value}\r\n`, CHUNKS)],
    ),
    ['Transfer-Encoding in HTTP/1.0', post(chunked, CHUNKS, '1.0')],
    ['HTTP/2.0', post(length, HIDDEN, '2.0')],
    ...['PROPFIND', 'QUERY', 'TRACE', 'FOO'].map((method): [string, string] => [
      `the method ${method}`,
      post(length, HIDDEN).replace('POST', method),
    ]),
    ['Host twice', post(`Host: a\r\n${length}`, HIDDEN)],
    ['Host malformed', `POST /v1/a HTTP/1.1\r\nHost: a/b\r\n${length}\r\n${HIDDEN}`],
    ['Host missing', `POST /v1/a HTTP/1.1\r\n${length}\r\n${HIDDEN}`],
    ['obsolete folding', post(`X-A: b\r\n c\r\n${length}`, HIDDEN)],
    ['a folded Content-Length', post(`Content-Length:\r\n ${HIDDEN.length}\r\n`, HIDDEN)],
    ['a bare LF', post(`X-A: b\n${length}`, HIDDEN)],
    ['a bare CR', post(`X-A: b\rX-B: c\r\n${length}`, HIDDEN)],
    ['a space before the colon', post(`Content-Length : ${HIDDEN.length}\r\n`, HIDDEN)],
    ['a space before the name', post(` Content-Length: ${HIDDEN.length}\r\n`, HIDDEN)],
    ['a NUL', post(`X-A: b\0\r\n${length}`, HIDDEN)],
    ...[
      '3\nabc\r\n',
      '3\r\nabc\n',
      '0x3\r\nabc\r\n',
      '3 \r\nabc\r\n',
      '-3\r\nabc\r\n',
      '3\r\nabcd\r\n',
      '3;a\nabc\r\n',
      '\r\nabc\r\n',
      'g\r\n',
    ].map((chunk): [string, string] => [`the chunk ${JSON.stringify(chunk)}`, post(chunked, `${chunk}0\r\n\r\n`)]),
    ['a trailer Content-Length', post(chunked, '3\r\nabc\r\n0\r\nContent-Length: 1\r\n\r\n')],
  ])('%s', async (_which, bytes) => {
    const said = await send(bytes, HIDDEN);
    expect(said).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(said.toLowerCase()).toContain('\r\nconnection: close\r\n');
    expect(said).toContain('"code":400');
    expect(said.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(parsed).toEqual([]);
  });
});

describe('an Upgrade that the host does not serve is ignored', () => {
  it.each([
    ['foo', `POST /v1/a HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: foo\r\n${length}\r\n${HIDDEN}`],
    ['websocket at a call', `POST /v1/a HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n${length}\r\n${HIDDEN}`],
    [
      'websocket with a body',
      `POST /v1/a HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: upgrade\r\n${chunked}\r\n24\r\n${HIDDEN}\r\n0\r\n\r\n`,
    ],
  ])('%s: the body stays the body, and the next request of the connection is served', async (_which, bytes) => {
    const said = await send(bytes, `GET /v1/b HTTP/1.1\r\nHost: a\r\n${CLOSE}\r\n`);
    expect(said.match(/<[^>]*>/g)).toEqual(['</v1/a>', '</v1/b>']);
    expect(parsed.sort()).toEqual(['GET /v1/b ', `POST /v1/a ${HIDDEN}`]);
  });

  it('keeps the order of replies when it comes behind a request without a reply', async () => {
    const said = await send(
      'GET /v1/a HTTP/1.1\r\nHost: a\r\n\r\nGET /v1/b HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: foo\r\n\r\n',
      `GET /v1/c HTTP/1.1\r\nHost: a\r\n${CLOSE}\r\n`,
    );
    expect(said.match(/<[^>]*>/g)).toEqual(['</v1/a>', '</v1/b>', '</v1/c>']);
  });
});

it('rejects more fields than the API reads, also in front of an upgrade', async () => {
  const many = Array.from({ length: 1_500 }, (_, at) => `a${at}:\r\n`).join('');
  const upgrade = `POST /v1/a HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: foo\r\n${many}${length}\r\n${HIDDEN}`;
  expect(await send(upgrade, HIDDEN)).toMatch(/^HTTP\/1\.1 400 /);
  expect(parsed).toEqual([]);
});

it('sends 400 for a malformed request behind a request that was answered before its body was read', async () => {
  const said = await send(`POST /v1/early HTTP/1.1\r\nHost: a\r\n${length}\r\nGET`, HIDDEN.slice(3), 'GET /v1/b HTTP/1.1\nHost: a\r\n\r\n');
  expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
});

it('sends the replies before a malformed request, and then 400', async () => {
  const said = await send(`GET /v1/a HTTP/1.1\r\nHost: a\r\n\r\nGET /v1/b HTTP/1.1\nHost: a\r\n\r\n`);
  expect(said.match(/HTTP\/1\.1 \d+|<[^>]*>/g)).toEqual(['HTTP/1.1 200', '</v1/a>', 'HTTP/1.1 400']);
  expect(parsed).toEqual(['GET /v1/a ']);
});

it.each(['CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', `GET /v1/a HTTP/1.1\r\nHost: a\r\nExpect: nothing\r\n${length}\r\n${HIDDEN}`])(
  'refuses and closes: %j',
  async (bytes) => {
    expect(await send(bytes, HIDDEN)).toMatch(/^HTTP\/1\.1 4(00|17) /);
    expect(parsed).toEqual([]);
  },
);

it.each([
  ['400', post(`${length}${length}`, HIDDEN)],
  ['417', post(`Expect: nothing\r\n${length}`, HIDDEN)],
  ['431', post(`X-Long: ${'x'.repeat(20_000)}\r\n${length}`, HIDDEN)],
])('lets nginx close the connection of its client with a refusal by %s', async (status, bytes) => {
  const said = await send(bytes, HIDDEN);
  expect(said).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(said).toContain('\r\nx-accel-redirect: @refused\r\n');
});
