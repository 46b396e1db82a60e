import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { ModuleManifest } from '@portal/mf-kit/module';
import { type BuildRecord, PROVENANCE_FILE, SBOM_FILE } from '@portal/mf-kit/provenance';
import { RENDERER_FILE } from '@portal/mf-kit/renderer';
import { UserError } from '../errors';
import { OPS_SCOPE, sourceProblem } from '../gate/attestation';
import { budgetProblem, weightOfPacked } from '../gate/budget';
import { checkTypes, type LiveShell, loadShells, NoTypes } from '../gate/shell-types';
import { signStatement } from '../gate/statement';
import { buildFolder } from '../paths';
import { loadableVersions, moduleEntry } from '../registry/next-registry';
import { pathConflicts } from '../registry/route-owners';
import type { SigningToken } from '../registry/signing-token';
import { type CommandContext, readRegistry, type VersionRef } from '../registry/update-registry';
import { withCompressedCopies } from '../store/compress';
import { createDeltas, DICTIONARIES, earlierVersions } from '../store/deltas';
import { integrityOf } from '../store/integrity';
import { parseManifest } from '../store/manifest';
import { PUBLICATION, type Publication, readManifest } from '../store/store';
import { activate } from './activate';
import { changeInfo, command, fixOption, forceOption, formatOutcome, resolveActor, whyOption } from './command';
import { outcomeText } from './format';

export interface Published {
  name: string;
  version: string;
  /** False if the version already exists with the same files. */
  fresh: boolean;
  /** Problems that its activation would state. */
  warnings: string[];
  /** Shells with which it was not compared, or which it does not fit. */
  notes: string[];
  /** Brotli bytes of the heaviest path's first load. */
  weight: number;
}

interface Build {
  manifest: ModuleManifest;
  files: Map<string, Uint8Array>;
  record: BuildRecord;
  sbom: Uint8Array;
}

function readBuild(folder: string): Build {
  const file = join(folder, 'module.json');
  if (!existsSync(file)) throw new UserError(`${folder} has no module.json; build the module first`);
  const bytes = readFileSync(file);
  const manifest = parseManifest(bytes, file);
  const files = new Map<string, Uint8Array>([['module.json', bytes]]);
  for (const [name, { integrity }] of Object.entries(manifest.files)) {
    const content = existsSync(join(folder, name)) ? readFileSync(join(folder, name)) : null;
    if (!content || integrityOf(content) !== integrity)
      throw new UserError(`${manifest.name}: ${name} does not match module.json; build again`);
    files.set(name, content);
  }
  const [record, sbom] = [PROVENANCE_FILE, SBOM_FILE].map((own) =>
    existsSync(join(folder, own)) ? readFileSync(join(folder, own)) : null,
  );
  if (!manifest.attested || !record || !sbom)
    throw new UserError(`${manifest.name}: the build has no record of its sources; build again, in a repository with a package-lock.json`);
  return { manifest, files, record: JSON.parse(record.toString()) as BuildRecord, sbom };
}

function readMaps(folder: string): Map<string, Uint8Array> {
  if (!existsSync(folder)) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => [relative(folder, join(entry.parentPath, entry.name)), readFileSync(join(entry.parentPath, entry.name))]),
  );
}

export interface Publisher extends Pick<Publication, 'by' | 'why'> {
  /** The module that the publisher named. */
  requestedModule?: string;
  /** Signs the version; null in a store without tokens, where the ops key signs. */
  token: SigningToken | null;
  /** Versions of the module on devices, most frequent first, as dictionaries of deltas. */
  running?: readonly string[];
  /** The shells under which the module may run. */
  shells?: readonly LiveShell[];
  /** Whether the command makes a version active, which was perhaps published earlier. */
  isActivated?: (one: VersionRef) => boolean;
  /** Publishes a module that does not fit one of them, which `published.json` records. */
  force?: boolean;
}

const publicationOf = ({ by, why, token }: Publisher, at: Date, isForced: boolean): Publication => ({
  at: at.toISOString(),
  by,
  why,
  ...(token && { token: token.id }),
  ...(isForced && { forced: true }),
});

