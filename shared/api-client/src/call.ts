import type { Endpoint } from '@portal/contracts/_kernel/endpoint';

export { ApiError, failureOf, isApiError, isTransient } from './errors';

export interface CallOptions {
  signal?: AbortSignal;
  /** Sent bytes, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Makes a repeated write the same act. */
  idempotencyKey?: string;
  timeoutMs?: number;
  /** The request goes on when its page closes. For small bodies: browsers refuse more than 64 kB. */
  keepalive?: boolean;
}

/** An answer whose code is 200. `message` is the server's own words. */
export interface Reply<Out = unknown> {
  code: number;
  message: string;
  data: Out;
  /** When it was answered, in ms by this device's clock: it was kept on the device, and the portal cannot be reached now. */
  keptAt?: number;
  /** With `keptAt`, while the call is in flight: the portal's own reply. Null once the guard who called is logged out. */
  later?: Promise<Reply<Out> | null>;
}

/** What the shell installs. Remotes reach it through `call` and never bundle a transport. */
export interface Client {
  send<In, Out>(endpoint: Endpoint<In, Out>, input: In, options?: CallOptions): Promise<Reply<Out>>;
  /** For the few calls that answer a file instead of an envelope. */
  file<In>(endpoint: Endpoint<In, unknown>, input: In, options?: CallOptions): Promise<Blob>;
}

const SLOT = Symbol.for('portal.client');
const place = globalThis as { [SLOT]?: Client };

/** Makes `client` the one of this page. Called by the shell at boot and by tests. */
export function installClient(client: Client): void {
  place[SLOT] = client;
}

function client(): Client {
  const installed = place[SLOT];
  if (!installed) throw new Error('No API client is installed: the shell does it at boot, tests with mockEndpoint()');
  return installed;
}

/** Sends one call of the contracts. Resolves with the opened envelope; rejects with an {@link ApiError} for every code that is not a success. */
export const call = <In, Out>(endpoint: Endpoint<In, Out>, input: In, options?: CallOptions): Promise<Reply<Out>> =>
  client().send(endpoint, input, options);

/** Fetches a file (an image, an export) with the guard's credential. Rejects with an {@link ApiError}. */
export const callFile = <In>(endpoint: Endpoint<In, unknown>, input: In, options?: CallOptions): Promise<Blob> =>
  client().file(endpoint, input, options);
