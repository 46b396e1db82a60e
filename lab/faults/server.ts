import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Endpoint, isSocketCall } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import pg from 'pg';
import { startEmbedded } from '../../api/src/platform/database/embedded';
import { readPostmaster } from '../../api/src/platform/database/embedded/server-process';
import { createSocketCaller } from '../../api/test/socket';
import { testEnv } from '../../api/test/test-env';
import { type Caller, type CallOptions, caller } from '../../e2e/support/caller';
import { answers, type Child, start } from '../../tools/dev-portal/child-process.mjs';
import { freePort } from '../../tools/dev-portal/preconditions.mjs';

const root = resolve(import.meta.dirname, '../..');

export type Mode = 'embedded' | 'given';

/** A guard API that can be killed and restarted, and direct queries to its database. */
export interface Server extends Caller {
  url: string;
  /** Kills the API's process; with `withDatabase` the embedded database too. */
  kill(withDatabase: boolean): Promise<void>;
  /** Starts it again and waits until it is ready. */
  restart(): Promise<void>;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

const refusesQuietly = () => undefined;

/** Starts an API in its own folder: with its embedded database, or with a database from DATABASE_URL. */
export async function startServer(mode: Mode, folder: string): Promise<Server> {
  const data = join(folder, mode);
  mkdirSync(data, { recursive: true });
  const [staffToken, hostSecret] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')];
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const databaseFolder = join(data, mode === 'given' ? 'other-pg' : 'pg');
  const own = mode === 'given' ? await startEmbedded(databaseFolder) : null;
  const socket = own?.connection.host;
  const launch = (): Child =>
    start('API', ['--import', 'tsx', 'api/src/main.ts'], {
      cwd: root,
      env: {
        ...process.env,
        ...{ PORT: String(port), HOST: '127.0.0.1', PORTAL_DATA: data, PORTAL_MODE: 'demo', SEED: 'demo', LOG_LEVEL: 'warn' },
        ...{ STAFF_TOKEN: staffToken, PORTAL_HOST_SECRET: hostSecret, SMS_INBOUND_SECRET: testEnv.smsInbound ?? '' },
        DATABASE_URL: socket ? `postgres://postgres@localhost/postgres?host=${encodeURIComponent(socket)}` : '',
      },
      logFile: join(data, 'api.log'),
    });
  let api = launch();
  await answers(api, `${url}/readyz`);
  // startEmbedded connects to a server that already runs in this folder.
  const { connection } = own ?? (await startEmbedded(databaseFolder));
  const pool = new pg.Pool({ ...connection, max: 4 });
  pool.on('error', refusesQuietly);
  const http = caller(url, staffToken, hostSecret);
  const sockets = createSocketCaller(url);
  const call: Caller['call'] = async <In, Out>(endpoint: Endpoint<In, Out>, input: NoInfer<In>, options: CallOptions = {}) => {
    if (!isSocketCall(endpoint as Endpoint)) return http.call(endpoint, input, options);
    const began = performance.now();
    const envelope = (await sockets.call(endpoint as Endpoint, input, options.token ?? '', options.key)) as Envelope<Out>;
    return { ...envelope, status: envelope.code, ms: performance.now() - began };
  };
  return {
    ...http,
    url,
    call,
    async kill(withDatabase) {
      const living = withDatabase ? readPostmaster(databaseFolder) : null;
      if (living) process.kill(living.pid, 'SIGKILL');
      await api.kill();
    },
    async restart() {
      api = launch();
      await answers(api, `${url}/readyz`);
    },
    query: async (text, values) => (await pool.query(text, values)).rows,
    async stop() {
      await sockets.close();
      await pool.end();
      await api.stop();
      await own?.stop();
    },
  };
}
