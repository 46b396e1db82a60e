import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleManifest } from '@portal/mf-kit/module';
import type { Compilation } from 'webpack';
import { CALLS, callsOf, exportsOfRemote } from './calls';
import { compile } from './compile';
import { readDeclaration } from './declaration';
import { fontFiles, laterOf, listFiles, moveMaps, preloadOf, shellFiles } from './manifest';
import { prerenderInto } from './prerender';
import { preset } from './preset';
import { commitOf, recordBuild, writeRecord } from './provenance';
import { providedOnRequest, providedVersions } from './providedLibraries';
import { sourceHash } from './sources';
import { TYPES, typesOf } from './types';
import { workerInto } from './worker';
import { containerOf, type ModulePackage } from './workspace';

export interface BuildOptions {
  /** Appends `-local.<hash of the sources>` to the version, and skips the build if `out` already contains that version. */
  local?: boolean;
  /** Replaces the version in package.json. */
  version?: string;
  /** Default: `<dir>/dist`. Source maps go into `<out>-maps`. */
  out?: string;
}

export interface BuildResult {
  name: string;
  version: string;
  out: string;
  /** False if the sources have not changed. */
  fresh: boolean;
}

function alreadyBuilt(out: string, version: string): boolean {
  const file = join(out, 'module.json');
  return existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as ModuleManifest).version === version;
}

/** For a remote, the version ranges that it needs from the shell. For the shell, the versions that it provides. */
function sharedOf(module: ModulePackage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(providedVersions(module.dir)).map(([id, version]) => [id, module.kind === 'shell' ? version : `^${version}`]),
  );
}

const onRequestOf = (dir: string): Record<string, string> =>
  Object.fromEntries(Object.entries(providedOnRequest(dir)).map(([id, { requiredVersion }]) => [id, requiredVersion]));

/** The fields of `module.json` that differ between the shell and a remote. */
const kindFields = (module: ModulePackage, compilation: Compilation, routes: ModuleManifest['routes']) =>
  module.kind === 'shell'
    ? { ...shellFiles(compilation), saysReady: true as const }
    : {
        entry: 'remoteEntry.js',
        preload: preloadOf(compilation, routes),
        later: laterOf(compilation, routes),
        exposes: exportsOfRemote(compilation, module.dir),
        sharedOnRequest: onRequestOf(module.dir),
      };

/**
 * Builds one module into its folder and writes `module.json` there. The same commit and lock file give the same bytes. In a repository it
 * also writes the bill of materials and the record of the build, which `portal publish` signs. Throws if anything is missing or invalid.
 */
export async function build(module: ModulePackage, options: BuildOptions = {}): Promise<BuildResult> {
  const suffix = options.local ? `-local.${sourceHash(module.root, module.dir)}` : '';
  const version = options.version ?? module.version + suffix;
  const out = options.out ?? join(module.dir, 'dist');
  const done = { name: module.name, version, out };
  if (options.local && alreadyBuilt(out, version)) return { ...done, fresh: false };

  const { routes, portal, contracts, owner, objective } = await readDeclaration(module);
  const [recorded, types, compilation] = await Promise.all([
    recordBuild(module, version),
    typesOf(module),
    compile({ ...preset({ dir: module.dir, kind: module.kind, version, out }), devtool: 'hidden-source-map' }),
  ]);
  const calls = await callsOf(compilation);
  moveMaps(out, `${out}-maps`);
  const asTheyAre = join(module.dir, 'public');
  if (existsSync(asTheyAre)) cpSync(asTheyAre, out, { recursive: true });
  writeFileSync(join(out, CALLS), JSON.stringify(calls));
  writeFileSync(join(out, TYPES), JSON.stringify(types));
  const rendered = await prerenderInto(out, module, version, routes);
  const worker = module.kind === 'shell' ? await workerInto(out, module) : {};
  const listed = listFiles(out);
  const manifest: ModuleManifest = {
    name: module.name as ModuleManifest['name'],
    version,
    commit: commitOf(module.dir) ?? 'unknown',
    container: containerOf(module.name, version),
    ...kindFields(module, compilation, routes),
    routes,
    portal,
    contracts,
    shared: sharedOf(module),
    owner,
    objective,
    files: listed,
    ...(module.fonts === undefined ? {} : { fonts: fontFiles(Object.keys(listed), module.fonts) }),
    calls: CALLS,
    types: TYPES,
    ...rendered,
    ...worker,
    ...(module.budget === undefined ? {} : { budget: module.budget }),
    ...(recorded ? { attested: true as const } : {}),
  };
  writeFileSync(join(out, 'module.json'), `${JSON.stringify(manifest, null, 1)}\n`);
  if (recorded) writeRecord(out, recorded);
  return { ...done, fresh: true };
}
