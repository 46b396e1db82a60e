import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the api package: the nearest ancestor with the migrations. Works for sources and for a bundle. */
function findApiFolder(from: string): string {
  if (existsSync(join(from, 'migrations'))) return from;
  const above = dirname(from);
  if (above === from) throw new Error('The folder api/migrations is missing');
  return findApiFolder(above);
}

export const apiDir = findApiFolder(import.meta.dirname);
export const repoDir = dirname(apiDir);
