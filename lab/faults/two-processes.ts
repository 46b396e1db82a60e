import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../api/src/platform/database/embedded';
import { testEnv } from '../../api/test/test-env';
import { type Caller, caller } from '../../e2e/support/caller';
import { answers, type Child, start } from '../../tools/dev-portal/child-process.mjs';
import { freePort } from '../../tools/dev-portal/preconditions.mjs';
import { type Balancer, startBalancer } from './balancer';

/** Two API processes with one database, behind a load balancer. */
export interface TwoProcesses extends Caller {
  /** The address of the load balancer. */
  url: string;
  /** Direct addresses of the two processes. */
  urls: readonly [string, string];
  of(at: 0 | 1): Caller;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /**
   * Stops one process with SIGTERM and starts the API of this tree in its place; resolves when it is ready. @returns the shutdown time of the old
   * one in milliseconds
   */
  replace(at: 0 | 1, tree: string): Promise<number>;
  /** Log files of both, one entry per line. */
  logFiles: readonly string[];
  stop(): Promise<void>;
}

/** Starts both from one tree. */
export async function startTwo(folder: string, tree: string): Promise<TwoProcesses> {
  mkdirSync(folder, { recursive: true });
  const server = await startEmbedded(join(folder, 'pg'));
  const [staffToken, hostSecret] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')];
  const DATABASE_URL = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(server.connection.host ?? '')}`;
  const ports = [await freePort(), await freePort()] as const;
  const urls = [`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`] as const;
  const logFiles = ports.map((port) => join(folder, `api-${port}.log`));
  const launch = async (at: 0 | 1, from: string): Promise<Child> => {
    const env = { PORT: String(ports[at]), HOST: '127.0.0.1', PORTAL_DATA: folder, PORTAL_MODE: 'demo', SEED: 'none', LOG_LEVEL: 'warn' };
    const secrets = { STAFF_TOKEN: staffToken, PORTAL_HOST_SECRET: hostSecret, SMS_INBOUND_SECRET: testEnv.smsInbound ?? '' };
    const child = start('API', ['--import', 'tsx', 'api/src/main.ts'], {
      cwd: from,
      env: { ...process.env, ...env, ...secrets, DATABASE_URL, DRAIN_NOTICE_SECONDS: '3' },
      logFile: logFiles[at] ?? '',
    });
    await answers(child, `${urls[at]}/readyz`);
    return child;
  };
  const database = new pg.Pool({ ...server.connection, max: 4 });
  const processes: Child[] = [];
  let balancer: Balancer | null = null;
  const stop = async () => {
    await balancer?.stop();
    await database.end();
    await Promise.all(processes.map((one) => one.stop()));
    await server.stop();
  };
  try {
    processes.push(await launch(0, tree));
    processes.push(await launch(1, tree));
    const before = await startBalancer(urls);
    balancer = before;
    return {
      ...caller(before.url, staffToken, hostSecret),
      url: before.url,
      urls,
      of: (at) => caller(urls[at], staffToken, hostSecret),
      logFiles,
      query: async (text, values) => (await database.query(text, values)).rows,
      async replace(at, from) {
        const began = performance.now();
        await processes[at]?.stop();
        const left = performance.now() - began;
        processes[at] = await launch(at, from);
        await before.allReady();
        return left;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
