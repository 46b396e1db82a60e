import { createPublicKey, verify } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleManifest } from '@portal/mf-kit/module';
import { attestFiles, COMMIT, fakeRecord } from '../../test/attest';
import { deploy, fakeBuild, info, newContext } from '../../test/fixtures';
import { activate } from '../commands/activate';
import { canary, promote } from '../commands/canary';
import { checkRollbacks } from '../commands/check-rollback';
import { publish } from '../commands/publish';
import { rollback } from '../commands/rollback';
import { stage } from '../commands/stage';
import { verify as verifyRevision } from '../commands/verify';
import { nextRegistry } from '../registry/next-registry';
import { loadKey } from '../registry/signatures';
import { readRegistry, writeRevision } from '../registry/update-registry';
import { hexOf, integrityOf } from '../store/integrity';

const jobs = (version: string, more = {}) => ({ name: 'mf-jobs', version, routes: { '/search-job': 'Search' }, script: version, ...more });
const requests = (version: string) => [{ name: 'mf-jobs', version }];
const refused = (version: string, why: string) =>
  `mf-jobs ${version} may not begin to run: ${why}. Build and publish it again with a higher version`;

const filesOf = (folder: string): Map<string, Uint8Array> =>
  new Map(
    ['module.json', 'remoteEntry.js', 'main.css', 'screen.js', 'prerendered/first.html'].map((file) => [
      file,
      readFileSync(join(folder, file)),
    ]),
  );

/** Stores a build of a portal before there were statements. Returns its manifest. */
async function addOlder({ store }: ReturnType<typeof newContext>, version: string) {
  const files = filesOf(fakeBuild(jobs(version)));
  const { attested: _attested, ...manifest } = JSON.parse(Buffer.from(files.get('module.json') ?? '').toString()) as ModuleManifest;
  const bytes = Buffer.from(JSON.stringify(manifest));
  await store.add('mf-jobs', version, files.set('module.json', bytes), new Map());
  return { manifest, bytes };
}

/** A store in which a portal before there were statements activated mf-jobs 0.9.0, and this one 1.0.0. */
async function beginWithOlder() {
  const context = newContext();
  await deploy(context, { name: 'shell' });
  const older = await addOlder(context, '0.9.0');
  const { text, registry } = await readRegistry(context);
  const next = nextRegistry(registry, [{ ...older, lastGood: null }], { ...info, at: '2026-05-01T12:00:00Z' });
  await writeRevision(context, text, next, { ...info, changes: [{ name: 'mf-jobs', from: null, to: '0.9.0', how: 'activate' }] });
  await deploy(context, jobs('1.0.0'));
  return context;
}

/** A store with two versions that ran, and 1.2.0, which did not. */
async function begin() {
  const context = newContext();
  await deploy(context, { name: 'shell' }, jobs('1.0.0'));
  await deploy(context, jobs('1.1.0'));
  await publish(context, fakeBuild(jobs('1.2.0')), {}, { ...info, token: null });
  return { context, fileOf: (version: string, file: string) => join(context.data, 'modules/mf-jobs', version, file) };
}

