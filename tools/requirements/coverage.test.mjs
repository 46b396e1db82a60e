import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../shared/testing/src/temporaryFolder.mjs';
import { writeResults } from './results.mjs';
import { treeOf } from './tree.mjs';

const ledger = `id\tmodule\tkind\trequirement\tsource
LEAVE-01\tmf-jobs\trule\ta\tdoc
LEAVE-02\tmf-jobs\tmessage\tb\tdoc
API-GEN-01\tapi\tcall\tc\tdoc
`;
let root;

beforeEach(() => {
  root = temporaryFolder('trace');
  for (const folder of ['docs/ledger', 'e2e', 'tools/test']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'docs/ledger/requirements.tsv'), ledger);
  writeFileSync(join(root, 'docs/ledger/beyond.tsv'), 'id\tmodule\tkind\trequirement\tsource\n');
  writeFileSync(join(root, 'docs/ledger/clauses.tsv'), 'clause\twhere\tstatement\n');
  writeFileSync(join(root, 'docs/ledger/owed.tsv'), 'id\towner\n');
  writeFileSync(join(root, 'docs/ledger/shown.json'), '{}');
  writeFileSync(join(root, 'tools/tool.mjs'), 'export const tool = 1;');
  writeFileSync(join(root, 'e2e/specs.json'), '{}');
  writeFileSync(join(root, 'tools/test/long-tests.json'), '[]');
});

/** Writes the results of a complete run in which each of these tests passed. */
function ran(...titles) {
  const tests = titles.map((title) => ({ file: 'mf-jobs/src/a.test.tsx', title, status: 'passed' }));
  writeResults(join(root, 'test-results/jest.json'), tests, treeOf(root));
  writeResults(join(root, 'test-results/playwright.json'), [], treeOf(root));
}

function trace(...options) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(__dirname, 'coverage.mjs'), '--root', root, ...options], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

test('--json prints stated, shown and missing ids per module', () => {
  ran('[LEAVE-01] a', '[API-GEN-01] c');
  const { status, stdout } = trace('--json');
  expect(JSON.parse(stdout)).toEqual({
    'mf-jobs': { stated: 2, shown: ['LEAVE-01'], missing: ['LEAVE-02'] },
    api: { stated: 1, shown: ['API-GEN-01'], missing: [] },
  });
  expect(status).toBe(0);
});

test('writes a row per id and test', () => {
  ran('[LEAVE-01] a', 'no id');
  trace();
  expect(readFileSync(join(root, 'test-results/trace.tsv'), 'utf8')).toBe(
    'id\tfile\ttitle\nLEAVE-01\tmf-jobs/src/a.test.tsx\t[LEAVE-01] a\n',
  );
});

test('fails if a module shows less than the committed figure, and names the module', () => {
  ran('[LEAVE-01] a', '[LEAVE-02] b');
  expect(trace('--commit').status).toBe(0);
  expect(JSON.parse(readFileSync(join(root, 'docs/ledger/shown.json'), 'utf8'))).toEqual({ 'mf-jobs': 2, api: 0 });
  ran('[LEAVE-01] a', '[API-GEN-01] c');
  expect(trace()).toMatchObject({ status: 1, stderr: 'mf-jobs shows 1, and showed 2 (docs/ledger/shown.json)\n' });
  // A lower figure cannot be committed.
  expect(trace('--commit').status).toBe(1);
  expect(JSON.parse(readFileSync(join(root, 'docs/ledger/shown.json'), 'utf8'))).toEqual({ 'mf-jobs': 2, api: 0 });
});

test('fails without committed figures, until they are committed', () => {
  rmSync(join(root, 'docs/ledger/shown.json'));
  ran('[LEAVE-01] a');
  expect(trace()).toMatchObject({ status: 1, stderr: 'docs/ledger/shown.json is missing: npm run trace -- --commit makes it.\n' });
  expect(trace('--commit')).toMatchObject({ status: 0, stderr: '' });
  expect(trace().status).toBe(0);
});

