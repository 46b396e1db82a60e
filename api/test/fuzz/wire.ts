import { Agent, request as open } from 'node:http';
import { connect } from 'node:net';

export interface SentRequest {
  method: string;
  /** As in the request line. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

export interface ReceivedReply {
  status: number;
  type: string;
  body: Buffer;
  ms: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Closes the connections that are kept open between calls. */
export const endConnections = (): void => agent.destroy();

/** Sends a raw request. Rejects when there is no reply within `withinMs`, or when the connection breaks before one. */
export function exchange(url: string, { method, path, headers, body }: SentRequest, withinMs: number): Promise<ReceivedReply> {
  const { hostname, port } = new URL(url);
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const length = body ? { 'content-length': String(body.length) } : {};
    const call = open({ agent, hostname, port, method, path, headers: { ...length, ...headers } }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.once('error', reject);
      reply.once('end', () =>
        resolve({
          status: reply.statusCode ?? 0,
          type: String(reply.headers['content-type'] ?? ''),
          body: Buffer.concat(parts),
          ms: performance.now() - started,
        }),
      );
    });
    const late = setTimeout(() => call.destroy(new Error(`no reply within ${withinMs / 1000} s`)), withinMs);
    call.once('close', () => clearTimeout(late));
    call.once('error', reject);
    call.end(body ?? '');
  });
}

/** Sends the beginning of a request, and closes the connection. */
export function hangUp(url: string, { method, path, headers, body }: SentRequest): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      const lines = Object.entries({ host: 'localhost', ...headers, 'content-length': String((body?.length ?? 0) + 1000) });
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`);
      socket.end(body ?? '');
    });
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    socket.resume();
  });
}

const quoted = (value: string) => `'${value.replaceAll("'", `'\\''`)}'`;
const SHOWN = 2000;

/** The request as a `curl` command, to repeat it by hand. */
export function curlCommandOf(url: string, { method, path, headers, body }: SentRequest): string {
  const flags = Object.entries(headers).map(
    ([name, value]) => `-H ${quoted(`${name}: ${value.length > SHOWN ? `${value.slice(0, 40)}… (${value.length} characters)` : value}`)}`,
  );
  const shown = path.length > SHOWN ? `${path.slice(0, SHOWN)}… (${path.length} characters)` : path;
  const data =
    body && (body.length > SHOWN ? `${body.subarray(0, 200).toString('latin1')}… (${body.length} bytes)` : body.toString('latin1'));
  return ['curl', '--path-as-is', '-X', method, ...flags, ...(data ? ['--data-binary', quoted(data)] : []), quoted(url + shown)].join(' ');
}
