// Proofs: recorded results of the tests that `npm test` does not run, because they are long. `npm run lab -- proofs` runs them and writes
// docs/ledger/proofs.json. A proof is current while the content of its inputs is the same; no rule depends on a date.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { remotesIn } from '../../shared/webpack/src/remotes.mjs';
import { readTree } from '../lint/source-files.mjs';
import { idsOf } from '../requirements/join.mjs';
import { PROOFS } from '../requirements/tree.mjs';

const readJson = (root, path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** What every page and journey consists of, besides remotes. */
const portalFolders = ['shell', 'shared', 'api', 'delivery', 'e2e/support', 'package-lock.json'];

const readProofs = (root) => (existsSync(join(root, PROOFS)) ? readJson(root, PROOFS) : {});

/** The jest tests that `npm test` may leave out, with their inputs; `mf-*` names all remotes. */
const longTests = (root) =>
  readJson(root, 'tools/test/long-tests.json').map(({ path, inputs }) => ({
    file: path,
    inputs: inputs.flatMap((input) => (input === 'mf-*' ? remotesIn(root) : input)),
  }));

const specsOf = (root, isMeant) => Object.entries(readJson(root, 'e2e/specs.json')).filter(([, spec]) => isMeant(spec));

/** The journeys that `npm test` may leave out, with their inputs. A journey that names no remote depends on all. */
function otherSpecs(root) {
  const all = remotesIn(root);
  return specsOf(root, ({ isEssential }) => !isEssential).map(([path, { of }]) => ({
    file: `e2e/${path}.spec.ts`,
    inputs: [...portalFolders, ...(of === 'every' || of.length === 0 ? all : of), ...(path.startsWith('faults/') ? ['e2e/faults'] : [])],
  }));
}

/** Paths of the jest tests and of the journeys that need a proof. */
export const unrunTests = (root) => ({
  jest: longTests(root).map(({ file }) => file),
  journeys: otherSpecs(root).map(({ file }) => file),
});

/** The files of these that `npm test` leaves out: a file without a recorded proof runs. */
export function provenFiles(root) {
  const known = readProofs(root);
  const { jest, journeys } = unrunTests(root);
  return { jest: jest.filter((file) => known[file]), journeys: journeys.filter((file) => known[file]) };
}

/** The journeys of `npm test`: the essential ones, and those without a recorded proof. */
export function specsToRun(root) {
  const proven = provenFiles(root).journeys;
  return specsOf(root, () => true)
    .map(([path]) => `e2e/${path}.spec.ts`)
    .filter((file) => !proven.includes(file));
}

const isOtherTest = (path, file) => path !== file && /\.(test|spec)\.(ts|tsx|mjs)$/.test(path);
const isBelow = (path, input) => path === input || path.startsWith(`${input}/`);

/** The hash of each test's inputs: the test itself, and all files of its input folders except other tests and documents. */
function inputHashes(root) {
  const tree = readTree(root)
    .filter(({ path }) => !path.endsWith('.md'))
    .map(({ path, text }) => ({ path, hash: createHash('sha256').update(text).digest('hex') }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const hashOf = ({ file, inputs }) => {
    const hash = createHash('sha256');
    for (const { path, hash: content } of tree)
      if ([file, ...inputs].some((input) => isBelow(path, input)) && !isOtherTest(path, file)) hash.update(`${path}\0${content}\0`);
    return hash.digest('hex').slice(0, 16);
  };
  return new Map([...longTests(root), ...otherSpecs(root)].map((test) => [test.file, hashOf(test)]));
}

/**
 * Records the results of a run, `{file, title, status}` per test, for each test file that needs a proof and passed. Keeps the proofs of files that
 * did not run, and deletes those of files that failed or need none. Returns the files that failed.
 */
export function recordProofs(root, tests) {
  const hashes = inputHashes(root);
  const known = readProofs(root);
  const failed = [];
  const entries = [...hashes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([file, inputs]) => {
      const own = tests.filter((test) => test.file === file);
      if (own.length === 0) return known[file] ? [[file, known[file]]] : [];
      if (own.some(({ status }) => status !== 'passed')) {
        failed.push(file);
        return [];
      }
      const titles = [...new Set(own.map(({ title }) => title))].filter((title) => idsOf(title).ids.length > 0).sort();
      return [[file, { inputs, passed: own.length, titles }]];
    });
  writeFileSync(join(root, PROOFS), `${JSON.stringify(Object.fromEntries(entries), null, 1)}\n`);
  return failed;
}

/**
 * The tests of the proofs as passed results, and the files whose proof is missing or stale: their inputs have changed since. `named` are the tests
 * that the sources name; a stale proof of a changed test counts only for the ids that its file still names.
 */
export function readProven(root, named) {
  const known = readProofs(root);
  const hashes = inputHashes(root);
  const stale = [...hashes].filter(([file, inputs]) => known[file]?.inputs !== inputs).map(([file]) => file);
  const tests = [...hashes.keys()].flatMap((file) => {
    const still = new Set(named.filter((test) => test.file === file).flatMap(({ title }) => idsOf(title).ids));
    const isNamed = (title) => !stale.includes(file) || idsOf(title).ids.every((id) => still.has(id));
    return (known[file]?.titles ?? []).filter(isNamed).map((title) => ({ file, title, status: 'passed' }));
  });
  return { tests, stale };
}
