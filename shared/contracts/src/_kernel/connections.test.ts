import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { admitRequest, admitRequests, ignoreUpgrade, refuseConnection, waitForReplies } from './connections';

let server: Server;
const HEAD = 'POST /a HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: foo\r\n';

const refuse = (socket: Socket, status: number) => refuseConnection(socket, { status, body: '{}' });

beforeEach(async () => {
  server = createServer({ connectionsCheckingInterval: 50 }, async (request, reply) => {
    if (!admitRequest(request, reply, refuse)) return;
    // Null means that the request was aborted.
    const body = await text(request).catch(() => null);
    if (body !== null) reply.end(`<${request.url} ${request.headers.upgrade} ${body}>`);
  });
  server.on('upgrade', async (request: IncomingMessage, socket: Socket, head: Buffer) => {
    await waitForReplies(socket);
    ignoreUpgrade(server, request, socket, head);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Writes raw bytes and reads until the server closes the connection. */
function send(...parts: string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  for (const part of parts) socket.write(part);
  return text(socket);
}

it('serves a request without its Upgrade header, including its body and the requests before and after it', async () => {
  const received = await send(
    'GET /before HTTP/1.1\r\nHost: a\r\n\r\n',
    `${HEAD}Content-Length: 3\r\n\r\na`,
    'bc',
    'GET /behind HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  );
  expect(received.match(/<.*?>/g)).toEqual(['</before undefined >', '</a undefined abc>', '</behind undefined >']);
});

it('closes the connection of an ignored upgrade when its body does not arrive before the request timeout', async () => {
  Object.assign(server, { requestTimeout: 300, headersTimeout: 300 });
  expect(await send(`${HEAD}Content-Length: 3\r\n\r\na`)).toMatch(/^HTTP\/1\.1 408 /);
});

it('answers the request before an irregular one, refuses the irregular one, and serves no later request', async () => {
  const received = await send(
    'GET /before HTTP/1.1\r\nHost: a\r\n\r\n',
    'POST /a HTTP/1.1\r\nHost: a\r\nConnection: content-length\r\nContent-Length: 3\r\n\r\nabc',
    'GET /behind HTTP/1.1\r\nHost: a\r\n\r\n',
  );
  expect(received.match(/HTTP\/1\.1 \d+|<.*?>/g)).toEqual(['HTTP/1.1 200', '</before undefined >', 'HTTP/1.1 400']);
});

it('survives a client that resets its connection while the server refuses a CONNECT', async () => {
  const open: Socket[] = [];
  admitRequests(server, (socket, status) => {
    open.push(socket);
    return refuse(socket, status);
  });
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(client, 'data');
  const [socket] = open;
  const isClosed = new Promise((resolve) => socket?.once('close', resolve));
  client.resetAndDestroy();
  await isClosed;
  expect(await send('GET /after HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toContain('</after undefined >');
});
