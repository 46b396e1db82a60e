// Completes Stryker's copy of the tree: links to its own, mutated shared packages; all other packages come from the repository.
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { MUTANTS_ROOT: root, MUTANTS_TESTS } = process.env;
const OWN = 'node_modules/@portal';

// Stryker and its runner are packages of the lab.
symlinkSync(join(root, 'lab/node_modules'), 'lab/node_modules');
mkdirSync(OWN, { recursive: true });
for (const name of readdirSync(join(root, OWN))) symlinkSync(readlinkSync(join(root, OWN, name)), join(OWN, name));
for (const name of readdirSync('shared')) {
  const nested = join('shared', name, 'node_modules');
  if (existsSync(join(root, nested))) symlinkSync(join(root, nested), nested);
}
// A test that names its environment would otherwise run in one without coverage.
for (const test of JSON.parse(MUTANTS_TESTS)) {
  const text = readFileSync(test, 'utf8');
  const heard = text.replace('@jest-environment node', `@jest-environment ${join(process.cwd(), 'lab/mutants/node-environment.mjs')}`);
  if (heard !== text) writeFileSync(test, heard);
}
