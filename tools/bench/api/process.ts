import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import { toWire } from '@portal/contracts/_kernel/wire';
import { clientCredential } from '@portal/contracts/auth/auth.rules';
import pg from 'pg';
import { startEmbedded } from '../../../api/src/platform/embedded';
import { answers, start } from '../../portal/child.mjs';
import { freePort } from '../../portal/preconditions.mjs';
import { type Lab, root } from '../lab';

export interface CallOptions {
  /** A guard's token. */
  token?: string;
  /** The visitor's address, as the portal host would forward it: limits count by it. */
  address?: string;
}

export interface Reply<Out> extends Envelope<Out> {
  status: number;
  ms: number;
}

/** A guard API in a process of its own, over a database of its own. */
export interface Api {
  url: string;
  database: pg.ClientConfig;
  call<In, Out>(endpoint: Endpoint<In, Out>, input: NoInfer<In>, options?: CallOptions): Promise<Reply<Out>>;
  /** The data of a call that must succeed. */
  get<In, Out>(endpoint: Endpoint<In, Out>, input: NoInfer<In>, options?: CallOptions): Promise<Out>;
}

const basic = `Basic ${Buffer.from(clientCredential).toString('base64')}`;

function credential({ auth }: Endpoint, staffToken: string, token: string | undefined): Record<string, string> {
  if (auth === 'basic') return { authorization: basic };
  if (auth === 'staff') return { authorization: `Bearer ${staffToken}` };
  return token ? { authorization: `Bearer ${token}` } : {};
}

function caller(url: string, staffToken: string): Pick<Api, 'call' | 'get'> {
  const call: Api['call'] = async <In, Out>(endpoint: Endpoint<In, Out>, input: NoInfer<In>, { token, address }: CallOptions = {}) => {
    const { url: path, body } = toWire(endpoint, input);
    const started = performance.now();
    const response = await fetch(url + path, {
      method: endpoint.method,
      headers: {
        ...credential(endpoint as Endpoint, staffToken, token),
        ...(body && { 'content-type': 'application/json' }),
        ...(address && { 'x-forwarded-for': address }),
      },
      body: body ? JSON.stringify(body) : null,
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

/** Starts an API over a new database of a server that runs. */
export async function startApiOn(lab: Lab, server: pg.ClientConfig, name: string, env: Record<string, string> = {}): Promise<Api> {
  const admin = new pg.Client(server);
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const data = join(lab.folder, name);
  mkdirSync(data, { recursive: true });
  const port = await freePort();
  const staffToken = randomBytes(24).toString('base64url');
  const api = start('API', ['--import', 'tsx', 'api/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...{ PORT: String(port), HOST: '127.0.0.1', PORTAL_DATA: data, PORTAL_MODE: 'demo', SEED: 'demo', LOG_LEVEL: 'warn' },
      STAFF_TOKEN: staffToken,
      DATABASE_URL: `postgres://${server.user}@localhost/${name}?host=${encodeURIComponent(server.host ?? '')}`,
      ...env,
    },
    logFile: join(data, 'api.log'),
  });
  lab.atEnd(() => api.stop());
  const url = `http://127.0.0.1:${port}`;
  await answers(api, `${url}/readyz`);
  return { url, database: { ...server, database: name }, ...caller(url, staffToken) };
}

/** Starts an API over an embedded database server of its own. */
export async function startApiAlone(lab: Lab, name: string, env: Record<string, string> = {}): Promise<Api> {
  const server = await startEmbedded(join(lab.folder, `${name}-pg`));
  lab.atEnd(() => server.stop());
  return startApiOn(lab, server.connection as pg.ClientConfig, name, env);
}

/** Addresses that no two calls share. */
export function addresses(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
  };
}
