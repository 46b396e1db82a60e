import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readPackage } from './workspace';

const IGNORED = /(^|\/)(node_modules|dist|dist-maps)(\/|$)|\.test\.tsx?$/;

function filesOf(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !IGNORED.test(relative(dir, file).replaceAll('\\', '/')));
}

/** The folder and the folders of all workspace packages that it needs, directly or indirectly. */
function workspaceClosure(root: string, dir: string, seen = new Set<string>()): Set<string> {
  if (seen.has(dir)) return seen;
  seen.add(dir);
  for (const name of Object.keys(readPackage(dir).dependencies ?? {})) {
    const folder = join(root, 'shared', name.replace(/^@portal\//, ''));
    if (name.startsWith('@portal/') && existsSync(folder)) workspaceClosure(root, folder, seen);
  }
  return seen;
}

/**
 * Eight hex digits: the hash of all inputs of a build of `dir`: its sources, the shared packages that it needs, the `builder` and the lock
 * file. Known before the build, because the container's name and the CSS hash contain the version.
 */
export function sourceHash(root: string, dir: string, builder = join(root, 'shared/webpack')): string {
  const hash = createHash('sha256');
  const folders = workspaceClosure(root, dir);
  folders.add(builder);
  const lock = join(root, 'package-lock.json');
  const files = [...folders].filter((folder) => existsSync(folder)).flatMap(filesOf);
  if (existsSync(lock)) files.push(lock);
  for (const file of files.sort()) hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 8);
}
