import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildRecord } from '@portal/mf-kit/provenance';
import { PROVENANCE_FILE, SBOM_FILE, SOURCE } from '@portal/mf-kit/provenance';
import { sbomOf } from './sbom';
import { inputsOf, isSource, LOCK_FILE } from './sources';
import type { ModulePackage } from './workspace';

/** Enough to find the change; the statement stays small. */
const MOST_NAMED = 20;

const git = (dir: string, ...args: string[]): string =>
  execFileSync('git', ['--no-optional-locks', ...args], { cwd: dir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** The commit of the checkout; null outside a git repository. */
export function commitOf(dir: string): string | null {
  try {
    return git(dir, 'rev-parse', 'HEAD').trim();
  } catch {
    return null;
  }
}

/** Inputs that differ from the commit. */
const uncommittedIn = (root: string, inputs: readonly string[]): string[] =>
  git(root, 'status', '--porcelain', '--untracked-files=all', '--', ...inputs)
    .split('\n')
    .map((line) => line.slice(3))
    .filter((path) => path !== '' && isSource(path));

type BuildInputs = Omit<BuildRecord, 'runDetails'>;

/** Describes a build before it begins, because a person may change a file while it runs. */
function describeInputs({ root, dir, name }: ModulePackage, version: string): BuildInputs {
  const inputs = inputsOf(root, dir);
  const commit = commitOf(dir);
  const uncommitted =
    commit === null
      ? []
      : uncommittedIn(
          root,
          inputs.map((input) => input.name),
        ).slice(0, MOST_NAMED);
  return {
    buildDefinition: {
      buildType: 'urn:guard-portal:portal-build:1',
      externalParameters: { module: name, version },
      internalParameters: { platform: `${process.platform}-${process.arch}` },
      resolvedDependencies: [
        ...(commit === null
          ? []
          : [{ name: SOURCE, digest: { gitCommit: commit }, ...(uncommitted.length > 0 && { annotations: { uncommitted } }) }]),
        ...inputs,
      ],
    },
  };
}

export interface RecordedBuild {
  record: BuildRecord;
  sbom: string;
}

/** The record of a build and its bill of materials; null outside a repository, where nothing can be published. Called before the build. */
export async function recordBuild(module: ModulePackage, version: string): Promise<RecordedBuild | null> {
  if (!existsSync(join(module.root, LOCK_FILE))) return null;
  const inputs = describeInputs(module, version);
  const { text: sbom, npm } = await sbomOf(module.root, module.dir, version);
  const byproducts = [{ name: SBOM_FILE, digest: { sha384: createHash('sha384').update(sbom).digest('hex') } }];
  return { record: { ...inputs, runDetails: { builder: { version: { node: process.versions.node, npm } }, byproducts } }, sbom };
}

/** Writes both next to the files of the build, and not among those that `module.json` lists. */
export function writeRecord(out: string, { record, sbom }: RecordedBuild): void {
  writeFileSync(join(out, SBOM_FILE), sbom);
  writeFileSync(join(out, PROVENANCE_FILE), `${JSON.stringify(record, null, 1)}\n`);
}
