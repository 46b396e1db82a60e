import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** A forward proxy without WebSockets: it forwards ordinary requests, and refuses each tunnel and each upgrade. */
export async function openRefusingProxy() {
  const refused: string[] = [];
  const server = createServer((from, to) => {
    const { hostname, port, pathname, search } = new URL(from.url ?? '');
    const { method, headers } = from;
    const passed = request({ hostname, port, path: pathname + search, method, headers }, (reply) => {
      to.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(to);
    });
    passed.on('error', () => to.destroy());
    to.on('close', () => passed.destroy());
    from.pipe(passed);
  });
  const refuse = ({ url }: { url?: string }, socket: Duplex) => {
    refused.push(url ?? '');
    socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
  };
  server.on('connect', refuse).on('upgrade', refuse);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    refused,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
