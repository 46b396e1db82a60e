/** @jest-environment node */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { connectSocket, type OpenSocket } from './socket';

/** Refusals of the next handshakes. Later ones are accepted. */
let answers: string[];
let shaken: unknown[];
let io: Server;
let open: OpenSocket | null;

async function serve(port = 0): Promise<number> {
  const http = createServer();
  io = new Server(http, { transports: ['websocket'], serveClient: false });
  io.use((socket, next) => {
    shaken.push(socket.handshake.auth);
    const refusal = answers.shift();
    next(refusal ? new Error(refusal) : undefined);
  });
  await new Promise<void>((done) => http.listen(port, '127.0.0.1', done));
  return (http.address() as AddressInfo).port;
}

/** Connects and records what it receives; `until` resolves at the next event. */
async function connect(port: number) {
  const heard: unknown[] = [];
  const waiting: (() => void)[] = [];
  const hear = (what: unknown) => {
    heard.push(what);
    waiting.shift()?.();
  };
  const until = () => new Promise<void>((resolve) => waiting.push(resolve));
  const first = until();
  open = await connectSocket({
    url: `http://127.0.0.1:${port}`,
    token: 'abc',
    onEvent: (name, payload) => hear([name, payload]),
    onConnected: () => hear('connected'),
    onRefused: () => hear('refused'),
  });
  return { heard, first, until };
}

beforeEach(() => {
  answers = [];
  shaken = [];
  open = null;
});
afterEach(async () => {
  open?.close();
  await io.close();
});

it('[CHAT-21] connects to the given host with the token in the handshake, and receives events', async () => {
  const { heard, first, until } = await connect(await serve());
  await first;
  const next = until();
  io.emit('changed', { domain: 'leave' });
  await next;
  expect(heard).toEqual(['connected', ['changed', { domain: 'leave' }]]);
  expect(shaken).toEqual([{ token: 'abc' }]);
});

it('has the instant of the last sign of life in each handshake', async () => {
  const port = await serve();
  let alive = 0;
  let connected = () => {};
  const next = () => new Promise<void>((resolve) => (connected = resolve));
  let until = next();
  open = await connectSocket({
    url: `http://127.0.0.1:${port}`,
    token: 'abc',
    since: () => `after ${alive}`,
    onAlive: () => void alive++,
    onEvent: () => connected(),
    onConnected: () => connected(),
    onRefused: () => undefined,
  });
  await until;
  until = next();
  io.emit('changed', { domain: 'leave' });
  await until;
  until = next();
  open.renew();
  await until;
  expect(shaken).toEqual([
    { token: 'abc', since: 'after 0' },
    { token: 'abc', since: 'after 1' },
  ]);
});

it('reports a refused token and does not reconnect', async () => {
  answers = ['401'];
  const { heard, first } = await connect(await serve());
  await first;
  expect(heard).toEqual(['refused']);
  expect(shaken).toHaveLength(1);
});

it('reconnects to a server that could not look the token up', async () => {
  answers = ['503'];
  const { heard, first } = await connect(await serve());
  await first;
  expect(heard).toEqual(['connected']);
  expect(shaken).toHaveLength(2);
});

it('reconnects to a server that shut down', async () => {
  const port = await serve();
  const { heard, first, until } = await connect(port);
  await first;
  const again = until();
  await io.close();
  await serve(port);
  await again;
  expect(heard).toEqual(['connected', 'connected']);
});

describe('a call', () => {
  it('[TRACE-01] resolves with its acknowledgement, and sends the idempotency key and the trace with the input', async () => {
    const { first } = await connect(await serve());
    await first;
    const got: unknown[] = [];
    for (const socket of io.sockets.sockets.values())
      socket.on('say', (...given) => {
        got.push(given.slice(0, -1));
        (given.at(-1) as (reply: unknown) => void)({ code: 200 });
      });
    await expect(open?.call('say', { words: 'hi' }, 'a-key', { baggage: 'module=mf-communication' })).resolves.toEqual({ code: 200 });
    await expect(open?.call('say', {})).resolves.toEqual({ code: 200 });
    expect(got).toEqual([
      [{ words: 'hi' }, { key: 'a-key', baggage: 'module=mf-communication' }],
      [{}, {}],
    ]);
  });

  it('rejects when the connection breaks, and is not sent later', async () => {
    const port = await serve();
    const { first, until } = await connect(port);
    await first;
    const lost = expect(open?.call('say', {})).rejects.toThrow();
    await io.close();
    await lost;
    await expect(open?.call('say', {})).rejects.toThrow('not connected');
    const again = until();
    await serve(port);
    const said = jest.fn();
    io.on('connection', (socket) => socket.onAny(said));
    await again;
    expect(said).not.toHaveBeenCalled();
  });
});

it('reconnects on `renew` with a new handshake, and reports a gap', async () => {
  const { heard, first, until } = await connect(await serve());
  await first;
  const again = until();
  open?.renew();
  await again;
  expect(heard).toEqual(['connected', 'connected']);
  expect(shaken).toHaveLength(2);
});
