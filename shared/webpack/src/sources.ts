import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ResourceDescriptor } from '@portal/mf-kit/provenance';
import { readPackage } from './workspace';

const IGNORED = /(^|\/)(node_modules|dist|dist-maps)(\/|$)|\.test\.tsx?$/;
/** Whether a change of a file can change a build. */
export const isSource = (path: string): boolean => !IGNORED.test(path);

const withSlashes = (path: string): string => path.replaceAll('\\', '/');
const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

const filesOf = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => withSlashes(relative(dir, join(entry.parentPath, entry.name))))
    .filter(isSource)
    .sort();

/** `dirHash` of in-toto, of the sources in a folder. */
const dirHash = (dir: string): string =>
  sha256(
    filesOf(dir)
      .map((file) => `${sha256(readFileSync(join(dir, file)))}  ${file}\n`)
      .join(''),
  );

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

export const LOCK_FILE = 'package-lock.json';

/** All inputs of a build of `dir`: its sources, the shared packages that it needs, the `builder` and the lock file, with their hashes. */
export function inputsOf(root: string, dir: string, builder = join(root, 'shared/webpack')): ResourceDescriptor[] {
  const folders = [...workspaceClosure(root, dir).add(builder)].filter((folder) => existsSync(folder));
  const hashed = folders.map((folder) => ({ name: withSlashes(relative(root, folder)), digest: { dirHash: dirHash(folder) } }));
  const lock = join(root, LOCK_FILE);
  return [
    ...(existsSync(lock) ? [{ name: LOCK_FILE, digest: { sha256: sha256(readFileSync(lock)) } }] : []),
    ...hashed.sort((a, b) => (a.name < b.name ? -1 : 1)),
  ];
}

/**
 * Eight hex digits: the hash of all inputs of a build of `dir`. Known before the build, because the container's name and the CSS hash
 * contain the version.
 */
export const sourceHash = (root: string, dir: string, builder?: string): string =>
  sha256(JSON.stringify(inputsOf(root, dir, builder))).slice(0, 8);
