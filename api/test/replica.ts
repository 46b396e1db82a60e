import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import pg from 'pg';
import { jobs } from '../src/jobs';
import { runWithServices } from '../src/platform/context';
import type { Connection } from '../src/platform/database/db';
import { type EmbeddedServer, startEmbedded } from '../src/platform/database/embedded';
import { readPostmaster } from '../src/platform/database/embedded/server-process';
import { migrate } from '../src/platform/database/migrate';
import { noHooks } from '../src/platform/hooks';
import { createQueues } from '../src/platform/queue/job-queue';
import { closeServices, createServices } from '../src/platform/services';
import { executeStatements, type TestDatabase, withDatabaseName } from './database';
import { testEnv } from './test-env';

/** A write is flushed before its reply, as in production; only the disk does not have to confirm it. */
const settings = { fsync: 'off', max_connections: '100' };
const NAME = 'portal';

export interface ReplicatedDatabase {
  database: TestDatabase;
  replica: Connection;
  /** Whether the replica follows; otherwise it replies with the data that it has. */
  follow(follows: boolean): Promise<void>;
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
  /** Makes the replica hang for its readers: it accepts connections and does not reply. */
  hang(hangs: boolean): Promise<void>;
  /** Makes the replica a primary, as after the loss of the first one. */
  promote(): Promise<void>;
}

/** Two servers for one test file: a migrated database, and a streaming replica of it. */
export async function startReplicated(): Promise<ReplicatedDatabase> {
  const folder = temporaryFolder('replica');
  const [first, second] = [join(folder, 'pg'), join(folder, 'replica')];
  await make(first);
  const copied = spawnSync('cp', ['-a', first, second], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(copied.stderr);
  writeFileSync(join(second, 'standby.signal'), '');
  // So that a replica that lags on a busy machine still finds the log that it needs.
  const server = await startEmbedded(first, { ...settings, wal_keep_size: '512MB' });
  const following = { ...settings, primary_conninfo: `host=${server.connection.host} user=postgres`, wal_retrieve_retry_interval: '100ms' };
  let replica = await startEmbedded(second, following);
  let stopped: number[] = [];
  const drop = async () => {
    await Promise.all([replica.stop(), server.stop()]);
    dropFolder(folder);
  };
  return {
    database: { connection: withDatabaseName(server.connection, NAME), pooled: null, drop },
    replica: withDatabaseName(replica.connection, NAME),
    follow: (follows) => executeStatements(replica.connection, `select pg_wal_replay_${follows ? 'resume' : 'pause'}()`),
    stopReplica: () => kill(replica),
    startReplica: async () => {
      replica = await startEmbedded(second, following);
    },
    async hang(hangs) {
      if (hangs) stopped = await processesOf(replica, second);
      for (const pid of stopped) process.kill(pid, hangs ? 'SIGSTOP' : 'SIGCONT');
    },
    promote: () => executeStatements(replica.connection, 'select pg_promote()'),
  };
}

async function make(folder: string): Promise<void> {
  const server = await startEmbedded(folder, settings);
  const connection = withDatabaseName(server.connection, NAME);
  await executeStatements(server.connection, `create database ${NAME}`);
  await migrate(connection);
  const services = createServices(testEnv, noHooks, { connections: { direct: connection } });
  await runWithServices(services, () => createQueues(jobs));
  await closeServices(services);
  await server.stop();
}

/** The server processes that reply to readers, and the one that accepts their connections. */
async function processesOf({ connection }: EmbeddedServer, folder: string): Promise<number[]> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  await client.end();
  return [readPostmaster(folder)?.pid ?? 0, ...rows.map(({ pid }) => pid)].filter(Boolean);
}

/** Ends open connections first, because the replica would wait for them. */
async function kill(server: EmbeddedServer): Promise<void> {
  await executeStatements(
    server.connection,
    "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  await server.stop();
}
