import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reply as it was sent to the browser. */
export interface SentReply {
  path: string;
  /** The dictionary that the browser offered. */
  offered: string | undefined;
  encoding: string;
  bytes: number;
}

/** A proxy before a portal host that records all complete replies, also those to the service worker. It refuses WebSockets. */
export async function openRecordingProxy(target: string) {
  const sent: SentReply[] = [];
  let host = target;
  const server = createServer((from, to) => {
    const url = new URL(from.url ?? '/', host);
    const passed = request(url, { method: from.method, headers: from.headers }, (reply) => {
      let bytes = 0;
      to.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
      reply.on('data', ({ length }: Buffer) => {
        bytes += length;
      });
      reply.once('end', () => {
        const offered = from.headers['available-dictionary'];
        sent.push({ path: url.pathname, offered: offered?.toString(), encoding: reply.headers['content-encoding'] ?? 'none', bytes });
      });
      reply.pipe(to);
    });
    passed.on('error', () => to.destroy());
    to.on('close', () => passed.destroy());
    from.pipe(passed);
  });
  server.on('upgrade', (_request, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    sent,
    /** Forwards to this portal host from now on, under the same address. */
    forwardTo(other: string) {
      host = other;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
