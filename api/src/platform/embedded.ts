import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from './db';
import { findBinaries } from './embedded-binaries';
import { reachableBy } from './reachable';

export interface Embedded {
  connection: Connection;
  /** True when a server that an earlier process left running was taken over. */
  attached: boolean;
  /** What the operator should know, such as a folder that had to be chosen elsewhere. */
  notes: string[];
  /** Stops the server, unless another process is connected to it. */
  stop(): Promise<void>;
}

const START_WITHIN_MS = 15_000;
/** A UNIX socket's path holds about 107 bytes. */
const SOCKET_PATH_MAX = 100;
/** PostgreSQL refuses root: nobody's id serves. */
const NOBODY = { uid: 65_534, gid: 65_534 };

const asOwner = (): { uid?: number; gid?: number } => (process.getuid?.() === 0 ? NOBODY : {});
const short = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

function ownFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0) chownSync(folder, NOBODY.uid, NOBODY.gid);
}

/** Others may walk through the portal's own data folder; what lies in it is closed to them, each file by itself. */
const letPass = (folder: string) => chmodSync(folder, statSync(folder).mode | 0o001);

/** As root the server runs as nobody, who may not reach a checkout under a closed home: then the data live in /var/lib. */
function prepareDataFolder(wanted: string, notes: string[]): string {
  try {
    mkdirSync(dirname(wanted), { recursive: true });
    if (process.getuid?.() === 0) letPass(dirname(wanted));
    if (process.getuid?.() !== 0 || reachableBy(NOBODY.uid, dirname(wanted))) {
      ownFolder(wanted);
      return wanted;
    }
    const elsewhere = `/var/lib/guard-portal-${short(wanted)}/pg`;
    mkdirSync(dirname(elsewhere), { recursive: true, mode: 0o755 });
    ownFolder(elsewhere);
    notes.push(`The database runs as an unprivileged user who cannot reach ${wanted}: its data are in ${elsewhere}.`);
    return elsewhere;
  } catch {
    throw new Error(`The folder ${dirname(wanted)} is not writable: the database lives there. Make it writable, or set PORTAL_DATA.`);
  }
}

function chooseSocketFolder(dataFolder: string): string {
  if (join(dataFolder, '.s.PGSQL.5432').length <= SOCKET_PATH_MAX) return dataFolder;
  const folder = join(tmpdir(), `pg-${short(dataFolder)}`);
  ownFolder(folder);
  return folder;
}

/** postmaster.pid: process id in its first line, socket folder in the fifth. */
function postmaster(dataFolder: string): { pid: number; socketFolder: string } | null {
  try {
    const lines = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), socketFolder: lines[4] ?? '' };
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync(`/proc/${pid}/status`) || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

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
  const { status, stderr, error } = spawnSync(initdb, options, { ...asOwner(), cwd: '/', env: { ...process.env, LC_MESSAGES: 'C' } });
  if (status !== 0) throw new Error(`The database could not be created in ${dataFolder}: ${lastLine(String(stderr ?? error))}`);
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? '';

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

function start(
  postgres: string,
  dataFolder: string,
  socketFolder: string,
  settings: Record<string, string>,
): { failed(): boolean; said(): string } {
  const all = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: '64MB',
    TimeZone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
  };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Detached: an interrupt at the terminal must not take the database away before the API has drained.
  const child = spawn(postgres, ['-D', dataFolder, ...options], {
    ...asOwner(),
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let said = '';
  child.on('error', (error) => {
    said += error.message;
  });
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-2_000);
  });
  child.unref();
  (child.stderr as unknown as { unref?(): void }).unref?.();
  return { failed: () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null, said: () => said };
}

/**
 * Starts the PostgreSQL that came with npm on a folder, or takes over the one that already serves it; reachable by its socket only.
 * @param settings PostgreSQL's own, such as `{ fsync: 'off' }` for tests.
 * @throws an Error of one line for an operator.
 */
export async function startEmbedded(wanted: string, settings: Record<string, string> = {}): Promise<Embedded> {
  const notes: string[] = [];
  const dataFolder = prepareDataFolder(wanted, notes);
  const { initdb, postgres } = findBinaries(asOwner().uid, notes);
  initialise(initdb, dataFolder, settings.fsync !== 'off');
  const socketFolder = chooseSocketFolder(dataFolder);
  const deadline = Date.now() + START_WITHIN_MS;
  let server: ReturnType<typeof start> | null = null;
  for (;;) {
    // Children of a killed server hold its memory for a moment, and two starts may race: both pass when tried again.
    const living = postmaster(dataFolder);
    const isServed = living !== null && isAlive(living.pid);
    if (!isServed && (!server || server.failed())) server = start(postgres, dataFolder, socketFolder, settings);
    const connection: Connection = { host: (isServed && living?.socketFolder) || socketFolder, user: 'postgres', database: 'postgres' };
    const refusal = await answers(connection);
    if (!refusal) return { connection, attached: server === null, notes, stop: () => stop(dataFolder, connection) };
    if (Date.now() > deadline)
      throw new Error(`The database did not start in ${dataFolder}: ${lastLine(server?.said() ?? refusal) || refusal}`);
    await wait(25);
  }
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
  const living = postmaster(dataFolder);
  if (!living || (await others(connection)) > 0) return;
  try {
    process.kill(living.pid, 'SIGINT');
  } catch {
    return;
  }
  for (let tries = 0; tries < 400 && existsSync(join(dataFolder, 'postmaster.pid')); tries++) await wait(20);
}
