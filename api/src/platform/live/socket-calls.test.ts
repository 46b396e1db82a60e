import { endpoint } from '@portal/contracts/_kernel/endpoint';
import { logout } from '@portal/contracts/auth/auth.endpoints';
import { number, object, string } from 'yup';
import { emit, openSocket, waitForEvent } from '../../../test/socket';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { fail } from '../http/errors';
import { bind } from '../http/routes';

const call = (path: string) => ({ method: 'EVENT', path, auth: 'approved' }) as const;
const say = endpoint({
  ...call('say'),
  id: 'test.say',
  input: object({ words: string().required('Say something').max(20), wait: number() }),
  output: object({ said: string().required(), by: string().required(), count: number().required() }),
  ok: 'Said.',
});
const refuse = endpoint({ ...call('refuse'), id: 'test.refuse', input: object({}), output: object({}) });
const break_ = endpoint({ ...call('break'), id: 'test.break', input: object({}), output: object({}) });

let api: TestApi;
let guard: TestGuard;
let count = 0;

const socketRoutes = [
  bind(say, async (me, { words, wait = 0 }) => {
    await new Promise((resolve) => setTimeout(resolve, wait));
    return { said: words, by: me.id, count: ++count };
  }),
  bind(refuse, async () => fail(403, 'This room is not yours.')),
  bind(break_, async () => {
    throw new Error('secret inside');
  }),
];

beforeAll(async () => {
  api = await startApi({ socketRoutes, callLimit: { burst: 30, perSecond: 1 } });
});
beforeEach(async () => {
  guard = await api.guard();
});
afterAll(() => api.stop());

const connect = (token = guard.token) => openSocket(api.url, { token });

describe('a socket call', () => {
  it('is acknowledged with the envelope and runs as the guard of the token', async () => {
    const reply = await api.call(say, { words: 'hello' }, { token: guard.token });
    expect(reply).toMatchObject({ code: 200, message: 'Said.', data: { said: 'hello', by: guard.id } });
  });

  it.each([
    ['invalid fields', ['say', {}], { code: 400, errors: { words: 'Say something' }, userMessage: 'Please check the marked fields.' }],
    ['text instead of an object', ['say', 'hello'], { code: 400, message: 'The body must be an object.' }],
    ['a list instead of an object', ['say', [1]], { code: 400, message: 'The body must be an object.' }],
    ['no argument', ['say'], { code: 400, errors: { words: 'Say something' } }],
    ['bytes', ['say', Buffer.from('x')], { code: 400, errors: { words: 'Say something' } }],
    ['too many arguments', ['say', {}, 1, 2, 3], { code: 400 }],
    ['an unknown event', ['shout', {}], { code: 400, message: 'There is no such call.' }],
    ['the path of an HTTP endpoint', ['/guard/auth/login', {}], { code: 400, message: 'There is no such call.' }],
    ['the name of a property of every object', ['constructor', {}], { code: 400, message: 'There is no such call.' }],
    ['a megabyte', ['say', { words: 'x'.repeat(1_000_000) }], { code: 413, message: 'What was sent is too large.' }],
    ['a room of other guards', ['refuse', {}], { code: 403, userMessage: 'This room is not yours.' }],
    [
      'an invalid key',
      ['say', { words: 'x' }, { key: 'short' }],
      { code: 400, message: 'The Idempotency-Key must have 8 to 200 visible characters.' },
    ],
  ])('is rejected with a message when it has %s, and the socket stays open', async (_what, [name, ...given], refusal) => {
    const socket = await connect();
    expect(await emit(socket, name as string, ...given)).toMatchObject(refusal);
    expect(await emit(socket, 'say', { words: 'still here' })).toMatchObject({ code: 200 });
    socket.close();
  });

  it('is rejected when it is nested too deeply, and the socket stays open', async () => {
    const socket = await connect();
    const refused = new Promise((resolve) => socket.io.engine.on('packet', ({ data }) => data?.includes('413') && resolve(data)));
    socket.io.engine.write(`2999["say",${'['.repeat(30_000)}${']'.repeat(30_000)}]`);
    expect(await refused).toContain('What was sent is too large.');
    expect(await emit(socket, 'say', { words: 'still here' })).toMatchObject({ code: 200 });
    socket.close();
  });

  it('replies to an unexpected error with a reference and without internals', async () => {
    const reply = await api.call(break_, {}, { token: guard.token });
    expect(reply).toMatchObject({ code: 500, message: expect.stringContaining('Something went wrong'), reference: expect.any(String) });
    expect(JSON.stringify(reply)).not.toContain('secret');
  });

  it('replies 403 with the step to a guard with an unfinished step, and the session stays', async () => {
    const held = await api.guard({ step: 'registration' } as never);
    const socket = await connect(held.token);
    expect(await emit(socket, 'say', { words: 'x' })).toMatchObject({ code: 403, data: { step: 'registration' } });
    expect(socket.connected).toBe(true);
    socket.close();
  });

  it('runs once under one key, also when it is repeated over another socket', async () => {
    const headers = { 'idempotency-key': 'the-same-key' };
    const { data: first } = await api.call(say, { words: 'once' }, { token: guard.token, headers });
    const socket = await connect();
    expect(await emit(socket, 'say', { words: 'once' }, { key: 'the-same-key' })).toMatchObject({ code: 200, data: first });
    expect(await emit(socket, 'say', { words: 'twice' }, { key: 'the-same-key' })).toMatchObject({ code: 422 });
    socket.close();
  });

  it('waits for earlier calls of the same socket', async () => {
    const socket = await connect();
    const replies = await Promise.all([emit(socket, 'say', { words: 'slow', wait: 50 }), emit(socket, 'say', { words: 'quick' })]);
    const [slow, quick] = replies.map(({ data }) => (data as { count: number }).count) as [number, number];
    expect(quick).toBe(slow + 1);
    socket.close();
  });

  it('runs also without an acknowledgement', async () => {
    const before = count;
    const socket = await connect();
    socket.emit('say', { words: 'x' });
    await emit(socket, 'say', { words: 'y' });
    expect(count).toBe(before + 2);
    socket.close();
  });
});

