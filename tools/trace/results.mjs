import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes what a run found, `{file, title, status}` a test, with the tree that it ran on. */
export function writeResults(file, tests, tree) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ tree, tests }, null, 1)}\n`);
}

/** What the last run found, or null when there was none. */
export const readResults = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);
