import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** Stands before a site and weighs what it sends, whoever asks for it: a page, its service worker, or the browser for either. */
export interface Meter {
  url: string;
  /** From here on this one answers, under the same address. */
  standBefore(url: string): void;
  /** What was sent since this was asked last: path -> bytes as they were sent, headers included. */
  take(): Map<string, number>;
  /** Resolves when no file and no page was sent for so long. */
  silence(ms: number): Promise<void>;
  stop(): void;
}

/** Lines of a head, as they go over the wire. */
const headOf = (first: string, { rawHeaders }: IncomingMessage): string => {
  const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
  return `${[first, ...lines].join('\r\n')}\r\n\r\n`;
};

/** What a release does not change. */
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
    // Who closes a page breaks off what it asked for.
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
