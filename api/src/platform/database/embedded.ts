import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type End, supervise } from '../supervisor.mjs';
import type { Connection } from './db';
import { findBinaries } from './embedded/binaries';
import { chooseSocketFolder, findDataFolder, prepareDataFolder, spawnUser } from './embedded/folders';
import { isAlive, isPostgres, readPostmaster, spawnServer } from './embedded/server-process';

export interface EmbeddedServer {
  connection: Connection;
  /** True if it took over a server that an earlier process left running. */
  attached: boolean;
  /** Lines for the operator, such as the path of a data folder in another place. */
  notes: string[];
  /** Resolves once the server process has ended. */
  whenGone(signal: AbortSignal): Promise<void>;
  /** The last line of the server's stderr; empty if another process started the server. */
  lastOutput(): string;
  /** Stops the server, unless another process is connected to it. */
  stop(): Promise<void>;
}

const START_WITHIN_MS = 15_000;
const ALIVE_CHECK_MS = 100;

function initialise(initdb: string, dataFolder: string, isSynced: boolean): void {
  if (existsSync(join(dataFolder, 'PG_VERSION'))) return;
  const options = [
    '-D',
    dataFolder,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-instructions',
    ...(isSynced ? [] : ['--no-sync']),
  ];
  const { status, stderr, error } = spawnSync(initdb, options, { ...spawnUser(), cwd: '/', env: { ...process.env, LC_MESSAGES: 'C' } });
  if (status !== 0) throw new Error(`The database could not be created in ${dataFolder}: ${lastLine(String(stderr ?? error))}`);
}

/** Returns the last line that names an error, else the last line. */
function lastLine(text: string): string {
  const lines = text.trim().split('\n');
  const patterns = [/No space left/, /error:|FATAL|PANIC/, /./];
  return patterns.map((pattern) => lines.findLast((line) => pattern.test(line))).find(Boolean) ?? '';
}

async function answers(connection: Connection): Promise<string | null> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Starts the PostgreSQL of the npm package on a folder, or takes over a server that already runs there; reachable by its socket only.
 * @param settings settings of PostgreSQL, such as `{ fsync: 'off' }` for tests.
 * @throws an Error with a one-line message for the operator.
 */
export async function startEmbedded(wanted: string, settings: Record<string, string> = {}): Promise<EmbeddedServer> {
  const notes: string[] = [];
  const dataFolder = prepareDataFolder(wanted, notes);
  const { initdb, postgres } = findBinaries(spawnUser().uid, notes);
  initialise(initdb, dataFolder, settings.fsync !== 'off');
  const socketFolder = chooseSocketFolder(dataFolder);
  const deadline = Date.now() + START_WITHIN_MS;
  let server: ReturnType<typeof spawnServer> | null = null;
  for (;;) {
    // Children of a killed server hold its memory for a moment, and two starts may race: a retry solves both.
    const living = readPostmaster(dataFolder);
    const isServed = living !== null && isPostgres(living.pid);
    if (!isServed && (!server || server.failed())) server = spawnServer(postgres, dataFolder, socketFolder, settings);
    const connection: Connection = { host: (isServed && living?.socketFolder) || socketFolder, user: 'postgres', database: 'postgres' };
    const refusal = await answers(connection);
    const pid = readPostmaster(dataFolder)?.pid;
    if (!refusal && pid !== undefined)
      return {
        ...{ connection, attached: server === null, notes },
        whenGone: (signal) => waitUntilGone(pid, signal),
        lastOutput: () => lastLine(server?.output() ?? ''),
        stop: () => stop(dataFolder, connection),
      };
    if (Date.now() > deadline)
      throw new Error(`The database did not start in ${dataFolder}: ${lastLine(server?.output() ?? '') || refusal}`);
    await wait(25);
  }
}

/** Checks the process id, because another process may have started the server. */
async function waitUntilGone(pid: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && isAlive(pid)) await wait(ALIVE_CHECK_MS);
}

/**
 * As `startEmbedded`, and restarts the server after each death until `stop`. PostgreSQL refuses to start while processes of the dead server still
 * use its memory; then the start is repeated.
 * @param say receives one line per death and per restart.
 */
export async function keepEmbedded(
  wanted: string,
  say: (line: string) => void,
  settings: Record<string, string> = {},
): Promise<Pick<EmbeddedServer, 'connection' | 'notes' | 'stop'>> {
  const database = supervise({ name: 'database', launch: () => launchEmbedded(wanted, settings), say });
  await database.start();
  const started = database.child();
  if (!started) throw new Error('The database is not running');
  return { connection: started.connection, notes: started.notes, stop: async () => void (await database.stop()) };
}

async function launchEmbedded(wanted: string, settings: Record<string, string>) {
  const embedded = await startEmbedded(wanted, settings);
  const watching = new AbortController();
  const ended = embedded.whenGone(watching.signal).then((): End => ({ code: null, signal: null }));
  return {
    ...embedded,
    ended,
    async stop() {
      await embedded.stop();
      watching.abort();
    },
  };
}

/** Stops a server that an ended process left running on a folder, unless another process is connected to it. */
export async function stopEmbedded(wanted: string): Promise<void> {
  const dataFolder = findDataFolder(wanted);
  const living = dataFolder && readPostmaster(dataFolder);
  if (dataFolder && living) await stop(dataFolder, { host: living.socketFolder, user: 'postgres', database: 'postgres' });
}

async function others(connection: Connection): Promise<number> {
  const client = new pg.Client(connection);
  try {
    await client.connect();
    const { rows } = await client.query(
      "select count(*)::int as n from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    return rows[0]?.n ?? 0;
  } catch {
    return 0;
  } finally {
    await client.end().catch(() => {});
  }
}

async function stop(dataFolder: string, connection: Connection): Promise<void> {
  const living = readPostmaster(dataFolder);
  if (!living || !isPostgres(living.pid) || (await others(connection)) > 0) return;
  try {
    process.kill(living.pid, 'SIGINT');
  } catch {
    return;
  }
  // The file disappears shortly before the process ends.
  const isThere = () => existsSync(join(dataFolder, 'postmaster.pid')) || isAlive(living.pid);
  for (let tries = 0; tries < 400 && isThere(); tries++) await wait(20);
}
