import type { Envelope } from '@portal/contracts/_kernel/envelope';
import type { Socket } from 'socket.io-client';
import { openSocket } from '../socket';
import type { FuzzCase } from './case';
import type { ReceivedReply, SentRequest } from './wire';

const ACKNOWLEDGEMENT = 3;
const opened = new Set<Socket>();
/** Idle sockets by token. */
const idle = new Map<string, Socket[]>();
let calls = 0;

/** Closes the sockets that are kept open between calls. */
export function endSockets(): void {
  for (const socket of opened) socket.close();
  opened.clear();
  idle.clear();
}

/** Runs `act` on a socket that no concurrent call uses, because the server handles the calls of one socket one after the other. */
async function onSocket<T>(url: string, token: string, act: (socket: Socket) => Promise<T>): Promise<T> {
  const waiting = idle.get(token) ?? [];
  idle.set(token, waiting);
  const known = waiting.pop();
  const socket = known?.connected ? known : await openSocket(url, { token });
  opened.add(socket);
  try {
    return await act(socket);
  } finally {
    waiting.push(socket);
  }
}

/** The socket closed before its call was acknowledged. */
export class ConnectionEnded extends Error {
  constructor() {
    super('the connection ended');
  }
}

function acknowledged(socket: Socket, { path, headers, body }: SentRequest, withinMs: number): Promise<Envelope> {
  const id = 1_000_000 + ++calls;
  const key = headers['idempotency-key'];
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(late);
      socket.io.off('packet', hear);
      socket.off('disconnect', gone);
    };
    const hear = (packet: { type: number; id?: number; data?: unknown }) => {
      if (packet.type !== ACKNOWLEDGEMENT || packet.id !== id) return;
      done();
      resolve((packet.data as [Envelope])[0]);
    };
    const gone = () => {
      done();
      reject(new ConnectionEnded());
    };
    const late = setTimeout(() => {
      done();
      reject(new Error(`no acknowledgement within ${withinMs / 1000} s`));
    }, withinMs);
    socket.io.on('packet', hear);
    socket.on('disconnect', gone);
    // Raw, because a client library would not send invalid JSON.
    socket.io.engine.write(
      `2${id}[${JSON.stringify(path)},${body?.toString() || 'null'}${key === undefined ? '' : `,${JSON.stringify({ key })}`}]`,
    );
  });
}

/** Sends a raw socket call, and returns its acknowledgement in the form of an HTTP reply. */
export async function exchangeEvent(url: string, sent: SentRequest, withinMs: number): Promise<ReceivedReply> {
  const started = performance.now();
  const [scheme, token = ''] = sent.headers.authorization?.split(' ') ?? [];
  const answered = () => onSocket(url, scheme === 'Bearer' ? token : '', (socket) => acknowledged(socket, sent, withinMs));
  const envelope = await answered().catch((error: Error): Envelope => {
    if (error.message !== '401') throw error;
    return { code: 401, message: 'The handshake was refused.', userMessage: 'The handshake was refused.', data: null };
  });
  return { status: envelope.code, type: 'application/json', body: Buffer.from(JSON.stringify(envelope)), ms: performance.now() - started };
}

/** Values in place of an event's object; a text that is no packet ends the connection. */
export function* eventCases(sent: SentRequest): Generator<FuzzCase> {
  const as = (name: string, text: string, status = 400): FuzzCase => ({
    name,
    isRefused: true,
    status,
    sent: { ...sent, body: Buffer.from(text) },
  });
  for (const scalar of ['5', '"x"', '[]', '[[]]', 'true']) yield as(`${scalar} for an object`, scalar);
  yield as('100 kB', `{"a":"${'x'.repeat(100_000)}"}`, 413);
  yield as('1 MB', `{"a":"${'x'.repeat(1_000_000)}"}`, 413);
  yield as('deep lists in a key', `{"a":${'['.repeat(60_000)}${']'.repeat(60_000)}}`, 413);
  for (const [name, text] of [
    ['a prototype', '{"__proto__":{"isAdmin":true}}'],
    ['a constructor', '{"constructor":{"prototype":{"isAdmin":true}}}'],
    ['1,000 unknown keys', `{${Array.from({ length: 1000 }, (_, key) => `"k${key}":1`).join()}}`],
  ] as const)
    yield { name, sent: { ...sent, body: Buffer.from(text) } };
}
