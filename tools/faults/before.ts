import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');
/** What an API is made of. */
const PARTS = ['api', 'shared', 'package.json', 'tsconfig.json'];
const MIGRATIONS = 'api/migrations';
const MOST_BYTES = 2 ** 28;

export interface Before {
  /** A tag or a commit; null: this tree without its newest migration. */
  revision: string | null;
  /** In words. */
  name: string;
}

const git = (repository: string, ...args: string[]): string => {
  const { status, stdout } = spawnSync('git', args, { cwd: repository, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
};

const migrationsOf = (repository: string): string[] => readdirSync(join(repository, MIGRATIONS)).sort();

/**
 * The release before this tree: the newest tag `v…` behind it; without tags the commit before the newest migration came. Where there is no
 * history (an archive, a shallow clone) this tree itself without that migration.
 */
export function releaseBefore(repository: string = root): Before {
  const tags = git(repository, 'tag', '--merged', 'HEAD', '--list', 'v*', '--sort=-version:refname').split('\n').filter(Boolean);
  const here = git(repository, 'rev-parse', 'HEAD');
  const tag = tags.find((one) => git(repository, 'rev-list', '-n', '1', one) !== here);
  if (tag) return { revision: tag, name: tag };
  const newest = migrationsOf(repository).at(-1) ?? '';
  const came = git(repository, 'log', '-1', '--diff-filter=A', '--format=%H', '--', `${MIGRATIONS}/${newest}`);
  const revision = came ? git(repository, 'rev-parse', '--verify', '--quiet', `${came}^`) : here;
  if (revision) return { revision, name: `${revision.slice(0, 7)}, the commit before ${newest}` };
  return { revision: null, name: `this tree without ${newest}: there is no history to take another from` };
}

/** Packages as they are here, but our own from the other tree. */
function linkPackages(folder: string): void {
  const [theirs, ours] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(join(ours, '@portal'), { recursive: true });
  for (const name of readdirSync(theirs)) if (name !== '@portal') symlinkSync(join(theirs, name), join(ours, name));
  for (const name of readdirSync(join(theirs, '@portal'))) {
    const place = readlinkSync(join(theirs, '@portal', name));
    if (existsSync(resolve(ours, '@portal', place))) symlinkSync(place, join(ours, '@portal', name));
  }
}

/** Lays an earlier tree out in a folder, so that its API can be started there with the packages of this one. */
export function layOut({ revision }: Before, folder: string, repository: string = root): void {
  mkdirSync(folder, { recursive: true });
  if (revision) {
    const archive = execFileSync('git', ['archive', revision, ...PARTS], { cwd: repository, maxBuffer: MOST_BYTES });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
  } else {
    for (const part of PARTS)
      cpSync(join(repository, part), join(folder, part), { recursive: true, filter: (path) => !/[\\/]node_modules$/.test(path) });
    rmSync(join(folder, MIGRATIONS, migrationsOf(folder).at(-1) ?? ''));
  }
  linkPackages(folder);
}

/** The migrations that this tree has and the other one has not. */
export function migrationsSince(folder: string): string[] {
  const known = new Set(migrationsOf(folder));
  return migrationsOf(root).filter((name) => !known.has(name));
}
