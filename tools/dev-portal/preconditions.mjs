import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { isInstalled, nodeProblem } from '../../shared/settings/src/installation.mjs';

/** An error whose message is one line for the operator. */
export class PreconditionError extends Error {}

/** Throws PreconditionError if npm would refuse to install under this release of Node. */
export function assertNode(root) {
  const problem = nodeProblem(root);
  if (problem) throw new PreconditionError(problem);
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
