import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';

/** What concerns one connection only, and so ends at each hop (RFC 9110, 7.6.1). */
const HOP_BY_HOP = [
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Headers to be sent: none of them undefined, which node would throw on in the middle of a request. */
export type Headers = Record<string, string | string[]>;

/** What of a message's headers is for whoever is at the other end. */
export function endToEnd(headers: IncomingHttpHeaders): Headers {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const isSent = (entry: [string, unknown]): entry is [string, string | string[]] =>
    entry[1] !== undefined && !HOP_BY_HOP.includes(entry[0]) && !named.includes(entry[0]);
  return Object.fromEntries(Object.entries(headers).filter(isSent));
}

/**
 * A server that refuses a body answers and closes while we still write. A failed write would throw away the answer that has arrived
 * already: whether the connection is over is said by its reading side alone.
 */
function patient(socket: Duplex): Duplex {
  const write = socket._write.bind(socket);
  const writev = socket._writev?.bind(socket);
  socket._write = (chunk, encoding, done) => write(chunk, encoding, () => done());
  if (writev) socket._writev = (chunks, done) => writev(chunks, () => done());
  return socket;
}

export interface Upstream {
  /** Sends a request's head on; nothing of its body yet. `answerMs`: how long the connection may be silent. */
  ask(request: Pick<IncomingMessage, 'method' | 'url'>, headers: Headers, answerMs: number): ClientRequest;
  close(): void;
}

/** The guard API as a server to ask. Nothing is tried twice: the client knows what is safe to repeat. */
export function upstreamOf(apiUrl: string): Upstream {
  const { protocol, hostname, port, host } = new URL(apiUrl);
  const { Agent, request: open } = protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true });
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, created) => {
    const socket = connect(options, created);
    return socket && patient(socket);
  };
  return {
    ask: ({ method, url }, headers, answerMs) =>
      open({ agent, hostname, port, method, path: url, headers: { ...headers, host }, timeout: answerMs }),
    close: () => agent.destroy(),
  };
}
