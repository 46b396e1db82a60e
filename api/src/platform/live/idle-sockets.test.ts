import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { setLimits } from '../../../test/services';
import { openSocket } from '../../../test/socket';
import { type TestGuard, testApi } from '../../../test/test-api';

const api = testApi();
let guard: TestGuard;
beforeAll(async () => {
  guard = await api.guard();
});
beforeEach(() => setLimits({ upgradeMs: 300 }));

const KEY = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n';
const head = (first: string, more = '') => `${first} HTTP/1.1\r\nhost: a\r\nconnection: Upgrade\r\n${more}\r\n`;
const requests: readonly string[] = [
  head('GET /nothing', 'upgrade: websocket\r\n'),
  `${head('POST /v1/guard/auth/login', 'upgrade: foo\r\ncontent-type: application/json\r\ncontent-length: 2\r\n')}{}`,
  head('GET /socket.io/?EIO=4&transport=websocket', 'upgrade: websocket\r\n'),
  head('GET /socket.io/?EIO=4&transport=websocket', `upgrade: websocket\r\n${KEY}`),
];

async function until(isSo: () => boolean): Promise<void> {
  for (const deadline = performance.now() + 10_000; !isSo(); await pause(20))
    if (performance.now() > deadline) throw new Error('The condition was not met within 10 s');
}

it('closes 100 of 100 connections with a rejected, an ignored or an idle upgrade, though their clients keep them open', async () => {
  // An ignored upgrade has the limits of other requests, such as the time between two requests.
  api.app.server.keepAliveTimeout = 300;
  // Node emits the connection event of an ignored upgrade a second time.
  const accepted = new Set<Socket>();
  const note = (socket: Socket) => void accepted.add(socket);
  api.app.server.on('connection', note);
  const { port } = api.app.server.address() as AddressInfo;
  const clients = Array.from({ length: 100 }, (_, at) => {
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
    client.resume().write(requests[at % requests.length] ?? '');
    return client;
  });
  await until(() => accepted.size === clients.length);
  api.app.server.off('connection', note);
  await until(() => [...accepted].every(({ destroyed }) => destroyed));
  for (const client of clients) client.destroy();
  expect([...accepted].filter(({ destroyed }) => destroyed)).toHaveLength(100);
});

it('closes the websocket of a rejected or disconnected client, and keeps the websocket of a guard', async () => {
  const refused = io(api.url, { transports: ['websocket'], auth: { token: 'x'.repeat(43) }, reconnection: false, forceNew: true });
  const held = await openSocket(api.url, { token: guard.token });
  const left = await openSocket(api.url, { token: guard.token });
  const isClosed = ({ io: manager }: typeof refused) => String(manager.engine.readyState) === 'closed';
  // The namespace is disconnected, and the websocket stays open.
  left.io.engine.write('41');
  await until(() => isClosed(refused) && isClosed(left));
  expect([held.connected, isClosed(held)]).toEqual([true, false]);
  held.close();
});
