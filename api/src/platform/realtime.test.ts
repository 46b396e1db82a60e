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
