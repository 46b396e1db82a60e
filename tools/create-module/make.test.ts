import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { repositoryCopy } from '@portal/testing/repositoryCopy';

const folder = repositoryCopy(resolve(__dirname, '../..'), 'created');

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 300_000,
    maxBuffer: 2 ** 26,
  });
  return { status, stdout, stderr };
}
const create = (...names: string[]) => run('--import', 'tsx', 'tools/create-module/cli.ts', ...names);

/** Content of every file of the repository, by path. */
function tree(): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).filter((path) => !path.includes('/node_modules/'));
  return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]));
}

it.each([
  ['Training', 'Training is no name for a module: mf-, then words in lower case with hyphens, as mf-training'],
  ['mf-Training', 'mf-Training is no name for a module'],
  ['mf-../training', 'mf-../training is no name for a module'],
  ['mf-', 'mf- is no name for a module'],
  ['mf-jobs', 'mf-jobs is taken: there is such a folder already'],
  ['mf-kit', 'mf-kit is taken: a shared package has this name'],
  ['mf-documents', '/guard/documents belongs to mf-account (/guard/documents) and mf-documents claims it too'],
  ['', 'npm run create-module -- <name>, as mf-training'],
])('rejects %j with one line, and changes nothing', (name, words) => {
  const before = tree();
  const { status, stdout, stderr } = create(name);
  expect(stderr).toMatch(/^create-module: .+\n$/);
  expect(stderr).toContain(words);
  expect([status, stdout]).toEqual([1, '']);
  expect(tree()).toEqual(before);
});

it('restores the previous state if a file cannot be written', () => {
  // A file in the place of a required folder.
  const inTheWay = join(folder, 'shared/contracts/src/training');
  writeFileSync(inTheWay, '');
  const before = tree();
  expect(create('mf-training').status).toBe(1);
  expect(tree()).toEqual(before);
  rmSync(inTheWay);
});

describe('a created module', () => {
  const before = tree();
  const made = create('mf-night-training');
  const after = tree();

  it('changes no existing file except two generated tables and the owners', () => {
    expect(made).toMatchObject({ status: 0, stderr: '' });
    const differs = [...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
    const own =
      /^(mf-night-training|shared\/contracts\/src\/night-training|e2e\/journeys\/night-training)\/|^e2e\/a11y\/remotes\/night-training\.spec\.ts$/;
    expect(differs.filter((path) => !own.test(path)).sort()).toEqual(['.github/CODEOWNERS', 'e2e/specs.json', 'package-lock.json']);
    expect([...before.keys()].filter((path) => !after.has(path))).toEqual([]);
    expect([...after].filter(([path, text]) => own.test(path) && /__\w+__/.test(text))).toEqual([]);
  });

  it('has a correct lock file, and passes Biome and the type check', () => {
    const lock = JSON.parse(after.get('package-lock.json') ?? '');
    const { dependencies } = JSON.parse(after.get('mf-night-training/package.json') ?? '');
    expect(lock.packages['mf-night-training'].dependencies).toEqual(dependencies);
    const own = [...after.keys()].filter((path) => path.includes('night-training') || path === 'e2e/specs.json');
    expect(run('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...own)).toMatchObject({ status: 0 });
    // Checks only these sources, their imports and the global declarations, because no other code uses them.
    const sources = own.filter((path) => /\.tsx?$/.test(path));
    expect(sources.length).toBeGreaterThan(7);
    const include = [...sources, ...[...after.keys()].filter((path) => path.endsWith('.d.ts'))];
    writeFileSync(join(folder, 'tsconfig.made.json'), JSON.stringify({ extends: './tsconfig.json', include }));
    expect(run('node_modules/typescript/bin/tsc', '--noEmit', '--project', 'tsconfig.made.json')).toMatchObject({ status: 0, stdout: '' });
  });

  it('passes its own test', () => {
    const { status, stderr } = run('node_modules/jest/bin/jest.js', '--runInBand', 'mf-night-training');
    expect(stderr).toMatch(/PASS web mf-night-training\//);
    expect(status).toBe(0);
  });
});
