import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { isRemoteName } from '../../shared/webpack/src/remotes.mjs';

/** An error whose message is one line for the operator. */
export class PreconditionError extends Error {}

/** Throws PreconditionError if this release of Node is not one of `engines`, because npm would refuse to install. */
export function assertNode(root, version = process.versions.node) {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [major, minor] = version.split('.').map(Number);
  const tested = [...engines.node.matchAll(/\^(\d+)\.(\d+)/g)].map(([, ...from]) => from.map(Number));
  if (tested.some(([own, least]) => major === own && minor >= least)) return;
  const releases = tested.map(([own, least]) => `${own}.${least} or a later ${own}`).join(', or ');
  throw new PreconditionError(`The portal needs Node ${releases}; this is Node ${version}.`);
}

/** True if node_modules matches package-lock.json. Packages of other platforms may be absent. */
export function isInstalled(root) {
  const installed = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return false;
  const packages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const present = packages(installed);
  return Object.entries(packages(join(root, 'package-lock.json'))).every(([path, wanted]) => {
    // No code imports a remote by its name, so a new one needs no install.
    if (!path.includes('node_modules/') || (wanted.link && isRemoteName(wanted.resolved))) return true;
    const found = present[path];
    return found ? found.version === wanted.version : Boolean(wanted.optional || wanted.devOptional || wanted.os || wanted.cpu);
  });
}

/** Runs npm ci if node_modules does not match the lock file. Throws PreconditionError when npm fails. */
export function install(root) {
  if (isInstalled(root)) return;
  process.stdout.write('Installing the packages that package-lock.json names (npm ci) …\n');
  const { status } = spawnSync('npm', ['ci'], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' });
  if (status !== 0) throw new PreconditionError('npm ci failed: see its message above.');
}

const listen = (port, host) =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(port, host, () => {
      const { port: taken } = server.address();
      server.close(() => resolve(taken));
    });
  });

/** Throws PreconditionError if `port` is invalid, forbidden or in use. */
export async function assertPortIsFree(port) {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new PreconditionError(`PORT=${process.env.PORT} is not a port number.`);
  await listen(port).catch(({ code }) => {
    throw new PreconditionError(
      code === 'EACCES'
        ? `Port ${port} needs more rights: choose another with PORT=…`
        : `Port ${port} is in use: choose another with PORT=…`,
    );
  });
}

/** `wanted` if it is free, otherwise any free port. */
export const freePort = (wanted = 0) => listen(wanted, '127.0.0.1').catch(() => listen(0, '127.0.0.1'));

/** Creates the folder; throws PreconditionError if it is not writable. */
export function assertWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch {
    throw new PreconditionError(`The folder ${folder} is not writable: make it writable, or name another with PORTAL_DATA=…`);
  }
}
