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

/** A portal host or an API. */
interface NamedHost {
  stop(): Promise<void>;
}

/** A name of docker/nginx.conf, and a path that nginx sends there. */
export const NAMED = {
  hosts: { path: '/faq', none: '502' },
  apis: { path: `${BASE}/guard/jobs`, none: '503' },
} as const;
export type Name = keyof typeof NAMED;

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

async function answerOf(address: string, method: string): Promise<string> {
  const reply = await fetch(address, { method, ...(method === 'POST' && { body: '{}' }) });
  const body = await reply.text();
  return reply.ok ? body : String(reply.status);
}

async function answersOf(address: string, method: string): Promise<string> {
  const answers = new Set<string>();
  for (let time = 0; time < TIMES; time++) answers.add(await answerOf(address, method));
  return [...answers].sort().join(', ');
}

/** Repeats the request until this host replies. @returns the last reply */
async function untilAnsweredBy(address: string, host: string): Promise<string> {
  const deadline = performance.now() + FOUND_WITHIN_MS;
  let answer = '';
  while (answer !== host && performance.now() < deadline) answer = await answerOf(address, 'POST');
  return answer;
}

/** Returns problems of nginx while the containers of a name are replaced. */
export async function namesProblems(nginx: string, dns: DnsDouble, port: number, name: Name): Promise<string[]> {
  const problems: string[] = [];
  const address = nginx + NAMED[name].path;
  const expect = (situation: string, found: string, wanted: string) => {
    if (found !== wanted) problems.push(`${name}, ${situation}: ${found} for ${wanted}`);
  };
  expect('a name without an address', await answerOf(address, 'POST'), NAMED[name].none);
  const first = await startHost(FIRST, port);
  dns.names.set(name, [FIRST]);
  expect('a server that starts after nginx', await untilAnsweredBy(address, FIRST), FIRST);
  await first.stop();
  const second = await startHost(SECOND, port);
  dns.names.set(name, [SECOND]);
  expect('a replaced server', await untilAnsweredBy(address, SECOND), SECOND);
  dns.names.set(name, [FIRST, SECOND]);
  const back = await startHost(FIRST, port);
  expect('a server that is added', await untilAnsweredBy(address, FIRST), FIRST);
  for (const method of ['GET', 'POST']) expect(`${method} to two servers`, await answersOf(address, method), `${FIRST}, ${SECOND}`);
  await back.stop();
  for (const method of ['GET', 'POST']) expect(`${method} while one of two servers is dead`, await answersOf(address, method), SECOND);
  await second.stop();
  return problems;
}
