import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BASE, STAFF_BASE } from '@portal/contracts/_kernel/endpoint';

/** A host that replies to each request with this status, and records the requests. */
export interface StandIn {
  port: number;
  status: number;
  readonly asked: string[];
  stop(): Promise<void>;
}

export async function startStandIn(status: number): Promise<StandIn> {
  const asked: string[] = [];
  const server = createServer((request, reply) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume().once('end', () => reply.writeHead(host.status).end(`a host says ${host.status}`));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const host: StandIn = {
    port: (server.address() as AddressInfo).port,
    status,
    asked,
    async stop() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
  return host;
}

/** More than the number of hosts, so that each is first in the round robin. */
const TIMES = 8;
const API = [`${BASE}/jobs`, `${STAFF_BASE}/guards`, '/socket.io/?transport=polling'];

async function answersOf(url: string, method: string): Promise<string[]> {
  const answers: string[] = [];
  for (let time = 0; time < TIMES; time++) {
    const reply = await fetch(url, { method, ...(method === 'POST' && { body: 'typed=1' }) });
    answers.push(`${reply.status} ${(await reply.text()).trim()}`);
  }
  return [...new Set(answers)].sort();
}

/** Sends requests through nginx to two hosts, of which first one and then both reply with 503. Returns one line per unexpected result. */
export async function unreadyProblems(nginx: string, unready: StandIn, ready: StandIn): Promise<string[]> {
  const problems: string[] = [];
  const expect = (what: string, found: readonly string[], wanted: readonly string[]) => {
    if (JSON.stringify(found) !== JSON.stringify(wanted)) problems.push(`${what}: ${found.join(', ')}`);
  };
  const times = () => unready.asked.length + ready.asked.length;
  expect('a page while one host has nothing to serve', await answersOf(`${nginx}/faq`, 'GET'), ['200 a host says 200']);
  expect('its revision', await answersOf(`${nginx}/registry.json`, 'GET'), ['200 a host says 200']);
  if (unready.asked.length === 0) problems.push('the host that has nothing to serve was never asked: this proved nothing');
  unready.status = 503;
  ready.status = 503;
  expect('a page while no host has anything to serve', await answersOf(`${nginx}/faq`, 'GET'), ['503 a host says 503']);
  // A form or an API call may have been executed before the 503: nginx must forward the reply and must not repeat the request.
  for (const [method, path] of [['POST', '/faq'], ...API.flatMap((path) => ['GET', 'POST', 'PUT', 'DELETE'].map((one) => [one, path]))]) {
    const before = times();
    expect(`${method} ${path} that is answered with 503`, await answersOf(nginx + path, method ?? ''), ['503 a host says 503']);
    expect(`${method} ${path} that is answered with 503, in times`, [String(times() - before)], [String(TIMES)]);
  }
  return problems;
}
