import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { temporaryFolder } from '../../shared/testing/src/temporaryFolder.mjs';
import { provenFiles, readProven, recordProofs, specsToRun, unrunTests } from './proofs.mjs';

const LONG = 'api/long.test.ts';
const JOURNEY = 'e2e/journeys/jobs/search.spec.ts';
let root;

function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

beforeEach(() => {
  root = temporaryFolder('proofs');
  write('docs/ledger/readme.md', 'a folder for the proofs');
  write('tools/test/long-tests.json', JSON.stringify([{ path: LONG, reason: 'long', inputs: ['api/src'] }]));
  const specs = {
    'journeys/jobs/search': { of: ['mf-jobs'], on: 'desk' },
    'journeys/auth/login': { of: [], on: 'desk', isEssential: true },
  };
  write('e2e/specs.json', JSON.stringify(specs));
  write(LONG, "it('[API-GEN-01] a')");
  write(JOURNEY, "test('[JOBS-01] b')");
  for (const path of ['api/src/code.ts', 'mf-jobs/src/screen.tsx', 'mf-account/src/screen.tsx']) write(path, 'export {};');
});

const passed = (file, title) => ({ file, title, status: 'passed' });
const recordBoth = () => recordProofs(root, [passed(LONG, '[API-GEN-01] a'), passed(JOURNEY, '[JOBS-01] b'), passed(JOURNEY, 'c')]);
const stale = () => readProven(root, []).stale;

test('npm test leaves out long tests and journeys that are not essential, once they have a proof', () => {
  expect(unrunTests(root)).toEqual({ jest: [LONG], journeys: [JOURNEY] });
  expect(provenFiles(root)).toEqual({ jest: [], journeys: [] });
  expect(specsToRun(root)).toEqual([JOURNEY, 'e2e/journeys/auth/login.spec.ts']);
  recordBoth();
  expect(provenFiles(root)).toEqual({ jest: [LONG], journeys: [JOURNEY] });
  expect(specsToRun(root)).toEqual(['e2e/journeys/auth/login.spec.ts']);
});

test('a missing proof is stale, a recorded one is current and shows its ids', () => {
  expect(stale()).toEqual([LONG, JOURNEY]);
  expect(recordBoth()).toEqual([]);
  expect(readProven(root, [])).toEqual({ tests: [passed(LONG, '[API-GEN-01] a'), passed(JOURNEY, '[JOBS-01] b')], stale: [] });
});

test.each([
  ['api/src/code.ts', [LONG, JOURNEY]],
  ['mf-jobs/src/screen.tsx', [JOURNEY]],
  [LONG, [LONG]],
  [JOURNEY, [JOURNEY]],
  ['mf-account/src/screen.tsx', []],
])('a change of %s makes stale: %j', (path, files) => {
  recordBoth();
  write(path, `${readFileSync(join(root, path), 'utf8')}\n// changed`);
  expect(stale()).toEqual(files);
});

test.each(['mf-jobs', 'mf-account'])('a change of %s makes a test stale that depends on all remotes', (remote) => {
  write('tools/test/long-tests.json', JSON.stringify([{ path: LONG, reason: 'long', inputs: ['mf-*'] }]));
  for (const name of ['mf-jobs', 'mf-account']) write(`${name}/module.ts`, 'export {};');
  recordBoth();
  write(`${remote}/src/screen.tsx`, 'export const changed = 1;');
  expect(stale()).toContain(LONG);
});

test('another test and a document among the inputs change nothing', () => {
  recordBoth();
  write('api/src/other.test.ts', 'it()');
  write('api/src/readme.md', 'words');
  expect(stale()).toEqual([]);
});

test('a stale proof shows only the ids that its file still names', () => {
  recordBoth();
  write(LONG, "it('a')");
  write('mf-jobs/src/screen.tsx', 'export const changed = 1;');
  const { tests } = readProven(root, [{ file: JOURNEY, title: '[JOBS-01]', status: 'passed' }]);
  expect(tests).toEqual([passed(JOURNEY, '[JOBS-01] b')]);
});

test('a run of one file keeps the other proof, and a failure deletes its own', () => {
  recordBoth();
  expect(recordProofs(root, [{ file: LONG, title: '[API-GEN-01] a', status: 'failed' }])).toEqual([LONG]);
  expect(stale()).toEqual([LONG]);
});

test('the repository lists only tests that exist', () => {
  const repository = resolve(__dirname, '../..');
  const { jest, journeys } = unrunTests(repository);
  expect([...jest, ...journeys, ...specsToRun(repository)].filter((file) => !existsSync(join(repository, file)))).toEqual([]);
});
