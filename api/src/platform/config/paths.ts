import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The api package's folder, from the sources and from a bundle alike: the nearest one above that holds the migrations. */
function findApiFolder(from: string): string {
  if (existsSync(join(from, 'migrations'))) return from;
  const above = dirname(from);
  if (above === from) throw new Error('The folder api/migrations is missing');
  return findApiFolder(above);
}

export const apiDir = findApiFolder(import.meta.dirname);
export const repoDir = dirname(apiDir);
