import type { IncomingHttpHeaders } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import { HOP_BY_HOP } from '@portal/contracts/_kernel/framing';
import { buildConnector, type Dispatcher, errors, Pool } from 'undici';

/** undici writes these itself. */
const WRITTEN_BY_UNDICI = ['content-length', 'expect', 'host', 'transfer-encoding'];

/** Headers of a request or an answer; none of them is undefined. */
export type UpstreamHeaders = Record<string, string | string[]>;

/** Drops the headers of a single connection. The framing of a reply stays, because Node writes the reply by it. */
export function endToEnd(headers: IncomingHttpHeaders): UpstreamHeaders {
  const named = [headers.connection ?? []].flat().flatMap((value) => value.split(',').map((name) => name.trim().toLowerCase()));
  const isSent = (entry: [string, unknown]): entry is [string, string | string[]] =>
    entry[1] !== undefined && entry[0] !== 'transfer-encoding' && !HOP_BY_HOP.includes(entry[0]) && !named.includes(entry[0]);
  return Object.fromEntries(Object.entries(headers).filter(isSent));
}

/**
 * A server that rejects a body replies and closes while the host still writes. undici drops a connection at a failed write, and the reply
 * in its receive buffer is lost. So writes on this connection do not fail: only its reading side ends it. `early-response.test.ts` proves the need.
 */
export function endByReading<Connection extends Duplex>(socket: Connection): Connection {
  const write = socket._write.bind(socket);
  const writev = socket._writev?.bind(socket);
  socket._write = (chunk, encoding, done) => write(chunk, encoding, () => done());
  if (writev) socket._writev = (chunks, done) => writev(chunks, () => done());
  return socket;
}

export interface UpstreamRequest {
  method: string;
  path: string;
  /** The headers to forward, without those that frame the message. */
  headers: UpstreamHeaders;
  /** Length of a stream; null for a chunked body. */
  length?: number | null;
  body?: Readable | Buffer | null;
  /** The longest silence of the API, in ms, during its reply. */
  silenceMs: number;
  signal?: AbortSignal;
}

export type UpstreamAnswer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>;

/** The API's reply to an upgrade request: the connection, or a rejection. */
export type UpgradeAnswer = { socket: Duplex; headers: UpstreamHeaders } | { statusCode: number; headers: UpstreamHeaders; body: Buffer };

export interface Upstream {
  request(request: UpstreamRequest): Promise<UpstreamAnswer>;
  upgrade(request: Omit<UpstreamRequest, 'body' | 'length'>, protocol: string): Promise<UpgradeAnswer>;
  close(): Promise<void>;
}

/** The status for a request without a reply from the API. */
export function statusOfFailure(error: unknown): 400 | 503 | 504 {
  if (error instanceof errors.InvalidArgumentError) return 400;
  const isSilence = [errors.HeadersTimeoutError, errors.BodyTimeoutError, errors.ConnectTimeoutError].some((kind) => error instanceof kind);
  return isSilence ? 504 : 503;
}

/** Longer than any rejection of the API. */
const LONGEST_REFUSAL = 64 * 1024;

const withoutOwn = (headers: UpstreamHeaders): UpstreamHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !WRITTEN_BY_UNDICI.includes(name.toLowerCase())));

function optionsOf({ method, path, headers, silenceMs }: UpstreamRequest) {
  return {
    method: method as Dispatcher.HttpMethod,
    path,
    headers: withoutOwn(headers),
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
  };
}

function upgradeOver(pool: Pool, request: UpstreamRequest, protocol: string): Promise<UpgradeAnswer> {
  return new Promise((resolve, reject) => {
    let refusal: { statusCode: number; headers: UpstreamHeaders } | undefined;
    const parts: Buffer[] = [];
    let size = 0;
    let isUpgraded = false;
    pool.dispatch(
      { ...optionsOf(request), upgrade: protocol },
      {
        onRequestStart(controller) {
          const abort = () => {
            if (!isUpgraded) controller.abort(new errors.RequestAbortedError());
          };
          if (request.signal?.aborted) abort();
          request.signal?.addEventListener('abort', abort, { once: true });
        },
        onRequestUpgrade(_controller, _status, headers, socket) {
          isUpgraded = true;
          resolve({ socket, headers: { ...endToEnd(headers), connection: 'Upgrade', upgrade: protocol } });
        },
        onResponseStart(_controller, statusCode, headers) {
          if (statusCode >= 200) refusal = { statusCode, headers: endToEnd(headers) };
        },
        onResponseData(controller, chunk) {
          size += chunk.length;
          if (size > LONGEST_REFUSAL) controller.abort(new Error('the refusal of an upgrade is too long'));
          else parts.push(chunk);
        },
        onResponseEnd() {
          if (refusal) resolve({ ...refusal, body: Buffer.concat(parts) });
          else reject(new Error('the answer to an upgrade has no status'));
        },
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

/** The guard API. undici frames each request, and closes a connection when the reply ends before the request. It repeats no request. */
export function upstreamOf(apiUrl: string): Upstream {
  const connect = buildConnector({});
  const pool = new Pool(new URL(apiUrl).origin, {
    pipelining: 1,
    connect: (options, created) =>
      connect(options, (...result) => {
        if (result[0] === null) created(null, endByReading(result[1]));
        else created(result[0], null);
      }),
  });
  return {
    request({ body = null, length = null, signal, ...request }) {
      const options = optionsOf(request);
      const headers = length === null ? options.headers : { ...options.headers, 'content-length': String(length) };
      return pool.request({ ...options, headers, body, ...(signal && { signal }) });
    },
    upgrade: (request, protocol) => upgradeOver(pool, request, protocol),
    close: () => pool.destroy(),
  };
}
