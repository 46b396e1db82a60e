import { join } from 'node:path';
import { drain, type ShutdownTimes } from '@portal/contracts/_kernel/drain';
import { openTracing } from '@portal/tracing/openTracing';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { keepSeeded } from '../seed';
import { type Api, buildApi } from './build-api';
import { siteZones } from './domains/places/site-zones';
import { jobs, startJobs } from './jobs';
import { now } from './platform/clock';
import { type Env, readEnv } from './platform/config/env';
import { type Connection, checkPoolerSettings } from './platform/database/db';
import { type EmbeddedServer, keepEmbedded } from './platform/database/embedded';
import { migrate } from './platform/database/migrate';
import { differingZones } from './platform/database/time-zones';
import { checkFileStorage } from './platform/files/file-storage';
import { storeSealed } from './platform/files/stored-uploads';
import { logFields } from './platform/http/errors';
import { checkKeys } from './platform/identity/key-rotation';
import { hashPassword } from './platform/identity/passwords';
import { createQueues } from './platform/queue/job-queue';

type Database = Pick<EmbeddedServer, 'connection' | 'notes' | 'stop'> & {
  /** Connection by the pooler, if any. */
  pooled: Connection | null;
};

/** The error of a pooler in transaction mode for options of a session. */
const isPoolerError = (error: Error) => /unsupported startup parameter/.test(error.message);

async function checkConnection(name: string, connection: Connection): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
  } catch (error) {
    if (isPoolerError(error as Error))
      throw new Error(`${name} leads to a pooler: name the database itself in DATABASE_DIRECT_URL, and the pooler in DATABASE_URL.`);
    throw new Error(`${name} does not lead to a database: ${(error as Error).message || (error as { code?: string }).code}`);
  } finally {
    await client.end().catch(() => {});
  }
}

async function openExternalDatabase(url: string, directUrl: string | undefined): Promise<Database> {
  const connection: Connection = { connectionString: directUrl ?? url };
  const pooled = directUrl === undefined ? null : { connectionString: url };
  // With the options used later, by which a pooler is detected.
  await checkConnection(pooled ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL', { ...connection, options: '-c TimeZone=UTC' });
  if (pooled) await checkConnection('DATABASE_URL', pooled);
  return { connection, pooled, notes: [], stop: async () => {} };
}

async function seedDatabase(connection: Connection): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('begin');
    await keepSeeded(client, { now: now(), hashPassword, putFile: storeSealed });
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Shuts down on a signal: closes the API, then stops the embedded database. SIGINT from a keyboard skips the notice period. */
function handleSignals({ app, staffApp, close }: Api, leave: ShutdownTimes, database: Pick<EmbeddedServer, 'stop'>): void {
  let isStopping = false;
  const stop = async (noticeMs: number) => {
    if (isStopping) return;
    isStopping = true;
    try {
      const isDone = await drain([{ server: app.server, close }, ...(staffApp ? [staffApp] : [])], { ...leave, noticeMs });
      if (!isDone) app.log.warn(`Running work was cut off after ${leave.withinMs / 1_000} s`);
    } catch (error) {
      // The process of the embedded database must not be left running.
      app.log.error(logFields(error), 'An error occurred at shutdown');
    }
    await database.stop();
    process.exit(0);
  };
  process.on('SIGINT', () => stop(0));
  process.on('SIGTERM', () => stop(leave.noticeMs));
}

/** `setting` names the variable of the port. */
async function listen(app: FastifyInstance, { host, port }: Pick<Env, 'host' | 'port'>, setting = 'PORT'): Promise<void> {
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new Error(`Port ${port} is in use. Stop what uses it, or set ${setting}.`) : error;
  });
}

async function listenOnAll({ app, staffApp, close }: Api, env: Env): Promise<void> {
  try {
    await listen(app, env);
    if (staffApp) await listen(staffApp, { host: env.staffHost, port: env.staffPort ?? 0 }, 'STAFF_PORT');
  } catch (error) {
    // The first error has the cause.
    await close().catch(() => undefined);
    throw error;
  }
}

async function main(): Promise<void> {
  const env = readEnv();
  const early: string[] = [];
  let warn: (line: string) => void = (line) => early.push(line);
  const database = env.databaseUrl
    ? await openExternalDatabase(env.databaseUrl, env.databaseDirectUrl)
    : { ...(await keepEmbedded(join(env.dataFolder, 'pg'), (line) => warn(line))), pooled: null };
  const notes = [...database.notes];
  /** Checks what the API needs, and fills the database. */
  const prepare = async () => {
    await checkFileStorage();
    const { newer } = await migrate(database.connection);
    if (env.seed) await seedDatabase(database.connection);
    if (database.pooled) await checkPoolerSettings();
    await createQueues(jobs);
    notes.push(...(await checkKeys(env.mode)));
    for (const { zone, since } of await differingZones(siteZones, now()))
      notes.push(`The database and Node have different time zone data: ${zone} differs from ${since} on. Update the older one.`);
    if (newer.length > 0) notes.push(`The database is newer than this build, which works with it: it has ${newer.join(', ')}.`);
    if (env.mode === 'production' && env.staffPort === null) notes.push('STAFF_PORT is not set: staff calls are not served.');
  };
  try {
    const replica = env.databaseReadUrl ? { connectionString: env.databaseReadUrl } : null;
    const tracing = await openTracing('guard-api', env.traces, (line) => warn(line));
    const api = await buildApi(env, {
      tracing,
      connections: { direct: database.connection, pooled: database.pooled, replica },
      severalProcesses: env.databaseUrl !== undefined,
      prepare,
      startWork: (lifecycle) => startJobs(lifecycle, env),
    });
    await listenOnAll(api, env);
    const { app } = api;
    warn = (line) => app.log.warn(line);
    for (const note of [...notes, ...early]) app.log.warn(note);
    handleSignals(api, env.shutdown, database);
  } catch (error) {
    await database.stop();
    throw error;
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
