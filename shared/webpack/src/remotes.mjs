import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The name of a remote's folder, package and module. */
export const isRemoteName = (name) => /^mf(-[a-z][a-z0-9]*)+$/.test(name);

/** All remotes, by name: the folders at the top of the repository whose `module.ts` declares paths. */
export const remotesIn = (root) =>
  readdirSync(root)
    .filter((name) => isRemoteName(name) && existsSync(join(root, name, 'module.ts')))
    .sort();
