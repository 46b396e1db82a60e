import { connect as connectTo } from 'node:net';
import { text } from 'node:stream/consumers';
import { notify } from '@portal/contracts/notifications/notifications.endpoints';
import { io, type Socket } from 'socket.io-client';
import { startApi, type TestApi, type TestGuard } from '../testing/api';
import { transaction } from './db';
import { changed, emitTo } from './realtime';

let api: TestApi;
let guard: TestGuard;
const sockets: Socket[] = [];

beforeAll(async () => {
  api = await startApi({ sockets: true });
  guard = await api.guard();
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await api.stop();
});

function connect(token: string | null): Promise<Socket> {
  const socket = io(api.url, { transports: ['websocket'], auth: { token }, reconnection: false, forceNew: true });
  sockets.push(socket);
  return new Promise((resolve, reject) => {
    socket.on('connect', () => resolve(socket));
    socket.on('connect_error', reject);
  });
}
const next = (socket: Socket, event: string) => new Promise((resolve) => socket.once(event, resolve));

describe('the socket', () => {
  it("hears of a notification by the guard's token", async () => {
    const socket = await connect(guard.token);
    const heard = next(socket, 'changed');
    await api.call(notify, { guard: guard.id, title: 'Hello' });
    expect(await heard).toEqual({ domain: 'notifications' });
  });

  it('refuses a handshake without a living token', async () => {
    await expect(connect(null)).rejects.toThrow('401');
    await expect(connect('made-up')).rejects.toThrow('401');
  });

  it('hears nothing of others, and nothing of what was rolled back', async () => {
    const other = await api.guard();
    const socket = await connect(guard.token);
    const heard = next(socket, 'note');
    emitTo(other.id, 'note', 'for another');
    await transaction(async () => {
      emitTo(guard.id, 'note', 'rolled back');
      throw new Error('no');
    }).catch(() => {});
    emitTo(guard.id, 'note', 'for me');
    changed(guard.id, 'jobs');
    expect(await heard).toBe('for me');
  });
});

describe('what is no handshake of the socket', () => {
  /** Asks for an upgrade and reads until the connection ends. */
  async function upgrade(path: string): Promise<string> {
    const socket = connectTo(Number(new URL(api.url).port), '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n`);
    return text(socket);
  }

  it.each(['GET', 'POST'])('polling by %s is refused at once, in the envelope', async (method) => {
    const body = method === 'POST' ? '40{}'.repeat(100_000) : null;
    const reply = await api.request('/socket.io/?EIO=4&transport=polling', { method, body });
    expect(reply).toMatchObject({ status: 426, body: { code: 426, data: null, userMessage: 'The live connection is a websocket only.' } });
    expect(reply.headers.get('upgrade')).toBe('websocket');
  });

  it.each([
    ['of an unknown path', '/nothing', '404 Not Found'],
    ['of a call', '/v1/guard/auth/session', '401 Unauthorized'],
    ['by polling', '/socket.io/?EIO=4&transport=polling', '400 Bad Request'],
    ['that is broken', '/socket.io/?EIO=4&transport=websocket', '400 Bad Request'],
  ])('an upgrade %s is answered, and its connection ends', async (_which, path, status) => {
    expect(await upgrade(path)).toContain(`HTTP/1.1 ${status}\r\n`);
  });
});
