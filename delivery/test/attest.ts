import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleManifest } from '@portal/mf-kit/module';
import { type BuildRecord, PROVENANCE_FILE, SBOM_FILE, SOURCE } from '@portal/mf-kit/provenance';
import { signStatement } from '../src/gate/statement';
import type { Key } from '../src/registry/signatures';
import type { SigningToken } from '../src/registry/signing-token';
import { hexOf, integrityOf } from '../src/store/integrity';

const SBOM = Buffer.from('{"bomFormat":"CycloneDX"}');
export const COMMIT = '0123456789abcdef0123456789abcdef01234567';

type Named = Pick<ModuleManifest, 'name' | 'version'>;

/** The record of a build from a commit; `uncommitted`: its changes that no commit has. */
export const fakeRecord = ({ name, version }: Named, uncommitted: string[] = []): BuildRecord => ({
  buildDefinition: {
    buildType: 'urn:guard-portal:portal-build:1',
    externalParameters: { module: name, version },
    internalParameters: { platform: 'a test' },
    resolvedDependencies: [
      { name: SOURCE, digest: { gitCommit: COMMIT }, ...(uncommitted.length > 0 && { annotations: { uncommitted } }) },
    ],
  },
  runDetails: {
    builder: { version: { node: process.versions.node } },
    byproducts: [{ name: SBOM_FILE, digest: { sha384: hexOf(integrityOf(SBOM)) } }],
  },
});

/** Makes a build without a record ready for a publish, for example one of a release before there were records. */
export function attestBuild(folder: string): void {
  if (existsSync(join(folder, PROVENANCE_FILE))) return;
  const file = join(folder, 'module.json');
  const manifest = { ...(JSON.parse(readFileSync(file, 'utf8')) as ModuleManifest), attested: true };
  writeFileSync(file, JSON.stringify(manifest));
  writeFileSync(join(folder, SBOM_FILE), SBOM);
  writeFileSync(join(folder, PROVENANCE_FILE), JSON.stringify(fakeRecord(manifest)));
}

/** Adds the signed statement to the files of a version that a test stores without a publish. */
export function attestFiles(files: Map<string, Uint8Array>, signer: Key | SigningToken, record?: BuildRecord): void {
  const listing = files.get('module.json') ?? '';
  const manifest = JSON.parse(new TextDecoder().decode(listing as Uint8Array)) as ModuleManifest;
  files.set(SBOM_FILE, SBOM);
  const stated = { record: record ?? fakeRecord(manifest), integrity: integrityOf(listing), publication: undefined };
  files.set(PROVENANCE_FILE, signStatement(stated, signer));
}
