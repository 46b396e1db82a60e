import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { BASE } from '@portal/contracts/_kernel/endpoint';
import { decode, encode } from 'dns-packet';

/** A DNS server for the names in its map. */
export interface DnsDouble {
  address: string;
  readonly names: Map<string, readonly string[]>;
  stop(): Promise<void>;
}

export async function startDns(): Promise<DnsDouble> {
  const names = new Map<string, readonly string[]>();
  const socket = createSocket('udp4');
  socket.on('message', (packet, { port, address }) => {
    const { id, questions = [] } = decode(packet);
    const answers = questions.flatMap(({ name, type }) =>
      type === 'A' ? (names.get(name) ?? []).map((data) => ({ type: 'A' as const, name, data, ttl: 600 })) : [],
    );
    socket.send(encode({ type: 'response', id: id ?? 0, questions, answers }), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    names,
    async stop() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

interface NamedHost {
  stop(): Promise<void>;
}

/** A host that replies with its address. */
async function startHost(address: string, port: number): Promise<NamedHost> {
  const server = createServer((request, reply) => void request.resume().once('end', () => reply.end(address)));
  await once(server.listen(port, address), 'listening');
  return {
    async stop() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

/** nginx caches an address for one second here. */
const FOUND_WITHIN_MS = 5_000;
const TIMES = 20;
const [FIRST, SECOND] = ['127.0.0.11', '127.0.0.12'];

async function answerOf(nginx: string, method: string): Promise<string> {
  const reply = await fetch(`${nginx}${BASE}/guard/jobs`, { method, ...(method === 'POST' && { body: '{}' }) });
  const body = await reply.text();
  return reply.ok ? body : String(reply.status);
}

async function answersOf(nginx: string, method: string): Promise<string> {
  const answers = new Set<string>();
  for (let time = 0; time < TIMES; time++) answers.add(await answerOf(nginx, method));
  return [...answers].sort().join(', ');
}

/** Repeats the request until this host replies. @returns the last reply */
async function untilAnsweredBy(nginx: string, address: string): Promise<string> {
  const deadline = performance.now() + FOUND_WITHIN_MS;
  let answer = '';
  while (answer !== address && performance.now() < deadline) answer = await answerOf(nginx, 'POST');
  return answer;
}

/** Returns problems of nginx while the containers of the name `hosts` are replaced. */
export async function namesProblems(nginx: string, dns: DnsDouble, port: number): Promise<string[]> {
  const problems: string[] = [];
  const expect = (situation: string, found: string, wanted: string) => {
    if (found !== wanted) problems.push(`${situation}: ${found} for ${wanted}`);
  };
  expect('a name without an address', await answerOf(nginx, 'POST'), '503');
  const first = await startHost(FIRST, port);
  dns.names.set('hosts', [FIRST]);
  expect('a host that starts after nginx', await untilAnsweredBy(nginx, FIRST), FIRST);
  await first.stop();
  const second = await startHost(SECOND, port);
  dns.names.set('hosts', [SECOND]);
  expect('a replaced host', await untilAnsweredBy(nginx, SECOND), SECOND);
  dns.names.set('hosts', [FIRST, SECOND]);
  const back = await startHost(FIRST, port);
  expect('a host that is added', await untilAnsweredBy(nginx, FIRST), FIRST);
  for (const method of ['GET', 'POST']) expect(`${method} to two hosts`, await answersOf(nginx, method), `${FIRST}, ${SECOND}`);
  await back.stop();
  for (const method of ['GET', 'POST']) expect(`${method} while one of two hosts is dead`, await answersOf(nginx, method), SECOND);
  await second.stop();
  return problems;
}
