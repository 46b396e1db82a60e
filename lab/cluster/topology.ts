import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { caller } from '../../e2e/support/caller';
import { answers, type Child, start } from '../../tools/dev-portal/child-process.mjs';
import { freePort } from '../../tools/dev-portal/preconditions.mjs';
import { startPostgres, stopPostgres } from './postgres.mjs';
import { type Receivers, startReceivers } from './receivers';
import { startNginx, startPooler, startRedis, startReplica, startSwift } from './services';
import { type SupervisedProcess, superviseProcess } from './supervised-process';

const root = resolve(import.meta.dirname, '../..');

export interface Cluster {
  url: string;
  staffToken: string;
  /** The store folder of both hosts. */
  delivery: string;
  caller: ReturnType<typeof caller>;
  /** Mail and SMS servers. They are never killed. */
  receivers: Receivers;
  /** Addresses of the metrics of the APIs that take calls, by name. */
  metrics: Readonly<Record<string, string>>;
  /** All processes that a test may kill. */
  kept: SupervisedProcess[];
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

export const onDatabase = (url: string, name: string) => `${url}/${name}`;

/** Sets the session settings on the role, because a pooler does not forward them. */
export async function setRole(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const set of ["timezone = 'UTC'", "statement_timeout = '15s'", 'max_parallel_workers_per_gather = 0'])
    await client.query(`alter role postgres set ${set}`);
  await client.end();
}

/** PostgreSQL with the role settings that a pooler requires, and a replica. */
async function startDatabase(folder: string, stops: (() => Promise<unknown>)[]) {
  const data = join(folder, 'pg');
  mkdirSync(data);
  const postgres = await startPostgres(data, 200);
  stops.push(() => stopPostgres(postgres));
  const direct = { port: postgres.port, url: `postgres://postgres@127.0.0.1:${postgres.port}/postgres` };
  const pool = new pg.Pool({ connectionString: direct.url, max: 4 });
  // The idle connections fail when the database stops before the pool ends.
  pool.on('error', () => undefined);
  stops.push(() => pool.end());
  await setRole(direct.url);
  const replica = await startReplica(folder, postgres.port);
  stops.push(replica.stop);
  return { direct, pool, replica };
}

/**
 * Starts PostgreSQL, a replica, a pooler, an object store, Redis, mail and SMS servers, two APIs, two workers, two hosts and nginx, on free local
 * ports. Each API has its own folder.
 */
export async function startCluster(folder: string, say: (line: string) => void, seed: 'none' | 'demo' = 'none'): Promise<Cluster> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const one of stops.reverse()) await one();
  };
  try {
    const { direct, pool, replica } = await startDatabase(folder, stops);
    const pooler = await startPooler(folder, direct.port);
    stops.push(pooler.stop);
    const swift = await startSwift(folder);
    stops.push(swift.stop);
    const redis = await startRedis(folder);
    stops.push(redis.stop);
    const receivers = await startReceivers();
    stops.push(receivers.stop);
    say('PostgreSQL, its replica, pgbouncer, Swift and Redis are running');

    const two = async () => [await freePort(), await freePort()];
    const ports = { apis: await two(), staff: await two(), workers: await two(), hosts: await two() };
    const delivery = join(folder, 'hosts');
    const [staffToken, hostSecret] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')];
    const modules = join(delivery, 'delivery');
    const nginx = await startNginx(folder, { hosts: ports.hosts, apis: ports.apis, modules, hostSecret });
    stops.push(nginx.stop);
    const common = {
      ...process.env,
      ...{ PORTAL_MODE: 'demo', SEED: seed, HOST: '127.0.0.1', LOG_LEVEL: 'warn', STAFF_TOKEN: staffToken, PORTAL_URL: nginx.url },
      ...{ PORTAL_HOST_SECRET: hostSecret, PORTAL_SECRET_KEYS: `run:${randomBytes(32).toString('base64')}` },
      ...{ DATABASE_URL: onDatabase(pooler.url, 'postgres'), DATABASE_DIRECT_URL: direct.url, DATABASE_READ_URL: replica.url },
      ...{ REDIS_URL: redis.url, ...swift.env },
      // A mail with a link is erased once a mail server accepted it, and journeys read such mails in the portal's mailbox.
      ...(seed === 'none' && receivers.env),
    };
    const kept: SupervisedProcess[] = [];
    const keepNode = async (name: string, file: string, port: number, env: Record<string, string | undefined>) => {
      const launch = (): Child =>
        start(name, ['--import', 'tsx', file], {
          cwd: root,
          env: { ...common, PORT: String(port), ...env },
          logFile: join(folder, `${name}.log`),
        });
      const isApi = file.startsWith('api/');
      const one = await superviseProcess(name, launch, (child) =>
        answers(child, `http://127.0.0.1:${port}/${isApi ? 'readyz' : 'healthz'}`),
      );
      kept.push(one);
      stops.push(one.stop);
      say(`${name} serves`);
    };
    const api = (name: string, port: number, env: Record<string, string>) =>
      keepNode(name, 'api/src/main.ts', port, { PORTAL_DATA: join(folder, name), ...env });
    for (const [index, port] of ports.workers.entries()) await api(`worker-${index + 1}`, port, {});
    for (const [index, port] of ports.apis.entries())
      await api(`api-${index + 1}`, port, { PORTAL_WORK: 'elsewhere', STAFF_PORT: String(ports.staff[index]) });
    for (const [index, port] of ports.hosts.entries())
      await keepNode(`host-${index + 1}`, 'delivery/src/host/main.ts', port, {
        PORTAL_DATA: delivery,
        API_URL: nginx.apiUrl,
        PORTAL_TRUSTED_PROXIES: '1',
      });
    return {
      ...{ url: nginx.url, staffToken, delivery },
      metrics: Object.fromEntries(ports.staff.map((port, index) => [`api-${index + 1}`, `http://127.0.0.1:${port}/metrics`])),
      caller: caller(nginx.url, staffToken),
      receivers,
      kept: [...kept, pooler, replica, redis],
      query: async (text, values) => (await pool.query(text, values)).rows,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
