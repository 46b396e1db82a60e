import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { spawnUser } from './folders';

/** Reads postmaster.pid: process id in line 1, socket folder in line 5. */
export function readPostmaster(dataFolder: string): { pid: number; socketFolder: string } | null {
  try {
    const lines = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), socketFolder: lines[4] ?? '' };
  } catch {
    return null;
  }
}

/** Whether a process is alive; a zombie is not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync(`/proc/${pid}/status`) || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process is a PostgreSQL server. After a power failure, postmaster.pid can name a process of another program. */
export function isPostgres(pid: number): boolean {
  if (!isAlive(pid)) return false;
  try {
    const [program = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return basename(program).startsWith('postgres');
  } catch {
    // A system without /proc.
    return true;
  }
}

/** Spawns a server. It outlives this process unless it is stopped. */
export function spawnServer(
  postgres: string,
  dataFolder: string,
  socketFolder: string,
  settings: Record<string, string>,
): { failed(): boolean; output(): string } {
  const all = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: '64MB',
    TimeZone: 'UTC',
    log_timezone: 'UTC',
    // After a crash, one call syncs the file system; the default syncs each file and takes seconds.
    ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
    ...settings,
  };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Detached, because an interrupt at the terminal must not end the database before the API has drained.
  const child = spawn(postgres, ['-D', dataFolder, ...options], {
    ...spawnUser(),
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let output = '';
  child.on('error', (error) => {
    output += error.message;
  });
  child.stderr.on('data', (chunk) => {
    output = (output + chunk).slice(-2_000);
  });
  child.unref();
  (child.stderr as unknown as { unref?(): void }).unref?.();
  return { failed: () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null, output: () => output };
}
