import { connect as connectTo } from 'node:net';
import { text } from 'node:stream/consumers';
import { events, liveEvents } from '@portal/contracts/_kernel/event';
import { changePassword, logout } from '@portal/contracts/auth/auth.endpoints';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import type { Socket } from 'socket.io-client';
import { object, string } from 'yup';
import { openSession } from '../../../test/sessions';
import { openSocket, type SocketAuth, waitForEvent } from '../../../test/socket';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { STAFF_TOKEN } from '../../../test/test-env';
import { transaction } from '../database/db';
import { sessionIdOf } from '../identity/sessions';
import { emitEvent, guardRoom, notifyChanged, staffRoom } from './realtime';
import { sessionRoom } from './rooms';

const noteEvents = events('notes', { note: object({ text: string().required() }) });

let api: TestApi;
let guard: TestGuard;
const sockets: Socket[] = [];

beforeAll(async () => {
  api = await startApi();
  guard = await api.guard();
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await api.stop();
});

async function connect(auth: SocketAuth): Promise<Socket> {
  const socket = await openSocket(api.url, auth);
  sockets.push(socket);
  return socket;
}
const note = (rooms: string | string[], words: string, except?: string) => emitEvent(rooms, noteEvents, 'note', { text: words }, except);

/** The texts of all notes before the note 'end', which goes to the guard and to staff. */
async function notesOf(socket: Socket, act: () => unknown): Promise<string[]> {
  const texts: string[] = [];
  const end = new Promise<void>((resolve) =>
    socket.on('note', ({ text: words }: { text: string }) => (words === 'end' ? resolve() : void texts.push(words))),
  );
  await act();
  note([guardRoom(guard.id), staffRoom], 'end');
  await end;
  socket.off('note');
  return texts;
}

describe('the socket', () => {
  it("receives a change event for a notification of the token's guard", async () => {
    const socket = await connect({ token: guard.token });
    const next = waitForEvent(socket, 'changed');
    await api.call(notify, { guard: guard.id, title: 'Hello' });
    expect(await next).toEqual({ domain: 'notifications' });
  });

  it.each([
    ['null', null],
    ['an invented value', 'made-up'],
    ['a number', 5 as never],
  ])('rejects a handshake with %s as its token', async (_which, token) => {
    await expect(openSocket(api.url, { token })).rejects.toThrow('401');
  });

  it("rejects the token of an ended session, and the staff token as a guard's token", async () => {
    const { token } = await api.guard();
    await api.call(logout, {}, { token });
    await expect(openSocket(api.url, { token })).rejects.toThrow('401');
    await expect(openSocket(api.url, { token: STAFF_TOKEN })).rejects.toThrow('401');
    await expect(openSocket(api.url, { staffToken: guard.token })).rejects.toThrow('401');
  });

  it('receives no events of other guards, and none of a transaction that rolled back', async () => {
    const other = await api.guard();
    const socket = await connect({ token: guard.token });
    const texts = await notesOf(socket, async () => {
      note(guardRoom(other.id), 'for another');
      await transaction(async () => {
        note(guardRoom(guard.id), 'rolled back');
        throw new Error('no');
      }).catch(() => {});
      await transaction(async () => note(guardRoom(guard.id), 'for me'));
    });
    expect(texts).toEqual(['for me']);
  });

  it('receives each event of its rooms once, and staff receive events of the staff room', async () => {
    const [socket, staff] = await Promise.all([connect({ token: guard.token }), connect({ staffToken: STAFF_TOKEN })]);
    const ofStaff = notesOf(staff, () => note(staffRoom, 'for staff'));
    const own = sessionRoom((await sessionIdOf(guard.id, guard.token)) ?? '');
    const texts = await notesOf(socket, () => {
      note([own, guardRoom(guard.id)], 'once');
      note(own, 'of their own', guardRoom(guard.id));
      note([], 'for nobody');
    });
    expect(texts).toEqual(['once']);
    expect(await ofStaff).toContain('for staff');
  });

  it('never sends a payload that breaks its shape', () => {
    expect(() => emitEvent(guardRoom(guard.id), liveEvents, 'changed', { domain: 5 } as never)).toThrow(
      'The event changed breaks its shape',
    );
    expect(() => notifyChanged(guard.id, 'jobs')).not.toThrow();
  });

  it('disconnects the oldest socket of a guard who opens more than twenty others, and no sockets of other guards', async () => {
    const [mine, other] = [await api.guard(), await api.guard()];
    const theirs = await openSocket(api.url, { token: other.token });
    const oldest = await openSocket(api.url, { token: mine.token });
    const over = waitForEvent(oldest, 'disconnect');
    const later = [];
    for (let count = 0; count < 20; count += 1) later.push(await openSocket(api.url, { token: mine.token }));
    expect(await over).toBe('io server disconnect');
    expect([theirs, ...later].every(({ connected }) => connected)).toBe(true);
    for (const socket of [theirs, ...later]) socket.close();
  });

  it('ends immediately with its session, by logout and by a password change on another device', async () => {
    const [first, second] = await Promise.all([api.guard(), api.guard()]);
    const socket = await connect({ token: first.token });
    const over = waitForEvent(socket, 'disconnect');
    await api.call(logout, {}, { token: first.token });
    expect(await over).toBe('io server disconnect');
    const elsewhere = await connect({ token: await openSession(second.id, undefined) });
    const here = await connect({ token: second.token });
    const ended = waitForEvent(elsewhere, 'disconnect');
    const change = { oldPassword: second.password, password: 'Quiet7Harbour$' };
    expect(await api.call(changePassword, change, { token: second.token })).toMatchObject({ code: 200 });
    expect(await ended).toBe('io server disconnect');
    expect(here.connected).toBe(true);
  });
});

describe('a request that is no handshake of the socket', () => {
  /** Requests a websocket and reads until the connection ends. */
  async function upgrade(path: string, fields = ''): Promise<string> {
    const socket = connectTo(Number(new URL(api.url).port), '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: Upgrade, close\r\nupgrade: websocket\r\n${fields}\r\n`);
    return text(socket);
  }
  const key = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

  it.each(['GET', 'POST'])('rejects polling by %s immediately, with an envelope', async (method) => {
    const body = method === 'POST' ? '40{}'.repeat(100_000) : null;
    const reply = await api.request('/socket.io/?EIO=4&transport=polling', { method, body });
    expect(reply).toMatchObject({ status: 426, body: { code: 426, data: null, userMessage: 'The live connection is a websocket only.' } });
    expect(reply.headers.get('upgrade')).toBe('websocket');
  });

  it.each([
    ['to an unknown path', '/nothing', '404 Not Found'],
    ['to an endpoint', '/v1/guard/auth/session', '401 Unauthorized'],
    ['without its key', '/socket.io/?EIO=4&transport=websocket', '426 Upgrade Required'],
    ['by polling', '/socket.io/?EIO=4&transport=polling', '400 Bad Request', key],
    ['without its version', '/socket.io/?EIO=4&transport=websocket', '400 Bad Request', key],
  ])('replies to an upgrade %s, and ends its connection', async (_which, path, status, fields = '') => {
    expect(await upgrade(path, fields)).toContain(`HTTP/1.1 ${status}\r\n`);
  });
});
