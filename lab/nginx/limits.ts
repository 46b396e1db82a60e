import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Agent, type ClientRequest, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { BASE, fullPath } from '@portal/contracts/_kernel/endpoint';
import { limits } from '@portal/contracts/_kernel/limits';
import { raiseSos } from '@portal/contracts/shifts/shifts.sos';
import { BALANCER } from './tls';

const UPLOAD = `${BASE}/e-note`;
const JSON_CALL = `${BASE}/guard/jobs`;
const SOS = fullPath(raiseSos);
const EVENTS = '/registry/events';
const SOCKET = '/socket.io/?EIO=4&transport=polling';
const MB = 1024 * 1024;
/** Open requests of one address, as docker/nginx.conf limits them. */
const MOST = { calls: 600, streams: 600, sos: 200 };
const PATIENCE_MS = 10_000;

/** A host that counts the bytes of bodies, keeps event streams open, and replies to uploads with the header `x-refuse` before it has read them. */
export interface CountingHost {
  port: number;
  bytes: number;
  /** Number of open requests. */
  open: number;
  stop(): Promise<void>;
}

export async function startCountingHost(): Promise<CountingHost> {
  const server = createServer((asked, reply) => {
    host.open += 1;
    reply.once('close', () => {
      host.open -= 1;
    });
    asked.on('data', (chunk: Buffer) => {
      host.bytes += chunk.length;
    });
    if (asked.url === EVENTS) reply.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    else if (asked.headers['x-refuse']) reply.writeHead(Number(asked.headers['x-refuse'])).end('refused');
    else asked.once('end', () => reply.end('served'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const host: CountingHost = {
    port: (server.address() as AddressInfo).port,
    bytes: 0,
    open: 0,
    async stop() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
  return host;
}

async function until(isTrue: () => boolean): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!isTrue() && performance.now() < deadline) await pause(20);
  return isTrue();
}

interface Call {
  path: string;
  method?: string;
  headers?: Record<string, string | number>;
  from?: string;
}

const start = (nginx: string, { path, method = 'POST', headers = {}, from = '127.0.0.1' }: Call): ClientRequest =>
  request(nginx + path, { method, headers, localAddress: from, agent: new Agent() });

interface Answer {
  status: number;
  body: string;
}

async function answerOf(asked: ClientRequest): Promise<Answer> {
  // A refusal may close the connection before the whole body was written.
  asked.on('error', () => undefined);
  const reply = await new Promise<IncomingMessage | null>((resolve) => asked.once('response', resolve).once('close', () => resolve(null)));
  return reply ? { status: reply.statusCode ?? 0, body: await text(reply) } : { status: 0, body: '' };
}

const filesIn = (folder: string) => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

/** The status, and the code in the envelope. */
const codesOf = ({ status, body }: Answer) => [status, body.startsWith('{') ? (JSON.parse(body) as { code: number }).code : body];

type Say = (situation: string, found: unknown, wanted: unknown) => void;

async function slowBody(nginx: string, host: CountingHost, bodies: string, expect: Say): Promise<void> {
  host.bytes = 0;
  const half = Buffer.alloc(4 * MB);
  const asked = start(nginx, { path: UPLOAD, headers: { 'content-length': 2 * half.length } });
  const answer = answerOf(asked);
  asked.write(half);
  expect('the host gets a body while the client sends it', await until(() => host.bytes === half.length), true);
  expect('files of an unfinished body', filesIn(bodies).length, 0);
  asked.end(half);
  expect('the answer to a slow upload', await answer, { status: 200, body: 'served' });
}

async function tooLarge(nginx: string, expect: Say): Promise<void> {
  const json = Buffer.alloc(300 * 1024, 'x');
  expect('JSON over the limit', codesOf(await answerOf(start(nginx, { path: JSON_CALL }).end(json))), [413, 413]);
  const chunked = start(nginx, { path: JSON_CALL, headers: { 'transfer-encoding': 'chunked' } });
  const answer = answerOf(chunked);
  chunked.end(json);
  expect('chunked JSON over the limit', codesOf(await answer), [413, 413]);
  const most = limits.uploadBytes + 2 * MB;
  const upload = start(nginx, { path: UPLOAD, headers: { 'content-length': most + 1 } });
  const refused = answerOf(upload);
  upload.flushHeaders();
  expect('an upload over the limit', codesOf(await refused), [413, 413]);
  upload.destroy();
  const whole = answerOf(start(nginx, { path: UPLOAD }).end(Buffer.alloc(most)));
  expect('the largest upload', await whole, { status: 200, body: 'served' });
}

async function earlyAnswers(nginx: string, expect: Say): Promise<void> {
  const body = Buffer.alloc(12 * MB);
  for (const refuse of [401, 413, 429]) {
    const answers = new Set<number>();
    for (let time = 0; time < 20; time++) {
      const { status } = await answerOf(start(nginx, { path: UPLOAD, headers: { 'x-refuse': refuse } }).end(body));
      answers.add(status);
    }
    expect(`20 early answers with ${refuse}`, [...answers], [refuse]);
  }
}

/** Requests that stay open: events, or calls with bodies that never arrive. */
function crowdOf(nginx: string, count: number, call: Call): ClientRequest[] {
  const isStream = call.path === EVENTS;
  const headers = { ...call.headers, ...(isStream ? {} : { 'content-length': 9 }) };
  return Array.from({ length: count }, () => {
    const asked = start(nginx, { ...call, method: isStream ? 'GET' : 'POST', headers });
    asked.on('error', () => undefined);
    if (isStream) asked.end();
    else asked.flushHeaders();
    return asked;
  });
}

/** Checks that a group of requests at its limit rejects further ones, and that other groups of the same address are served. */
async function crowd(nginx: string, host: CountingHost, expect: Say): Promise<void> {
  const from = (address: string): Omit<Call, 'path'> =>
    address.includes(':') ? { from: BALANCER, headers: { 'x-forwarded-for': address } } : { from: address };
  const ask = async (path: string, address: string) => {
    const { status, body } = await answerOf(start(nginx, { path, method: path === SOS ? 'POST' : 'GET', ...from(address) }).end());
    return status === 200 ? 'served' : codesOf({ status, body });
  };
  expect('the host before the crowd is idle', await until(() => host.open === 0), true);
  for (const [path, count, full, free] of [
    [EVENTS, MOST.streams, [SOCKET], [JSON_CALL, SOS]],
    [JSON_CALL, MOST.calls, [JSON_CALL, '/'], [SOCKET, SOS]],
    [SOS, MOST.sos, [SOS, `${SOS}/links/one`], [SOCKET, JSON_CALL]],
  ] as const)
    for (const [crowded, alike, other] of [
      // Addresses without open connections of the other checks.
      ['127.0.0.4', '127.0.0.4', '127.0.0.3'],
      ['2001:db8:a:b::1', '2001:db8:a:b:ffff::2', '2001:db8:a:c::1'],
    ] as const) {
      const open = crowdOf(nginx, count, { path, ...from(crowded) });
      expect(`${path} open for ${crowded}`, await until(() => host.open === count), true);
      for (const one of full) expect(`${one} of ${alike} behind ${count} × ${path}`, await ask(one, alike), [429, 429]);
      for (const one of free) expect(`${one} of ${alike} beside ${count} × ${path}`, await ask(one, alike), 'served');
      for (const one of full) expect(`${one} of ${other}`, await ask(one, other), 'served');
      for (const one of open) one.destroy();
      expect(`${path} open for ${crowded} after their end`, await until(() => host.open === 0), true);
      for (const one of full) expect(`${one} of ${alike} later`, await ask(one, alike), 'served');
    }
}

/** Returns problems with the limits of bodies and connections. */
export async function limitsProblems(nginx: string, host: CountingHost, bodies: string): Promise<string[]> {
  const problems: string[] = [];
  const expect: Say = (situation, found, wanted) => {
    const [given, right] = [JSON.stringify(found), JSON.stringify(wanted)];
    if (given !== right) problems.push(`${situation}: ${given} for ${right}`);
  };
  await slowBody(nginx, host, bodies, expect);
  await tooLarge(nginx, expect);
  await earlyAnswers(nginx, expect);
  await crowd(nginx, host, expect);
  return problems;
}
