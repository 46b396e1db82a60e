import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MS = 100;
const ANSWER_MS = 10_000;

export interface Balancer {
  url: string;
  /** Resolves once all backends are ready. Restarting the next one earlier would leave no ready backend. */
  allReady(): Promise<void>;
  stop(): Promise<void>;
}

interface Backend {
  url: string;
  agent: Agent;
  isReady: boolean;
}

/** Forwards a request. Rejects only if the connection was refused, because then another backend may get it. */
function passOn({ url, agent }: Backend, asked: IncomingMessage, reply: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url + asked.url, { method: asked.method, headers: asked.headers, agent }, (answer) => {
      const { connection: _ofThisConnection, ...headers } = answer.headers;
      reply.writeHead(answer.statusCode ?? 502, headers);
      answer.pipe(reply).once('close', resolve);
    });
    sent.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') reject(error);
      else {
        if (!reply.headersSent) reply.writeHead(502).end(error.message);
        else reply.destroy();
        resolve();
      }
    });
    asked.pipe(sent);
  });
}

/**
 * A simple load balancer: polls /readyz of each backend, forwards requests to the ready ones in round robin over kept connections, and tries the
 * next one if a connection is refused.
 */
export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  const backends: Backend[] = urls.map((url) => ({ url, agent: new Agent({ keepAlive: true }), isReady: true }));
  let turn = 0;
  let isOver = false;
  const choose = () => {
    const ready = backends.filter(({ isReady }) => isReady);
    turn += 1;
    return ready[turn % ready.length];
  };
  const server = createServer(async (asked, reply) => {
    for (let backend = choose(); backend; backend = choose())
      try {
        await passOn(backend, asked, reply);
        return;
      } catch {
        backend.isReady = false;
      }
    reply.writeHead(502).end('no backend is ready');
  });
  const watch = async (backend: Backend) => {
    while (!isOver) {
      backend.isReady = await fetch(`${backend.url}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
        ({ ok }) => ok,
        () => false,
      );
      await pause(LOOK_MS);
    }
  };
  const watching = backends.map(watch);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async allReady() {
      while (!backends.every(({ isReady }) => isReady)) await pause(LOOK_MS);
    },
    async stop() {
      isOver = true;
      await Promise.all(watching);
      server.closeAllConnections();
      server.close();
      for (const { agent } of backends) agent.destroy();
    },
  };
}
