import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** Proxy before a site that counts the bytes of all replies: to the page, its service worker and the browser itself. */
export interface Meter {
  url: string;
  /** Forwards to this site from now on, under the same address. */
  standBefore(url: string): void;
  /** Bytes sent since the last call, headers included, by path. */
  take(): Map<string, number>;
  /** Resolves when no file and no page was sent for `ms` milliseconds. */
  silence(ms: number): Promise<void>;
  stop(): void;
}

/** The head of a message as it is sent. */
const headOf = (first: string, { rawHeaders }: IncomingMessage): string => {
  const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
  return `${[first, ...lines].join('\r\n')}\r\n\r\n`;
};

/** True for API paths. Their replies do not depend on the release. */
export const isOfApi = (path: string): boolean => /^\/(v1|socket\.io)\//.test(path);

export async function startMeter(url: string): Promise<Meter> {
  const agent = new Agent({ keepAlive: true });
  let [target, sent, last] = [new URL(url), new Map<string, number>(), performance.now()];
  const weigh = (path: string, bytes: number) => {
    sent.set(path, (sent.get(path) ?? 0) + bytes);
    if (!isOfApi(path) && !path.startsWith('/registry/')) last = performance.now();
  };

  function passOn(asked: IncomingMessage, reply: ServerResponse): void {
    const path = asked.url?.split('?')[0] ?? '';
    const passed = request(new URL(asked.url ?? '/', target), { method: asked.method, headers: asked.headers, agent }, (answer) => {
      weigh(path, headOf(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`, answer).length);
      reply.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.on('data', ({ length }: Buffer) => weigh(path, length));
      answer.pipe(reply);
    });
    passed.once('error', () => reply.destroy());
    // A closed page aborts its requests.
    reply.once('close', () => passed.destroy());
    asked.pipe(passed);
  }

  function passSocketOn(asked: IncomingMessage, socket: Duplex, head: Buffer): void {
    const upstream = connect(Number(target.port), target.hostname, () => {
      upstream.write(headOf(`${asked.method} ${asked.url} HTTP/1.1`, asked));
      upstream.write(head);
      socket.pipe(upstream).pipe(socket);
    });
    socket.once('error', () => upstream.destroy());
    upstream.once('error', () => socket.destroy());
  }

  const server = createServer(passOn).on('upgrade', passSocketOn).listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    standBefore(other) {
      target = new URL(other);
    },
    take() {
      const taken = sent;
      sent = new Map();
      return taken;
    },
    async silence(ms) {
      last = performance.now();
      while (performance.now() - last < ms) await pause(50);
    },
    stop() {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}