/** Compares the types of a remote with the shells under which it may run. Throws if it does not fit one of them, without `force`. */
async function requireTypes(
  build: Build,
  folder: string,
  { shells = [], force = false }: Publisher,
): Promise<{ warnings: string[]; isForced: boolean }> {
  if (build.manifest.name === 'shell') return { warnings: [], isForced: false };
  const { problems, warnings } = await checkTypes(build, folder, shells);
  if (problems.length === 0) return { warnings, isForced: false };
  if (force) return { warnings: [...warnings, `--force was used: ${problems.join('\n')}`], isForced: true };
  throw new UserError(
    `${problems.join('\n')}\nKeep what the shell gives, or raise PORTAL_VERSION and activate both together; --force overrules it`,
  );
}

/** The shell of a build, before it is published. */
function builtShell(folder: string): LiveShell {
  const { manifest, files } = readBuild(folder);
  const types = manifest.types === undefined ? undefined : files.get(manifest.types);
  return {
    version: manifest.version,
    portal: manifest.portal,
    types: types ?? new NoTypes('it was built before types were stored'),
    isReplaced: false,
  };
}

/** Whether every file has the same bytes; the commit may differ. */
function sameContent(a: ModuleManifest, b: ModuleManifest): boolean {
  const content = ({ commit: _commit, ...rest }: ModuleManifest) => JSON.stringify(rest);
  return content(a) === content(b);
}

/**
 * Adds the build in `folder` to the store, with its author, reason and signed provenance statement. Nothing becomes active. Throws if it is
 * a build of another module than named, changes a published version, or has no budget or exceeds it; with a token also if a commit does not
 * contain its sources.
 */
export async function publish(
  { store, ops, now }: Pick<CommandContext, 'store' | 'ops' | 'now'>,
  folder: string,
  live: Record<string, Pick<ModuleManifest, 'routes'>>,
  publisher?: Publisher,
): Promise<Published> {
  const build = readBuild(folder);
  const { manifest, files, record, sbom } = build;
  const { name, version } = manifest;
  const requestedModule = publisher?.requestedModule;
  for (const own of [PUBLICATION, DICTIONARIES, PROVENANCE_FILE, SBOM_FILE])
    if (own in manifest.files) throw new UserError(`${name} ${version}: ${own} is the store's own file; call it otherwise`);
  // nginx reserves that folder for the host, and does not read manifests.
  if (manifest.renderer !== undefined && manifest.renderer !== RENDERER_FILE)
    throw new UserError(`${name} ${version}: its renderer is ${manifest.renderer}, not ${RENDERER_FILE}; build again`);
  if (requestedModule !== undefined && requestedModule !== name) throw new UserError(`that build is of ${name}, not of ${requestedModule}`);
  const there = await readManifest(store, name, version);
  if (there) {
    if (!sameContent(there.manifest, manifest))
      throw new UserError(`${name} ${version} is published with other files; a version never changes: raise it in package.json`);
    const notes = publisher?.isActivated?.({ name, version }) ? (await requireTypes(build, folder, publisher)).warnings : [];
    return { name, version, fresh: false, warnings: [], notes, weight: 0 };
  }
  const packed = new Map(
    (
      await Promise.all(
        [...files].map(([file, bytes]) => (file === manifest.renderer ? [[file, bytes] as const] : withCompressedCopies(file, bytes))),
      )
    ).flat(),
  );
  const weight = await weightOfPacked(manifest, packed);
  const problem = budgetProblem(manifest, weight);
  if (problem !== null) throw new UserError(problem);
  const earlier = earlierVersions(publisher?.running ?? [], await store.versions(name));
  for (const [file, bytes] of await createDeltas(store, manifest, packed, earlier)) packed.set(file, bytes);
  const source = sourceProblem(record);
  if (publisher?.token && source !== null) throw new UserError(`${name} ${version}: ${source}; commit everything and build again`);
  const typed = publisher ? await requireTypes(build, folder, publisher) : { warnings: [], isForced: false };
  const integrity = integrityOf(files.get('module.json') ?? '');
  packed.set(SBOM_FILE, sbom);
  if (publisher) packed.set(PUBLICATION, Buffer.from(JSON.stringify(publicationOf(publisher, now(), typed.isForced))));
  packed.set(PROVENANCE_FILE, signStatement({ record, integrity, publication: packed.get(PUBLICATION) }, publisher?.token ?? ops));
  await store.add(name, version, packed, readMaps(`${folder}-maps`));
  const warnings = [
    ...(name === 'shell' ? [] : pathConflicts({ ...live, [name]: manifest })),
    ...(source === null ? [] : [`${name} ${version}: ${source}, so a store with tokens would refuse it`]),
  ];
  return { name, version, fresh: true, warnings, notes: typed.warnings, weight };
}

