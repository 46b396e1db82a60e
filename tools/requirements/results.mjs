import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes the results of a run, `{file, title, status}` per test, with the hash of its sources. */
export function writeResults(file, tests, tree) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ tree, tests }, null, 1)}\n`);
}

/** The results of the last run, or null if there are none. */
export const readResults = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);
