/** The signed provenance statement of a version, in its folder. Browsers never load it. */
export const PROVENANCE_FILE = 'provenance.json';
/** The software bill of materials of a version (CycloneDX), in its folder. Browsers never load it. */
export const SBOM_FILE = 'sbom.json';

/** A ResourceDescriptor of in-toto. */
export interface ResourceDescriptor {
  name: string;
  digest: Record<string, string>;
  annotations?: { uncommitted?: string[] };
}

/** The name of the descriptor with the commit. It is missing if the build ran outside a git repository. */
export const SOURCE = 'source';

/**
 * The predicate of SLSA provenance v1 as the build writes it; `publish` adds the builder's id. The format is described in
 * docs/decisions/29-provenance.md.
 */
export interface BuildRecord {
  buildDefinition: {
    buildType: string;
    externalParameters: { module: string; version: string };
    internalParameters: { platform: string };
    resolvedDependencies: ResourceDescriptor[];
  };
  runDetails: { builder: { version: Record<string, string> }; byproducts: ResourceDescriptor[] };
}

/** The commit of a build, and the changed files that no commit has. `commit` is null outside a git repository. */
export function sourceOf({ buildDefinition }: Pick<BuildRecord, 'buildDefinition'>): { commit: string | null; uncommitted: string[] } {
  const source = buildDefinition.resolvedDependencies.find(({ name }) => name === SOURCE);
  return { commit: source?.digest.gitCommit ?? null, uncommitted: source?.annotations?.uncommitted ?? [] };
}