export const publishCommand = command({
  name: 'publish',
  summary: 'Adds the build of a module to the store, if it fits the live shells. Nothing becomes active without --activate.',
  arguments: '<module...>',
  options: {
    dir: { value: 'folder', about: 'the build of the one module, instead of its dist' },
    activate: { about: 'makes the published versions active, as portal activate does' },
    first: { about: 'with --activate: does nothing if a set is active already' },
    ...whyOption,
    ...fixOption,
    ...forceOption,
  },
  needsApi: true,
  async run(context, names, options, token) {
    if (options.dir && names.length > 1) throw new UserError('--dir is for one module');
    if (options.first && !options.activate) throw new UserError('--first needs --activate: it is for a store without an active set');
    const { used } = await context.store.latestRevision();
    // Checked before a token or the API is needed, because hosts that wait for this command serve the active set without either.
    if (options.first && used > 0)
      return { ...formatOutcome(null), text: `revision ${used} exists already: the active set is unchanged, nothing was published` };
    const by = await resolveActor(context, token, options.activate ? [OPS_SCOPE, ...names] : names, options.by);
    const publisher = { by, why: options.why ?? 'published', token };
    const { registry } = await readRegistry(context);
    const isActivated = ({ name, version }: VersionRef): boolean => {
      const entry = moduleEntry(registry, name);
      return options.activate === true && entry?.version !== version && entry?.quarantined[version] === undefined;
    };
    const built = names.includes('shell') ? builtShell(options.dir ? resolve(options.dir) : buildFolder('shell')) : null;
    const newShell = built && isActivated({ name: 'shell', version: built.version }) ? built : null;
    const before = await loadShells(context.store, registry, newShell !== null);
    const shells = newShell ? [newShell, ...before.filter(({ version }) => version !== newShell.version)] : before;
    const lines: string[] = [];
    const published: object[] = [];
    const requests: VersionRef[] = [];
    for (const name of names) {
      const made = await publish(context, options.dir ? resolve(options.dir) : buildFolder(name), registry?.modules ?? {}, {
        ...publisher,
        requestedModule: name,
        running: loadableVersions(registry, name),
        shells,
        isActivated,
        force: options.force ?? false,
      });
      const { version, fresh, warnings, notes, weight } = made;
      published.push(made);
      const heaviest = `published (${(weight / 1024).toFixed(1)} kB for its heaviest path)`;
      lines.push(`${name} ${version}${fresh ? ` ${heaviest}` : ': nothing to publish'}`);
      lines.push(...[...notes, ...(options.activate ? [] : warnings)].map((warning) => `warning: ${warning}`));
      const reason = moduleEntry(registry, name)?.quarantined[version];
      if (reason === undefined) requests.push({ name, version });
      else lines.push(`${name} ${version} was not activated: it is quarantined (${reason})`);
    }
    if (!options.activate) return { text: lines.join('\n'), data: { published } };
    const outcome = await activate(context, requests, changeInfo({ ...options, by }, 'published'));
    const last = outcome ? outcomeText(outcome) : `revision ${registry?.revision} stays, nothing changed`;
    return { text: [...lines, last].join('\n'), data: { published, ...(formatOutcome(outcome).data as object) } };
  },
});