test('fails if the results are of other sources', () => {
  ran('[LEAVE-01] a');
  writeFileSync(join(root, 'tools/tool.test.mjs'), "test('one more', () => {});");
  expect(trace().stderr).toContain('The results of jest are of other sources than these');
  expect(trace('--commit').status).toBe(1);
});

test('fails without results', () => {
  expect(trace()).toMatchObject({ status: 1, stderr: expect.stringContaining('No results of playwright') });
});

test('lists the ids that a later screen owes, and fails once they are shown', () => {
  writeFileSync(join(root, 'docs/ledger/owed.tsv'), 'id\towner\nLEAVE-02\tissue 9\n');
  ran('[LEAVE-01] a');
  expect(trace()).toMatchObject({ status: 0, stdout: expect.stringContaining('1 owed by issue 9') });
  ran('[LEAVE-02] b');
  expect(trace()).toMatchObject({ status: 1, stderr: 'owed.tsv: LEAVE-02 is shown\n' });
});

describe('--sources', () => {
  const source = (text) => {
    mkdirSync(join(root, 'mf-jobs/src'), { recursive: true });
    writeFileSync(join(root, 'mf-jobs/src/a.test.tsx'), text);
  };
  const bySources = (...options) => trace('--sources', ...options);

  test('reports the ids in titles and in table rows, without any run', () => {
    source("it('[LEAVE-01] a', () => {});\n// LEAVE-02 is named here only.\nit.each([['API-GEN-01, LEAVE-01', 1]])('[%s] c', () => {});");
    const { status, stdout } = bySources('--json');
    expect(JSON.parse(stdout)).toEqual({
      'mf-jobs': { stated: 2, shown: ['LEAVE-01'], missing: ['LEAVE-02'] },
      api: { stated: 1, shown: ['API-GEN-01'], missing: [] },
    });
    expect(status).toBe(0);
    expect(existsSync(join(root, 'test-results'))).toBe(false);
  });

  test('fails if no test names an id any more', () => {
    writeFileSync(join(root, 'docs/ledger/shown.json'), '{"mf-jobs":1}');
    source("it('[LEAVE-01] a', () => {});");
    expect(bySources().status).toBe(0);
    source("it('a', () => {});");
    expect(bySources()).toMatchObject({ status: 1, stderr: 'mf-jobs shows 0, and showed 1 (docs/ledger/shown.json)\n' });
  });

  test.each([
    ['in a title', "it('[LEAVE-09] a', () => {});", 'LEAVE-09'],
    ['of an unknown area, in a title', "it('[HOLIDAY-01] a', () => {});", 'HOLIDAY-01'],
    ['in a row', "it.each([['LEAVE-09', 1]])('[%s, LEAVE-01] a', () => {});", 'LEAVE-09'],
  ])('fails for an id that the ledger does not have: %s', (_where, text, id) => {
    source(text);
    expect(bySources()).toMatchObject({ status: 1, stderr: `mf-jobs/src/a.test.tsx: the ledger has no ${id}: [${id}]\n` });
  });

  test('fails if a row names ids by a range', () => {
    source("it.each([['LEAVE-01..02', 1]])('[%s] a', () => {});");
    const wrong = '[LEAVE-01..02] does not list each id in full: [LEAVE-01..02]';
    expect(bySources()).toMatchObject({ status: 1, stderr: expect.stringContaining(`mf-jobs/src/a.test.tsx: ${wrong}\n`) });
  });

  test('ignores a text that only looks like an id', () => {
    source("it('a', () => type('AB-12'));");
    expect(bySources()).toMatchObject({ status: 0, stderr: '' });
  });

  test('commits nothing, because no test has run', () => {
    source("it('[LEAVE-01] a', () => {});");
    expect(bySources('--commit')).toMatchObject({ status: 1, stderr: '--commit takes the figures of a run, not of the sources alone.\n' });
    expect(readFileSync(join(root, 'docs/ledger/shown.json'), 'utf8')).toBe('{}');
  });
});