it('[PROVENANCE-02] publish signs an in-toto statement with SLSA provenance in a DSSE envelope', async () => {
  const { context, fileOf } = await begin();
  const envelope = JSON.parse(readFileSync(fileOf('1.2.0', 'provenance.json'), 'utf8'));
  const payload = Buffer.from(envelope.payload, 'base64');
  const type = 'application/vnd.in-toto+json';
  expect(envelope).toEqual({
    payloadType: type,
    payload: expect.any(String),
    signatures: [{ keyid: context.ops.publicKey, sig: expect.any(String) }],
  });
  // The text that DSSE 1.0 signs.
  const signed = Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} ${payload}`);
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: context.ops.publicKey }, format: 'jwk' });
  expect(verify(null, signed, key, Buffer.from(envelope.signatures[0].sig, 'base64'))).toBe(true);
  const digestOf = (file: string) => ({ sha384: hexOf(integrityOf(readFileSync(fileOf('1.2.0', file)))) });
  expect(JSON.parse(payload.toString())).toEqual({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'module.json', digest: digestOf('module.json') }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        ...{ buildType: 'urn:guard-portal:portal-build:1', externalParameters: { module: 'mf-jobs', version: '1.2.0' } },
        internalParameters: { platform: 'a test' },
        resolvedDependencies: [{ name: 'source', digest: { gitCommit: COMMIT } }],
      },
      runDetails: {
        builder: { id: `urn:guard-portal:publisher:${context.ops.publicKey}`, version: { node: process.versions.node } },
        byproducts: [
          { name: 'sbom.json', digest: digestOf('sbom.json') },
          { name: 'published.json', digest: digestOf('published.json') },
        ],
      },
    },
  });
});

it.each([
  ['a missing', (file: string) => rmSync(file), 'it has no provenance statement'],
  [
    "another version's",
    (file: string) => writeFileSync(file, readFileSync(file.replace('1.2.0', '1.1.0'))),
    'its provenance statement is of another build',
  ],
  [
    "an unknown person's",
    (file: string) => {
      const files = filesOf(fakeBuild(jobs('1.2.0')));
      attestFiles(files, loadKey(newContext().data, 'ops'));
      writeFileSync(file, files.get('provenance.json') ?? '');
    },
    'it is not signed with the ops key',
  ],
])('[PROVENANCE-03] no command lets a version with %s statement begin to run, also with force', async (_, spoil, why) => {
  const { context, fileOf } = await begin();
  spoil(fileOf('1.2.0', 'provenance.json'));
  const before = await context.store.registry();
  const forced = { ...info, force: true };
  for (const act of [
    () => activate(context, requests('1.2.0'), forced),
    () => canary(context, { name: 'mf-jobs', version: '1.2.0' }, 5, forced),
    () => stage(context, requests('1.2.0'), forced, 1),
    () => rollback(context, 'mf-jobs', '1.2.0', forced),
  ])
    await expect(act()).rejects.toThrow(refused('1.2.0', why));
  expect(await context.store.registry()).toBe(before);
});

it('promotes no canary whose statement was removed, and rolls back to no version without its statement', async () => {
  const { context, fileOf } = await begin();
  await canary(context, { name: 'mf-jobs', version: '1.2.0' }, 5, info);
  rmSync(fileOf('1.2.0', 'provenance.json'));
  rmSync(fileOf('1.0.0', 'provenance.json'));
  await expect(promote(context, { name: 'mf-jobs' }, info)).rejects.toThrow(refused('1.2.0', 'it has no provenance statement'));
  await expect(rollback(context, 'mf-jobs', undefined, info)).rejects.toThrow(
    `${refused('1.0.0', 'it has no provenance statement')}; no earlier version fits`,
  );
  expect((await checkRollbacks(context)).find(({ name }) => name === 'mf-jobs')?.problem).toContain('it has no provenance statement');
  await expect(verifyRevision(context)).rejects.toThrow(
    'mf-jobs 1.2.0: it has no provenance statement\nmf-jobs 1.0.0: it has no provenance statement',
  );
});

it('takes no version without its statement as the last good one', async () => {
  const { context, fileOf } = await begin();
  rmSync(fileOf('1.1.0', 'provenance.json'));
  const made = await activate(context, requests('1.2.0'), info);
  expect(made?.registry.modules['mf-jobs']?.lastGood?.version).toBe('1.0.0');
});

it('rolls back to a version that ran before there were statements, and states it', async () => {
  const context = await beginWithOlder();
  expect((await verifyRevision(context)).words).toContain('mf-jobs 0.9.0 was built before provenance statements');
  const { registry, warnings } = await rollback(context, 'mf-jobs', undefined, info);
  expect(registry.modules['mf-jobs']?.version).toBe('0.9.0');
  expect(warnings).toEqual(['mf-jobs 0.9.0 was built before provenance statements; it may run because it ran before']);
});

it('does not activate a version that was published before there were statements and never ran', async () => {
  const context = await beginWithOlder();
  await addOlder(context, '0.9.1');
  await expect(activate(context, requests('0.9.1'), { ...info, force: true })).rejects.toThrow(
    refused('0.9.1', 'it has no provenance statement'),
  );
});

it('activates a build with uncommitted changes in a store without tokens, whose statement names them', async () => {
  const { context } = await begin();
  const folder = fakeBuild(jobs('1.3.0'));
  writeFileSync(join(folder, 'provenance.json'), JSON.stringify(fakeRecord({ name: 'mf-jobs', version: '1.3.0' }, ['mf-jobs/src/a.ts'])));
  const { warnings } = await publish(context, folder, {});
  expect(warnings).toEqual([
    'mf-jobs 1.3.0: it was built with changes that no commit has (mf-jobs/src/a.ts), so a store with tokens would refuse it',
  ]);
  expect((await activate(context, requests('1.3.0'), info))?.registry.modules['mf-jobs']?.version).toBe('1.3.0');
});

it('publishes no build without a record, and none with a file of that name', async () => {
  const { context } = await begin();
  const folder = fakeBuild(jobs('1.3.0'));
  rmSync(join(folder, 'sbom.json'));
  await expect(publish(context, folder, {})).rejects.toThrow(
    'mf-jobs: the build has no record of its sources; build again, in a repository with a package-lock.json',
  );
  const own = fakeBuild(jobs('1.3.0', { contents: { 'sbom.json': '{"bomFormat":"CycloneDX"}' } }));
  await expect(publish(context, own, {})).rejects.toThrow("sbom.json is the store's own file");
});
