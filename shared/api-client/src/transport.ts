import { type Endpoint, isSocketCall, TOKEN_HEADER } from '@portal/contracts/_kernel/endpoint';
import { normaliseEnvelope } from '@portal/contracts/_kernel/envelope';
import { bytesOf } from '@portal/contracts/_kernel/files';
import { toWire } from '@portal/contracts/_kernel/wire';
import axios, { type AxiosRequestConfig, type AxiosResponse, CanceledError, isCancel } from 'axios';
import type { CallOptions, Client, Reply } from './call';
import { type ApiError, failureOf, noAnswer } from './errors';

/** Statuses of a proxy whose API does not answer. */
const GONE = [502, 503, 504];

const CALL_MS = 20_000;
const UPLOAD_MS = 120_000;
/** A slow phone: 160 kbit/s. */
const BYTES_A_MS = 20;
/** The portal host and the API accept no body that takes longer. */
const LONGEST_MS = 600_000;

/** Returns the timeout of a call in ms. Files extend it by their size. */
export const timeoutMs = ({ body }: Pick<Endpoint, 'body'>, input: unknown): number =>
  body === 'multipart' ? Math.min(LONGEST_MS, UPLOAD_MS + bytesOf(input) / BYTES_A_MS) : CALL_MS;

export interface TransportOptions {
  /** Scheme, host and the path before `/v1`; empty for the origin of the page. */
  baseUrl: string;
  /** The fixed client credential in base64 (AUTHZ-11). */
  basic: string;
  token: () => string | null;
  /** Called for each refused token, with the endpoint and the token. The session merges parallel calls. */
  onUnauthorised: (error: ApiError, endpoint: Endpoint, token: string | null) => void;
  /** The guard may not make this call yet. `data.nextStep` names the page to open. */
  onForbidden?: (error: ApiError) => void;
  onReachable?: (reachable: boolean) => void;
  /** Sends a call by the socket. Resolves with its acknowledgement, or rejects at the timeout. */
  callSocket?: (call: { name: string; input: unknown; key?: string; headers?: Readonly<Record<string, string>> }) => Promise<unknown>;
}

function authorisation(endpoint: Endpoint, basic: string, token: string | null): Record<string, string> {
  const beside = endpoint.carriesToken && token ? { [TOKEN_HEADER]: token } : {};
  if (endpoint.auth === 'basic') return { Authorization: `Basic ${basic}`, ...beside };
  return token ? { Authorization: `Bearer ${token}` } : {};
}

function retryAfter(response: AxiosResponse): number | undefined {
  const seconds = Number(response.headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

const readText = async (body: unknown): Promise<unknown> => {
  if (!(body instanceof Blob)) return body;
  const content = await body.text();
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
};

/** Resolves in the next task, so that the browser paints the reaction to a click before the work of sending. */
function nextTask(): Promise<void> {
  if (typeof MessageChannel === 'undefined') return Promise.resolve();
  return new Promise((go) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      go();
    };
    port2.postMessage(null);
  });
}

/**
 * Creates the client of the page, based on axios. It opens envelopes and reports a 401, a 403 and a lost connection to its creator, which
 * decides what the guard sees.
 */
export function createTransport(options: TransportOptions): Client {
  const http = axios.create({ baseURL: options.baseUrl, validateStatus: () => true, withCredentials: true });

  function reject(error: ApiError, endpoint: Endpoint, token: string | null): never {
    if (error.code === 401) options.onUnauthorised(error, endpoint, token);
    if (error.code === 403) options.onForbidden?.(error);
    throw error;
  }

  async function exchange(endpoint: Endpoint, input: unknown, asked: CallOptions, responseType: 'json' | 'blob') {
    // A write is sent immediately, because the page may close.
    if (endpoint.method === 'GET') await nextTask();
    const wire = toWire(endpoint, input);
    const token = options.token();
    const config: AxiosRequestConfig = {
      method: endpoint.method,
      url: wire.url,
      data: wire.body,
      responseType,
      timeout: asked.timeoutMs ?? timeoutMs(endpoint, input),
      headers: {
        ...asked.headers,
        ...authorisation(endpoint, options.basic, token),
        ...(asked.idempotencyKey ? { 'Idempotency-Key': asked.idempotencyKey } : {}),
      },
    };
    if (asked.signal) config.signal = asked.signal;
    if (asked.keepalive) Object.assign(config, { adapter: 'fetch', fetchOptions: { keepalive: true } });
    const { onProgress } = asked;
    if (onProgress) config.onUploadProgress = ({ progress }) => onProgress(progress ?? 0);
    const response = await http.request(config).catch((error: unknown) => {
      if (isCancel(error)) throw error;
      options.onReachable?.(false);
      throw noAnswer();
    });
    options.onReachable?.(!GONE.includes(response.status));
    return { response, token };
  }

  async function overSocket(endpoint: Endpoint, input: unknown, { idempotencyKey, signal, headers }: CallOptions) {
    const token = options.token();
    const sent = { name: endpoint.path, input, ...(idempotencyKey && { key: idempotencyKey }), ...(headers && { headers }) };
    const asked = options.callSocket?.(sent) ?? Promise.reject(noAnswer());
    const given = new Promise<never>((_, giveUp) => signal?.addEventListener('abort', () => giveUp(new CanceledError())));
    const acknowledged = await Promise.race([asked, given]).catch((error: unknown) => {
      throw isCancel(error) ? error : noAnswer();
    });
    const envelope = normaliseEnvelope(0, acknowledged);
    return { envelope, token, pause: envelope.retryAfter };
  }

  async function overHttp(endpoint: Endpoint, input: unknown, asked: CallOptions) {
    const { response, token } = await exchange(endpoint, input, asked, 'json');
    return { envelope: normaliseEnvelope(response.status, response.data), token, pause: retryAfter(response) };
  }

  return {
    async send<In, Out>(endpoint: Endpoint<In, Out>, input: In, asked: CallOptions = {}): Promise<Reply<Out>> {
      const plain = endpoint as unknown as Endpoint;
      const { envelope, token, pause } = await (isSocketCall(plain) ? overSocket : overHttp)(plain, input, asked);
      if (envelope.code < 200 || envelope.code > 299) reject(failureOf(plain, envelope, pause), plain, token);
      const data = endpoint.read ? endpoint.read(envelope.data) : (envelope.data as Out);
      return { code: envelope.code, message: envelope.message, data };
    },
    async file<In>(endpoint: Endpoint<In, unknown>, input: In, asked: CallOptions = {}): Promise<Blob> {
      const plain = endpoint as unknown as Endpoint;
      const { response, token } = await exchange(plain, input, asked, 'blob');
      if (response.status < 400) return response.data as Blob;
      const envelope = normaliseEnvelope(response.status, await readText(response.data));
      return reject(failureOf(plain, envelope, retryAfter(response)), plain, token);
    },
  };
}
