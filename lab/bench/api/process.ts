import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../../api/src/platform/database/embedded';
import { type Caller, caller } from '../../../e2e/support/caller';
import { answers, start } from '../../../tools/dev-portal/child-process.mjs';
import { freePort } from '../../../tools/dev-portal/preconditions.mjs';
import { type Lab, root } from '../lab';

/** A guard API in its own process with its own database. */
export interface Api extends Caller {
  url: string;
  /** Process id. */
  pid: number;
  database: pg.ClientConfig;
}

/** Starts an API with a new database on a running server. */
export async function startApiOn(lab: Lab, server: pg.ClientConfig, name: string, env: Record<string, string> = {}): Promise<Api> {
  const admin = new pg.Client(server);
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  return startApiBeside(lab, { ...server, database: name }, name, env);
}

/** Starts an API with an existing database; a second process if another one already serves it. */
export async function startApiBeside(lab: Lab, database: pg.ClientConfig, name: string, env: Record<string, string> = {}): Promise<Api> {
  const data = join(lab.folder, name);
  mkdirSync(data, { recursive: true });
  const port = await freePort();
  const [staffToken, hostSecret] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')];
  const api = start('API', ['--import', 'tsx', 'api/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...{ PORT: String(port), HOST: '127.0.0.1', PORTAL_DATA: data, PORTAL_MODE: 'demo', SEED: 'demo', LOG_LEVEL: 'warn' },
      ...{ STAFF_TOKEN: staffToken, PORTAL_HOST_SECRET: hostSecret },
      DATABASE_URL: `postgres://${database.user}@localhost/${database.database}?host=${encodeURIComponent(database.host ?? '')}`,
      ...env,
    },
    logFile: join(data, 'api.log'),
  });
  lab.atEnd(() => api.stop());
  const url = `http://127.0.0.1:${port}`;
  await answers(api, `${url}/readyz`);
  return { url, pid: api.pid, database, ...caller(url, staffToken, hostSecret) };
}

/** Starts an API with its own embedded database server. */
export async function startApiAlone(lab: Lab, name: string, env: Record<string, string> = {}): Promise<Api> {
  const server = await startEmbedded(join(lab.folder, `${name}-pg`));
  lab.atEnd(() => server.stop());
  return startApiOn(lab, server.connection as pg.ClientConfig, name, env);
}

/** Generates a different client address at each call. */
export function addressGenerator(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
  };
}
