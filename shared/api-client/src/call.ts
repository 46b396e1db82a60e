import type { Endpoint } from '@portal/contracts/_kernel/endpoint';

export { ApiError, failureOf, isApiError, isTransient } from './errors';

export interface CallOptions {
  signal?: AbortSignal;
  /** Share of the bytes sent, 0 to 1. */
  onProgress?: (share: number) => void;
  /** The API performs writes with the same key only once. */
  idempotencyKey?: string;
  timeoutMs?: number;
  headers?: Readonly<Record<string, string>>;
  /** A reply cached on the device is of no use: the call rejects if the API is unreachable. */
  skipCached?: boolean;
  /** The request continues after its page closes. Browsers refuse bodies over 64 kB. */
  keepalive?: boolean;
}

/** A reply with code 200. `message` is the server's text. */
export interface Reply<Out = unknown> {
  code: number;
  message: string;
  data: Out;
  /**
   * Set if the reply was cached on the device, because the API is unreachable: the time of the reply, in ms by the clock of this device.
   */
  keptAt?: number;
  /** With `keptAt`, while the request is still in flight: the reply of the API. Null after the guard logged out. */
  later?: Promise<Reply<Out> | null>;
}

/** The transport that the shell installs. Remotes use it through `call` and never bundle one. */
export interface Client {
  send<In, Out>(endpoint: Endpoint<In, Out>, input: In, options?: CallOptions): Promise<Reply<Out>>;
  /** For calls that return a file instead of an envelope. */
  file<In>(endpoint: Endpoint<In, unknown>, input: In, options?: CallOptions): Promise<Blob>;
}

const SLOT = Symbol.for('portal.client');
const place = globalThis as { [SLOT]?: Client };

/** Makes `client` the client of this page. The shell calls it at boot; tests do too. */
export function installClient(client: Client): void {
  place[SLOT] = client;
}

function client(): Client {
  const installed = place[SLOT];
  if (!installed) throw new Error('No API client is installed: the shell does it at boot, tests with mockEndpoint()');
  return installed;
}

/** Sends a call. Resolves with the reply; rejects with an {@link ApiError} for every code other than 200. */
export const call = <In, Out>(endpoint: Endpoint<In, Out>, input: In, options?: CallOptions): Promise<Reply<Out>> =>
  client().send(endpoint, input, options);

/** Fetches a file (a picture, an export) with the guard's token. Rejects with an {@link ApiError}. */
export const callFile = <In>(endpoint: Endpoint<In, unknown>, input: In, options?: CallOptions): Promise<Blob> =>
  client().file(endpoint, input, options);
