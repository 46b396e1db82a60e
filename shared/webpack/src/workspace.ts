import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export type ModuleKind = 'remote' | 'shell';

export interface ModulePackage {
  dir: string;
  /** The repository's folder, with the lock file. */
  root: string;
  name: string;
  version: string;
  kind: ModuleKind;
  /** Brotli bytes that a first load of any of its paths may need; `portal.budget` in package.json. */
  budget?: number;
  /** Brotli bytes of own scripts that one screen may need before an interaction, as the bench measures; `portal.scriptBudget`. */
  scriptBudget?: number;
  /** Fonts that each page preloads, as file names without hash and extension; `portal.fonts`. */
  fonts?: string[];
}

interface PackageJson {
  name: string;
  version: string;
  workspaces?: string[];
  dependencies?: Record<string, string>;
  portal?: { budget?: number; scriptBudget?: number; fonts?: string[] };
}

export const readPackage = (dir: string): PackageJson => JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as PackageJson;

/** The nearest folder above `from` whose package.json has workspaces, or else `from` (a package outside a repository). */
export function findRoot(from: string): string {
  for (let dir = resolve(from); ; dir = dirname(dir)) {
    if (existsSync(join(dir, 'package.json')) && readPackage(dir).workspaces) return dir;
    if (dirname(dir) === dir) return resolve(from);
  }
}

/** The package.json of the `library` that is installed for a package in `dir`. Throws if it is not installed. */
export function findPackageJSON(library: string, dir: string): string {
  for (let at = resolve(dir); ; at = dirname(at)) {
    const file = join(at, 'node_modules', library, 'package.json');
    if (existsSync(file)) return file;
    if (dirname(at) === at) throw new Error(`${library} is not installed for ${dir}`);
  }
}

/** Reads a module's folder. `where` is a folder, or the name of a folder at the top of the repository; default: the current folder. */
export function readModule(where = '.', cwd = process.cwd()): ModulePackage {
  const dir = [resolve(cwd, where), resolve(findRoot(cwd), where)].find((candidate) => existsSync(join(candidate, 'package.json')));
  if (!dir) throw new Error(`${where}: no package.json there`);
  const { name, version, portal } = readPackage(dir);
  return {
    dir,
    root: findRoot(dir),
    name,
    version,
    kind: name === 'shell' ? 'shell' : 'remote',
    ...(portal?.budget === undefined ? {} : { budget: portal.budget }),
    ...(portal?.scriptBudget === undefined ? {} : { scriptBudget: portal.scriptBudget }),
    ...(portal?.fonts === undefined ? {} : { fonts: portal.fonts }),
  };
}

/** The container name of a version: a JavaScript name that two versions never share. */
export const containerOf = (name: string, version: string): string => `${name}_${version}`.replace(/\W/g, '_');
