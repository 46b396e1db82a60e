import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MS = 100;
const ANSWER_MS = 10_000;

export interface Balancer {
  url: string;
  /** Resolves once all of them are known to be ready: whoever restarts the next one sooner leaves nobody to ask. */
  allReady(): Promise<void>;
  stop(): Promise<void>;
}

interface Backend {
  url: string;
  agent: Agent;
  isReady: boolean;
}

/** Sends a request on; rejects when nothing of it can have arrived, so that another may have it. */
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
 * What stands before several processes, as simple as they are: asks each for /readyz, sends requests in turn to those that are ready, by
 * connections that it keeps, and to the next one when one cannot be reached at all.
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
    reply.writeHead(502).end('nobody is ready');
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
