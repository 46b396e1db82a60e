import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { recordBuild } from './provenance';
import { sbomOf } from './sbom';
import { readModule } from './workspace';

const repository = resolve(__dirname, '../../..');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A repository with one module, and one commit. */
function smallRepository() {
  const root = temporaryFolder('provenance');
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=ana', '-c', 'user.email=ana@example.com', ...args], {
      cwd: root,
      encoding: 'utf8',
      timeout: 60_000,
    }).trim();
  const named = { name: 'small', version: '1.0.0' };
  const lock = JSON.stringify({
    ...named,
    lockfileVersion: 3,
    packages: {
      '': { ...named, workspaces: ['mf-a'] },
      'mf-a': { version: '1.0.0' },
      'node_modules/mf-a': { resolved: 'mf-a', link: true },
    },
  });
  write('package.json', JSON.stringify({ ...named, workspaces: ['mf-a'] }));
  write('package-lock.json', lock);
  write('mf-a/package.json', '{"name":"mf-a","version":"1.0.0"}');
  write('mf-a/src/a.ts', 'export const a = 1;\n');
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'A module');
  return { root, write, lock, commit: git('rev-parse', 'HEAD') };
}

it('records the commit, the inputs with their hashes, and the uncommitted changes of a build', async () => {
  const { root, write, lock, commit } = smallRepository();
  const record = async () => {
    const recorded = await recordBuild(readModule('mf-a', root), '1.0.0-local.1');
    return recorded?.record.buildDefinition;
  };
  // As `find . -type f | cut -c3- | LC_ALL=C sort | xargs sha256sum | sha256sum` in the folder.
  const dirHash = sha256(`${sha256('{"name":"mf-a","version":"1.0.0"}')}  package.json\n${sha256('export const a = 1;\n')}  src/a.ts\n`);
  const inputs = [
    { name: 'package-lock.json', digest: { sha256: sha256(lock) } },
    { name: 'mf-a', digest: { dirHash } },
  ];
  expect(await record()).toEqual({
    buildType: 'urn:guard-portal:portal-build:1',
    externalParameters: { module: 'mf-a', version: '1.0.0-local.1' },
    internalParameters: { platform: `${process.platform}-${process.arch}` },
    resolvedDependencies: [{ name: 'source', digest: { gitCommit: commit } }, ...inputs],
  });
  write('mf-a/src/a.test.ts', '// A test changes no build.');
  expect((await record())?.resolvedDependencies[0]).not.toHaveProperty('annotations');
  write('mf-a/src/b.ts', '');
  expect((await record())?.resolvedDependencies[0]).toEqual({
    name: 'source',
    digest: { gitCommit: commit },
    annotations: { uncommitted: ['mf-a/src/b.ts'] },
  });
}, 60_000);

it('[PROVENANCE-05] lists the runtime packages of a deployable in CycloneDX, without time, random number and development packages', async () => {
  const { text } = await sbomOf(repository, join(repository, 'api'), '1.2.3');
  const bom = JSON.parse(text);
  expect(Object.keys(bom)).toEqual(['$schema', 'bomFormat', 'specVersion', 'version', 'metadata', 'components', 'dependencies']);
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'api', type: 'application', version: '1.2.3' } } });
  expect(Object.keys(bom.metadata)).toEqual(['lifecycles', 'component']);
  const names = bom.components.map(({ name }: { name: string }) => name);
  // `npm sbom --omit dev` would omit nodemailer, which the tests of another workspace use.
  expect(names).toEqual(expect.arrayContaining(['fastify', 'nodemailer', 'commander']));
  for (const name of ['smtp-server', 'typescript', 'webpack']) expect(names).not.toContain(name);
  const [fastify] = bom.components.filter(({ name }: { name: string }) => name === 'fastify');
  expect(fastify).toMatchObject({ hashes: [{ alg: 'SHA-512' }], licenses: [{ license: { id: 'MIT' } }] });
}, 60_000);
