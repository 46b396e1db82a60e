import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The squad of a module's folder by `.github/CODEOWNERS`, without `@`; null without that file. Its last fitting line counts, as on GitHub. */
export function ownerOf(root: string, dir: string): string | null {
  const file = join(root, '.github/CODEOWNERS');
  if (!existsSync(file)) return null;
  const folder = `/${relative(root, dir)}/`;
  const owners = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    // Patterns of domains have no module folder, so a module fits its own line or the line of all files.
    .filter(([pattern]) => pattern === '*' || pattern === folder);
  return owners.at(-1)?.[1]?.replace('@', '') ?? null;
}
