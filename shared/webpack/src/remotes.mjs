import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What a remote may be called: its folder, its package and its module are one word. */
export const isRemoteName = (name) => /^mf(-[a-z][a-z0-9]*)+$/.test(name);

/** The one list of remotes: the folders at the top that say in a `module.ts` which paths are theirs. By name. */
export const remotesIn = (root) =>
  readdirSync(root)
    .filter((name) => isRemoteName(name) && existsSync(join(root, name, 'module.ts')))
    .sort();
