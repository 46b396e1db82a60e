import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { remotesIn } from '../../../shared/webpack/src/remotes.mjs';

const git = (root, ...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .filter(Boolean);

/** Every path that differs from the merge base with `since`, committed or not, including deleted files. */
export function changedSince(root, since) {
  const [base] = git(root, 'merge-base', since, 'HEAD');
  return [...new Set([...git(root, 'diff', '--name-only', base), ...git(root, 'ls-files', '--others', '--exclude-standard')])];
}

const read = (root, path) => ({ path, text: readFileSync(join(root, path), 'utf8') });
const present = (root, ...patterns) =>
  git(root, 'ls-files', '--cached', '--others', '--exclude-standard', ...patterns).filter((path) => existsSync(join(root, path)));

/** The journeys with their entries of e2e/specs.json, in which `every` is replaced by all remotes, and the tests of the API. */
export function readTests(root) {
  const stated = Object.entries(JSON.parse(readFileSync(join(root, 'e2e/specs.json'), 'utf8')));
  const table = Object.fromEntries(stated.map(([path, spec]) => [path, { ...spec, ...(spec.of === 'every' && { of: remotesIn(root) }) }]));
  return {
    table,
    specs: present(root, 'e2e/**/*.spec.ts').map((path) => ({
      ...read(root, path),
      of: [],
      ...table[path.replace(/^e2e\/|\.spec\.ts$/g, '')],
    })),
    apiTests: present(root, 'api/**/*.test.ts').map((path) => read(root, path)),
  };
}
