import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { drain } from '@portal/contracts/_kernel/drain';
import { noTracing } from '@portal/tracing/tracing';
import Fastify from 'fastify';
import { deploy, newContext } from '../../test/fixtures';
import { portOf, standIn, startTestHost, type TestHost } from '../../test/test-host';
import { proxyApi } from './api-proxy';
import { finishCalls } from './finish';
import { createHostTraces } from './traces';
import { handleUpgrades, SOCKET_PATH } from './websocket-upgrade';

let api: Awaited<ReturnType<typeof standIn>>;
let host: TestHost;
let received: string[];
let answerSlow: () => void;

beforeEach(async () => {
  received = [];
  api = await standIn(async (asked, reply) => {
    const body = await text(asked);
    if (asked.method === 'POST') received.push(body);
    if (asked.url === '/v1/slow')
      await new Promise<void>((done) => {
        answerSlow = done;
      });
    reply.end('{"code":200}');
  });
  api.server.on('upgrade', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  });
  const context = newContext();
  await deploy(context, { name: 'shell' });
  host = await startTestHost(api.port, undefined, { context });
});
afterEach(async () => {
  await host.close();
  api.stop();
});

const url = (path: string) => `http://127.0.0.1:${host.port}${path}`;
const leave = (noticeMs = 0, withinMs = 10_000) => drain([host.app], { noticeMs, withinMs });

async function listenerIsClosed(): Promise<void> {
  const isOpen = () =>
    new Promise<boolean>((done) => {
      const socket = connect(host.port, '127.0.0.1', () => {
        socket.destroy();
        done(true);
      });
      socket.on('error', () => done(false));
    });
  while (await isOpen()) await new Promise((next) => setImmediate(next));
}

/** Starts an upload and sends its first half. */
function beginUpload() {
  const asked = request(url('/v1/upload'), { method: 'POST', headers: { 'content-length': 10 } });
  asked.write('first');
  const answer = once(asked, 'response').then(async ([reply]) => ({
    status: reply.statusCode,
    connection: reply.headers.connection,
    text: await text(reply),
  }));
  return { asked, answer };
}
const WEBSOCKET = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'MTIzNDU2Nzg5MDEyMzQ1Ng==',
};
const open = (path: string, headers: Record<string, string> = {}, port = host.port) => {
  const asked = request({ port, path, headers }).end();
  return once(asked, headers.upgrade ? 'upgrade' : 'response');
};

it('finishes an upload in flight, then stops', async () => {
  const arrived = once(api.server, 'request');
  const { asked, answer } = beginUpload();
  await arrived;
  const left = leave();
  await listenerIsClosed();
  asked.end('-last');
  expect(await answer).toEqual({ status: 200, connection: 'close', text: '{"code":200}' });
  expect(received).toEqual(['first-last']);
  expect(await left).toBe(true);
});

it('gives notice at /readyz, serves requests during the notice, and ends each connection with its reply', async () => {
  const agent = new Agent({ keepAlive: true });
  const ask = async (path: string) => {
    const [reply] = await once(request(url(path), { agent }).end(), 'response');
    await text(reply);
    return [reply.statusCode, reply.headers.connection];
  };
  const left = leave(4_000, 12_000);
  expect(await ask('/readyz')).toEqual([503, 'close']);
  expect(await ask('/healthz')).toEqual([200, 'close']);
  expect(await ask('/v1/jobs')).toEqual([200, 'close']);
  expect(await left).toBe(true);
  agent.destroy();
});

it('closes sockets and event streams after the last call', async () => {
  const [, socket] = await open('/socket.io/?transport=websocket', WEBSOCKET);
  const [stream] = await open('/registry/events');
  const ended: string[] = [];
  socket.resume().on('close', () => ended.push('socket'));
  stream.resume().on('end', () => ended.push('stream'));
  const arrived = once(api.server, 'request');
  const slow = fetch(url('/v1/slow')).then(async (reply) => {
    await reply.text();
    ended.push('call');
    return reply.status;
  });
  await arrived;
  const left = leave();
  await listenerIsClosed();
  answerSlow();
  expect(await slow).toBe(200);
  expect(await left).toBe(true);
  expect(ended[0]).toBe('call');
  expect(ended.slice(1).sort()).toEqual(['socket', 'stream']);
});

it('cuts a call that is unfinished when the time is over', async () => {
  const arrived = once(api.server, 'request');
  const slow = fetch(url('/v1/slow')).catch((error: Error) => error.message);
  await arrived;
  expect(await leave(0, 300)).toBe(false);
  expect(await slow).toBe('fetch failed');
  answerSlow();
});

it('keeps no reply of a websocket', async () => {
  const app = Fastify();
  const countReplies = finishCalls(app);
  handleUpgrades(app, [SOCKET_PATH]);
  proxyApi(app, {
    apiUrl: `http://127.0.0.1:${api.port}`,
    hostSecret: null,
    answerMs: { call: 15_000, upload: 15_000 },
    socketIdleMs: 60_000,
    production: false,
    traces: createHostTraces(app, noTracing(), { current: () => null }),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  try {
    for (let count = 0; count < 20; count++) {
      const [, socket] = await open('/socket.io/?transport=websocket', WEBSOCKET, portOf(app.server));
      try {
        expect(countReplies()).toBe(0);
      } finally {
        socket.destroy();
      }
    }
  } finally {
    await app.close();
  }
});

it('forgets calls that wait behind another one when their connection is reset', async () => {
  let arrived = 0;
  const allArrived = new Promise<void>((done) => {
    api.server.on('request', () => {
      arrived++;
      if (arrived === 20) done();
    });
  });
  const socket = connect(host.port, '127.0.0.1');
  socket.write('GET /v1/slow HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20));
  await allArrived;
  socket.resetAndDestroy();
  expect(await leave(0, 3_000)).toBe(true);
});
