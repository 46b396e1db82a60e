// `npm start` imports this file before the packages are installed, so it imports no package.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRemoteName } from '../../webpack/src/remotes.mjs';

/** One line if this release of Node is not one of `engines`, because npm would refuse to install; else null. */
export function nodeProblem(root, version = process.versions.node) {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [major, minor] = version.split('.').map(Number);
  const tested = [...engines.node.matchAll(/\^(\d+)\.(\d+)/g)].map(([, ...from]) => from.map(Number));
  if (tested.some(([own, least]) => major === own && minor >= least)) return null;
  const releases = tested.map(([own, least]) => `${own}.${least} or a later ${own}`).join(', or ');
  return `The portal needs Node ${releases}; this is Node ${version}.`;
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
