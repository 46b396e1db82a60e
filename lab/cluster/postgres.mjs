import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { installPackages } from '../../tools/apt.mjs';
import { freePort } from '../../tools/dev-portal/preconditions.mjs';

export const bin = process.env.PG_BIN ?? '/usr/lib/postgresql/15/bin';
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
/** PostgreSQL and the pooler refuse to run as root. */
export const owner = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
export const giveToNobody = (folder) => {
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
};

/** Installs Debian's PostgreSQL 15 if there is none in PG_BIN. */
export function ensurePostgres() {
  if (existsSync(join(bin, 'postgres'))) return;
  const advice = `There is no PostgreSQL 15 at ${bin}: apt-get install postgresql-15, or name its binaries with PG_BIN=…`;
  if (!installPackages(['postgresql-15']) || !existsSync(join(bin, 'postgres'))) throw new Error(advice);
}

/** Starts a server on a free port with a temporary database in `data`. Returns `{ server, port }`. */
export async function startPostgres(data, connections = 100) {
  giveToNobody(data);
  chmodSync(data, 0o700);
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...owner, cwd: '/', encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(made.stderr.trim());
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${data}`, 'fsync=off', `max_connections=${connections}`];
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])], {
    ...owner,
    cwd: '/',
    stdio: 'ignore',
  });
  for (let tries = 0; ; tries++) {
    if (spawnSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).status === 0) return { server, port };
    if (tries > 100 || server.exitCode !== null) throw new Error('PostgreSQL 15 did not start.');
    await wait(100);
  }
}

/** Stops the server. */
export async function stopPostgres({ server }) {
  server.kill('SIGINT');
  await new Promise((end) => server.once('close', end));
}
