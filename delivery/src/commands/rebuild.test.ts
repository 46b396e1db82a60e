import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { attestFiles, fakeRecord } from '../../test/attest';
import { deploy, fakeBuild, info, newContext, tempFolder } from '../../test/fixtures';
import { readRegistry } from '../registry/update-registry';
import { activate } from './activate';
import { rebuild } from './rebuild';

const FILES = ['module.json', 'remoteEntry.js', 'main.css', 'screen.js', 'prerendered/first.html', 'sbom.json'];
const jobs = { name: 'mf-jobs', routes: { '/search-job': 'Search' } };

/** A repository with a builder that copies `mf-jobs/src`, and its commit. */
function repositoryOf(build: string): { clone: string; commit: string } {
  const clone = tempFolder();
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    writeFileSync(join(clone, file), text);
  };
  write('package.json', '{"name":"repository","version":"1.0.0"}');
  write(
    'package-lock.json',
    '{"name":"repository","version":"1.0.0","lockfileVersion":3,"packages":{"":{"name":"repository","version":"1.0.0"}}}',
  );
  write(
    'shared/webpack/bin/portal-build.mjs',
    "import { cpSync } from 'node:fs';\nconst [, , name] = process.argv;\ncpSync(name + '/src', name + '/dist', { recursive: true });\n",
  );
  cpSync(build, join(clone, 'mf-jobs/src'), { recursive: true });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=ana', '-c', 'user.email=ana@example.com', ...args], {
      cwd: clone,
      encoding: 'utf8',
      timeout: 60_000,
    });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'A build');
  return { clone, commit: git('rev-parse', 'HEAD').trim() };
}

/** A store that runs a version of a commit; `spoil` changes its files before they are signed. */
async function begin(spoil: (files: Map<string, Uint8Array>) => void = () => undefined, uncommitted: string[] = []) {
  const context = newContext();
  await deploy(context, { name: 'shell' });
  const build = fakeBuild(jobs);
  const { clone, commit } = repositoryOf(build);
  const files = new Map<string, Uint8Array>(FILES.map((file) => [file, readFileSync(join(build, file))]));
  spoil(files);
  const record = fakeRecord({ name: 'mf-jobs', version: '1.0.0' }, uncommitted);
  const [source] = record.buildDefinition.resolvedDependencies;
  if (source) source.digest = { gitCommit: commit };
  attestFiles(files, context.ops, record);
  await context.store.add('mf-jobs', '1.0.0', files, new Map());
  await activate(context, [{ name: 'mf-jobs', version: '1.0.0' }], info);
  const { registry } = await readRegistry(context);
  return { clone, commit, rebuild: (from = clone) => rebuild(context, registry, 'mf-jobs', from) };
}

it('reports that a version is the same as the build of its commit', async () => {
  const { commit, rebuild: again } = await begin();
  expect(await again()).toMatchObject({ commit, words: `mf-jobs 1.0.0: commit ${commit} was built again, and all 6 files are the same` });
}, 30_000);

it('[PROVENANCE-04] names each file that differs from the build of the commit, although its statement is valid', async () => {
  const { rebuild: again } = await begin((files) => {
    const manifest = JSON.parse(Buffer.from(files.get('module.json') ?? '').toString());
    // In no list of the store, so only the rebuild finds it.
    manifest.budget = 999_999;
    delete manifest.files['screen.js'];
    manifest.preload = {};
    files.set('module.json', Buffer.from(JSON.stringify(manifest)));
    files.delete('screen.js');
  });
  await expect(again()).rejects.toThrow(
    'mf-jobs 1.0.0: module.json differs from the rebuild\nmf-jobs 1.0.0: screen.js is only in the rebuild',
  );
}, 30_000);

it('explains why a version cannot be built again', async () => {
  const { rebuild: again, commit } = await begin();
  await expect(again(tempFolder())).rejects.toThrow('there is no clone of the repository here');
  const { clone: other } = repositoryOf(fakeBuild({ ...jobs, script: 'another' }));
  await expect(again(other)).rejects.toThrow(`commit ${commit} is not in this clone: git fetch, and repeat`);
  const { rebuild: dirty } = await begin(undefined, ['mf-jobs/src/a.ts']);
  await expect(dirty()).rejects.toThrow('mf-jobs 1.0.0 cannot be built again: it was built with changes that no commit has');
}, 30_000);
