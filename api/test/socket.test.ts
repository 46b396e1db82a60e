import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { emit, openSocket } from './socket';

const http = createServer();
const server = new Server(http);
let isDying = false;
server.use((socket, next) => (isDying ? socket.conn.close() : next()));

const url = () => `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
beforeAll(() => new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve)));
beforeEach(() => {
  isDying = false;
});
afterAll(() => server.close());

it('a server that dies before it admits a socket is reported immediately', async () => {
  isDying = true;
  await expect(openSocket(url(), {})).rejects.toThrow('closed before it was admitted');
});

it.each([
  ['before', true],
  ['while', false],
])('a call is refused when the connection is lost %s it is made', async (_when, isBefore) => {
  const socket = await openSocket(url(), {});
  if (isBefore) socket.close();
  const answer = emit(socket, 'anything');
  server.disconnectSockets(true);
  await expect(answer).rejects.toThrow(isBefore ? 'The socket is closed' : 'disconnected');
});
