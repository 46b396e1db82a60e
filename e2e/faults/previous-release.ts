import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { remotesIn } from '@portal/webpack/remotes';

export const root = resolve(import.meta.dirname, '../..');
/** Files that an API needs. */
const API = ['api', 'shared', 'package.json', 'tsconfig.json'];
/** `npm sbom` refuses a lock file without the packages that it names. */
const LOCKED = ['api', 'delivery', 'e2e'].map((name) => `${name}/package.json`);
/** Files that the shell and the remotes need. */
export const FRONT = ['shell', ...remotesIn(root), 'shared', 'package.json', 'package-lock.json', 'tsconfig.json', ...LOCKED];
const MIGRATIONS = 'api/migrations';
const MOST_BYTES = 2 ** 28;

export interface PreviousRelease {
  /** A tag or a commit; null: this tree without its newest migration. */
  revision: string | null;
  /** Description for reports. */
  name: string;
}

const git = (repository: string, ...args: string[]): string => {
  const { status, stdout } = spawnSync('git', args, { cwd: repository, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
};

const migrationsOf = (repository: string): string[] => readdirSync(join(repository, MIGRATIONS)).sort();

const tagBefore = (repository: string): string | undefined => {
  const tags = git(repository, 'tag', '--merged', 'HEAD', '--list', 'v*', '--sort=-version:refname').split('\n').filter(Boolean);
  const here = git(repository, 'rev-parse', 'HEAD');
  return tags.find((one) => git(repository, 'rev-list', '-n', '1', one) !== here);
};

/** The content hashes of the migrations at a revision, per name. */
const migrationHashesAt = (repository: string, revision: string): Map<string, string> =>
  new Map(
    git(repository, 'ls-tree', '--format=%(path) %(objectname)', `${revision}:${MIGRATIONS}`)
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(' ') as [string, string]),
  );

/** The API refuses a database if a migration there has other content. */
function sharesMigrations(repository: string, revision: string): boolean {
  const theirs = migrationHashesAt(repository, revision);
  const ours = migrationsOf(repository);
  const hasOurs = (name: string, hash: string) => hash === git(repository, 'hash-object', join(MIGRATIONS, name));
  return theirs.size > 0 && [...theirs].every(([name, hash]) => ours.includes(name) && hasOurs(name, hash));
}

/**
 * The previous release of the API:
 * 1. the newest tag `v…` before this commit;
 * 2. without tags, the commit before the newest migration;
 * 3. this tree without its newest migration, if there is no history (an archive, a shallow clone) or that commit had other migrations, so the two
 *    cannot share a database.
 */
export function previousRelease(repository: string = root): PreviousRelease {
  const tag = tagBefore(repository);
  if (tag) return { revision: tag, name: tag };
  const newest = migrationsOf(repository).at(-1) ?? '';
  const came = git(repository, 'log', '-1', '--diff-filter=A', '--format=%H', '--', `${MIGRATIONS}/${newest}`);
  const revision = came ? git(repository, 'rev-parse', '--verify', '--quiet', `${came}^`) : git(repository, 'rev-parse', 'HEAD');
  if (revision && sharesMigrations(repository, revision)) return { revision, name: `${revision.slice(0, 7)}, the commit before ${newest}` };
  return { revision: null, name: `this tree without ${newest}, because no earlier commit shares its migrations` };
}

/** Files that every build reads: a change of them changes the builds of the shell and all remotes. */
const READ_BY_ALL = ['package-lock.json', 'shared/webpack', 'shared/mf-kit'];

/**
 * The previous release of the shell and the remotes: the newest tag; without tags the newest commit at which all of them had other sources.
 * Without history this tree itself.
 */
export function previousFrontRelease(repository: string = root): PreviousRelease {
  const tag = tagBefore(repository);
  if (tag) return { revision: tag, name: tag };
  const tests = ['ts', 'tsx'].map((end) => `:(exclude)*.test.${end}`);
  const came = git(repository, 'log', '-1', '--format=%H', '--', ...READ_BY_ALL, ...tests);
  const revision = came && git(repository, 'rev-parse', '--verify', '--quiet', `${came}^`);
  if (revision) return { revision, name: `${revision.slice(0, 7)}, the commit before all parts changed` };
  return { revision: null, name: 'this tree, because there is no history' };
}

/** Links this tree's libraries, and the other tree's own packages. */
function linkPackages(folder: string): void {
  const [theirs, ours] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(join(ours, '@portal'), { recursive: true });
  // Caches belong to this tree.
  const libraries = readdirSync(theirs).filter((name) => name !== '@portal' && !name.startsWith('.'));
  for (const name of libraries) symlinkSync(join(theirs, name), join(ours, name));
  for (const name of readdirSync(join(theirs, '@portal'))) {
    const place = readlinkSync(join(theirs, '@portal', name));
    if (existsSync(resolve(ours, '@portal', place))) symlinkSync(place, join(ours, '@portal', name));
  }
}

const isSource = (path: string) => !/[\\/](node_modules|dist|dist-maps)$/.test(path);

/** Extracts these parts of an earlier tree into a folder, so that it runs or builds there with this tree's packages. */
export function extractRelease(
  { revision }: PreviousRelease,
  folder: string,
  repository: string = root,
  parts: readonly string[] = API,
): void {
  mkdirSync(folder, { recursive: true });
  if (revision) {
    const had = git(repository, 'ls-tree', '--name-only', revision).split('\n');
    const asked = parts.filter((part) => had.includes(part.split('/')[0] ?? ''));
    const archive = execFileSync('git', ['archive', revision, ...asked], { cwd: repository, maxBuffer: MOST_BYTES });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
  } else {
    for (const part of parts) cpSync(join(repository, part), join(folder, part), { recursive: true, filter: isSource });
    if (parts.includes('api')) rmSync(join(folder, MIGRATIONS, migrationsOf(folder).at(-1) ?? ''));
  }
  linkPackages(folder);
}

/** The migrations that this tree has and the other one lacks. */
export function migrationsSince(folder: string): string[] {
  const known = new Set(migrationsOf(folder));
  return migrationsOf(root).filter((name) => !known.has(name));
}

/** The tables that these migrations create. A release without them writes no rows there. */
export const tablesOf = (migrations: readonly string[]): string[] =>
  migrations.flatMap((name) =>
    [...readFileSync(join(root, MIGRATIONS, name), 'utf8').matchAll(/\bcreate table (?:if not exists )?(\w+)/gi)].map(
      ([, table = '']) => table,
    ),
  );
