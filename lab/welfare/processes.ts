import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../api/src/platform/database/embedded';
import { type Caller, caller } from '../../e2e/support/caller';
import { answers, type Child, start } from '../../tools/dev-portal/child-process.mjs';
import { freePort } from '../../tools/dev-portal/preconditions.mjs';

/** Longer than the default, because thousands of phones keep the machine busy. */
const READY_WITHIN_MS = 180_000;

const root = resolve(import.meta.dirname, '../..');

/** One process that can be killed and is then started again. */
interface Killable {
  /** Kills it, and starts it again. @returns the milliseconds until it was ready. */
  kill(): Promise<number>;
  stop(): Promise<void>;
}

export interface Processes extends Caller {
  api: Killable;
  worker: Killable;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

async function startKillable(launch: () => Child, url: string): Promise<Killable> {
  let child = launch();
  await answers(child, `${url}/readyz`, READY_WITHIN_MS);
  return {
    async kill() {
      const began = performance.now();
      await child.kill();
      child = launch();
      await answers(child, `${url}/readyz`, READY_WITHIN_MS);
      return performance.now() - began;
    },
    stop: () => child.stop(),
  };
}

/** Starts PostgreSQL, an API without jobs, and a worker, with these additional settings. */
export async function startProcesses(folder: string, settings: Record<string, string> = {}): Promise<Processes> {
  const { connection, stop } = await startEmbedded(join(folder, 'pg'));
  const [staffToken, hostSecret] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')];
  const startOne = async (name: 'api' | 'worker'): Promise<{ url: string; process: Killable }> => {
    const data = join(folder, 'data');
    mkdirSync(data, { recursive: true });
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = {
      ...process.env,
      ...{ PORT: String(port), HOST: '127.0.0.1', PORTAL_DATA: data, PORTAL_MODE: 'demo', SEED: 'none', LOG_LEVEL: 'warn' },
      ...{ STAFF_TOKEN: staffToken, PORTAL_HOST_SECRET: hostSecret, PORTAL_WORK: name === 'api' ? 'elsewhere' : 'here' },
      ...settings,
      DATABASE_URL: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(String(connection.host))}`,
    };
    const launch = () => start(name, ['--import', 'tsx', 'api/src/main.ts'], { cwd: root, env, logFile: join(folder, `${name}.log`) });
    return { url, process: await startKillable(launch, url) };
  };
  const worker = await startOne('worker');
  const api = await startOne('api');
  const pool = new pg.Pool({ ...connection, max: 4 });
  pool.on('error', () => undefined);
  return {
    ...caller(api.url, staffToken, hostSecret),
    api: api.process,
    worker: worker.process,
    query: async (text, values) => (await pool.query(text, values)).rows,
    async stop() {
      await pool.end();
      await Promise.all([api.process.stop(), worker.process.stop()]);
      await stop();
    },
  };
}
