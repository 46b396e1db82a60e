import { type Endpoint, TOKEN_HEADER } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import { toWire } from '@portal/contracts/_kernel/wire';
import { clientCredential } from '@portal/contracts/auth/auth.rules';

export interface CallOptions {
  /** A guard's token. */
  token?: string;
  /** The visitor's address, as the portal host forwards it. Rate limits use it. */
  address?: string;
  /** The idempotency key. */
  key?: string;
}

export interface Reply<Out> extends Envelope<Out> {
  status: number;
  ms: number;
}

export interface Caller {
  call<In, Out>(endpoint: Endpoint<In, Out>, input: NoInfer<In>, options?: CallOptions): Promise<Reply<Out>>;
  /** The data of a call that must succeed. */
  get<In, Out>(endpoint: Endpoint<In, Out>, input: NoInfer<In>, options?: CallOptions): Promise<Out>;
}

const basic = `Basic ${Buffer.from(clientCredential).toString('base64')}`;

function credential({ auth, carriesToken }: Endpoint, staffToken: string, token: string | undefined): Record<string, string> {
  if (auth === 'basic') return { authorization: basic, ...(carriesToken && token && { [TOKEN_HEADER]: token }) };
  if (auth === 'staff') return { authorization: `Bearer ${staffToken}` };
  return token ? { authorization: `Bearer ${token}` } : {};
}

/** Calls the API at `url` over HTTP with the credential that each endpoint's `auth` requires. The API accepts the address only with `hostSecret`. */
export function caller(url: string, staffToken: string, hostSecret?: string): Caller {
  const call: Caller['call'] = async <In, Out>(
    endpoint: Endpoint<In, Out>,
    input: NoInfer<In>,
    { token, address, key }: CallOptions = {},
  ) => {
    const { url: path, body } = toWire(endpoint, input);
    const isForm = body instanceof FormData;
    const started = performance.now();
    const response = await fetch(url + path, {
      method: endpoint.method,
      headers: {
        ...credential(endpoint as Endpoint, staffToken, token),
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
        ...(address && { 'x-forwarded-for': address }),
        ...(address && hostSecret && { 'x-portal-host': hostSecret }),
      },
      body: isForm ? body : body ? JSON.stringify(body) : null,
    });
    const envelope = (await response.json()) as Envelope<Out>;
    return { ...envelope, status: response.status, ms: performance.now() - started };
  };
  return {
    call,
    async get(endpoint, input, options) {
      const { code, message, data } = await call(endpoint, input, options);
      if (code !== 200) throw new Error(`${endpoint.id}: ${code} ${message}`);
      return data;
    },
  };
}