describe('a token that is no longer valid, on an open socket', () => {
  it('gets 401 at its next call when it has expired, and the socket ends', async () => {
    const socket = await connect();
    const over = waitForEvent(socket, 'disconnect');
    const before = api.clock.now().toISOString();
    api.clock.advance({ days: 31 });
    expect(await emit(socket, 'say', { words: 'x' })).toMatchObject({
      code: 401,
      message: 'Your session has expired. Please log in again.',
    });
    expect(await over).toBe('io server disconnect');
    api.clock.set(before);
  });

  it('ends its socket when it is revoked, and no further call runs', async () => {
    const socket = await connect();
    const over = waitForEvent(socket, 'disconnect');
    await api.call(logout, {}, { token: guard.token });
    await over;
    expect(await api.call(say, { words: 'x' }, { token: guard.token })).toMatchObject({ code: 401 });
  });
});

it('limits a flood of calls over any number of sockets, without an effect on other guards', async () => {
  const sockets = await Promise.all([connect(), connect(), connect()]);
  const flood = Promise.all(sockets.flatMap((socket) => Array.from({ length: 400 }, () => emit(socket, 'say', { words: 'flood' }))));
  const other = await api.guard();
  const began = performance.now();
  expect(await api.call(say, { words: 'hello' }, { token: other.token })).toMatchObject({ code: 200 });
  expect(performance.now() - began).toBeLessThan(5_000);
  const replies = await flood;
  const codes = (code: number) => replies.filter((reply) => reply.code === code);
  expect(codes(200).length).toBeGreaterThanOrEqual(30);
  expect(codes(200).length).toBeLessThan(60);
  expect(codes(429).length + codes(200).length).toBe(1200);
  expect(codes(429)[0]).toEqual({
    code: 429,
    message: 'Too many attempts. Please wait 1 seconds and try again.',
    userMessage: 'Too many attempts. Please wait 1 seconds and try again.',
    data: null,
    retryAfter: 1,
  });
  for (const socket of sockets) socket.close();
});

it('disconnects a socket that keeps sending beyond the limit', async () => {
  const socket = await connect();
  const over = waitForEvent(socket, 'disconnect');
  for (let sent = 0; sent < 700; sent += 1) socket.emit('say', { words: 'flood' });
  expect(await over).toBe('io server disconnect');
});

it('rejects a call that is too large immediately, before earlier calls finish', async () => {
  const socket = await connect();
  const replies: number[] = [];
  const slow = emit(socket, 'say', { words: 'slow', wait: 300 }).then(({ code }) => replies.push(code));
  await emit(socket, 'say', { words: 'x'.repeat(100_000) }).then(({ code }) => replies.push(code));
  await slow;
  expect(replies).toEqual([413, 200]);
  socket.close();
});
