// `npm run test:postgres`: the API's tests on Debian's PostgreSQL 15 (or the one whose binaries PG_BIN names), on a free port.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dropFolder, temporaryFolder } from '../shared/testing/src/temporaryFolder.mjs';
import { freePort } from './portal/preconditions.mjs';

const root = resolve(import.meta.dirname, '..');
const bin = process.env.PG_BIN ?? '/usr/lib/postgresql/15/bin';
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const owner = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

function ensurePostgres() {
  if (existsSync(join(bin, 'postgres'))) return;
  if (!isRoot) throw new Error(`There is no PostgreSQL 15 at ${bin}: apt-get install postgresql-15, or name its binaries with PG_BIN=…`);
  const apt = (...args) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  process.stdout.write('Installing postgresql-15 with apt-get …\n');
  apt('update', '-q');
  apt('install', '-yq', '--no-install-recommends', 'postgresql-15');
  if (!existsSync(join(bin, 'postgres'))) throw new Error('apt-get could not install postgresql-15.');
}

async function startPostgres(data) {
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    {
      ...owner,
      cwd: '/',
      encoding: 'utf8',
    },
  );
  if (made.status !== 0) throw new Error(made.stderr.trim());
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${data}`, 'fsync=off', 'max_connections=100'];
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

async function main() {
  ensurePostgres();
  const data = temporaryFolder('pg15');
  if (isRoot) chownSync(data, NOBODY, NOBODY);
  chmodSync(data, 0o700);
  const { server, port } = await startPostgres(data);
  try {
    const env = {
      ...process.env,
      DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres`,
      JEST_TRACE_FILE: join(root, 'test-results/jest-postgres15.json'),
    };
    const jest = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...process.argv.slice(2), '--selectProjects', 'api'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env,
    });
    return await new Promise((end) => jest.once('close', (code) => end(code ?? 1)));
  } finally {
    server.kill('SIGINT');
    await new Promise((end) => server.once('close', end));
    dropFolder(data);
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`test:postgres: ${error.message}\n`);
  process.exitCode = 1;
}
