import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ModuleManifest } from '@portal/mf-kit/module';
import { RENDERER_FILE } from '@portal/mf-kit/renderer';
import { withSiblings } from './compress';
import { DICTIONARIES, deltasOf, earlierVersions } from './deltas';
import { integrityOf } from './integrity';
import { manifestFrom } from './manifest';
import { pathConflicts } from './patterns';
import { Refusal } from './refusal';
import { PUBLICATION, type Publication, readManifest, type Store } from './store';
import type { Token } from './token';
import { publicationText } from './vouch';
import { budgetProblem, weightOfPacked } from './weight';

export interface Published {
  name: string;
  version: string;
  /** False if the version already exists with the same files. */
  fresh: boolean;
  warnings: string[];
  /** Brotli bytes of the heaviest path's first load. */
  weight: number;
}

function readBuild(folder: string): { manifest: ModuleManifest; files: Map<string, Uint8Array> } {
  const file = join(folder, 'module.json');
  if (!existsSync(file)) throw new Refusal(`${folder} has no module.json; build the module first`);
  const bytes = readFileSync(file);
  const manifest = manifestFrom(bytes, file);
  const files = new Map<string, Uint8Array>([['module.json', bytes]]);
  for (const [name, { integrity }] of Object.entries(manifest.files)) {
    const content = existsSync(join(folder, name)) ? readFileSync(join(folder, name)) : null;
    if (!content || integrityOf(content) !== integrity)
      throw new Refusal(`${manifest.name}: ${name} does not match module.json; build again`);
    files.set(name, content);
  }
  return { manifest, files };
}

function readMaps(folder: string): Map<string, Uint8Array> {
  if (!existsSync(folder)) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => [relative(folder, join(entry.parentPath, entry.name)), readFileSync(join(entry.parentPath, entry.name))]),
  );
}

export interface Publisher extends Pick<Publication, 'by' | 'why'> {
  at: Date;
  /** The module that the publisher named. */
  asked?: string;
  /** Signs the version; null in a store without tokens. */
  token: Token | null;
  /** Versions of the module on devices, most frequent first, as dictionaries of deltas. */
  running?: readonly string[];
}

function publicationOf({ by, why, at, token }: Publisher, name: string, version: string, integrity: string): Publication {
  const said = { at: at.toISOString(), by, why };
  return token ? { ...said, token: token.id, signature: token.sign(publicationText(name, version, integrity, said)) } : said;
}

/** Whether every file has the same bytes; build time and commit may differ. */
function sameContent(a: ModuleManifest, b: ModuleManifest): boolean {
  const content = ({ builtAt: _at, commit: _commit, ...rest }: ModuleManifest) => JSON.stringify(rest);
  return content(a) === content(b);
}

/**
 * Adds the build in `folder` to the store, with its author and reason. Nothing becomes active. Throws if it is a build of another module
 * than named, changes a published version, or has no budget or exceeds it.
 */
export async function publish(
  store: Store,
  folder: string,
  live: Record<string, Pick<ModuleManifest, 'routes'>>,
  publisher?: Publisher,
): Promise<Published> {
  const { manifest, files } = readBuild(folder);
  const { name, version } = manifest;
  const asked = publisher?.asked;
  for (const own of [PUBLICATION, DICTIONARIES])
    if (own in manifest.files) throw new Refusal(`${name} ${version}: ${own} is the store's own file; call it otherwise`);
  // nginx reserves that folder for the host, and does not read manifests.
  if (manifest.renderer !== undefined && manifest.renderer !== RENDERER_FILE)
    throw new Refusal(`${name} ${version}: its renderer is ${manifest.renderer}, not ${RENDERER_FILE}; build again`);
  if (asked !== undefined && asked !== name) throw new Refusal(`that build is of ${name}, not of ${asked}`);
  const there = await readManifest(store, name, version);
  if (there) {
    if (sameContent(there.manifest, manifest)) return { name, version, fresh: false, warnings: [], weight: 0 };
    throw new Refusal(`${name} ${version} is published with other files; a version never changes: raise it in package.json`);
  }
  const packed = new Map(
    (
      await Promise.all(
        [...files].map(([file, bytes]) => (file === manifest.renderer ? [[file, bytes] as const] : withSiblings(file, bytes))),
      )
    ).flat(),
  );
  const weight = await weightOfPacked(manifest, packed);
  const problem = budgetProblem(manifest, weight);
  if (problem !== null) throw new Refusal(problem);
  const earlier = earlierVersions(publisher?.running ?? [], await store.versions(name));
  for (const [file, bytes] of await deltasOf(store, manifest, packed, earlier)) packed.set(file, bytes);
  const integrity = integrityOf(files.get('module.json') ?? '');
  if (publisher) packed.set(PUBLICATION, Buffer.from(JSON.stringify(publicationOf(publisher, name, version, integrity))));
  await store.add(name, version, packed, readMaps(`${folder}-maps`));
  const warnings = name === 'shell' ? [] : pathConflicts({ ...live, [name]: manifest });
  return { name, version, fresh: true, warnings, weight };
}
