import { CONTENT_HASH } from '@portal/mf-kit/assetName';
import type { ModuleManifest } from '@portal/mf-kit/module';
import { SUFFIX } from './compress';
import { each } from './lanes';
import { isRefusal } from './refusal';
import { Changed, readListed, readManifest, type Store } from './store';
import { HEAD_BYTES, hashOf, isDczOf, toDcz } from './zstd';

/** Lies in a version's folder, and says which of its files are there packed with a file of an earlier version as their dictionary. */
export const DICTIONARIES = 'dictionaries.json';

/** A file of an earlier version. */
export interface Dictionary {
  version: string;
  file: string;
}
/** A file of a version, with its bytes. */
export interface DeltaFile {
  name: string;
  version: string;
  file: string;
  plain: Uint8Array;
}
/** File -> SHA-256 of a dictionary that it was packed with -> what that is. */
type Dictionaries = Record<string, Record<string, Dictionary>>;

/** So many earlier versions are dictionaries: each costs a publish the time of packing once more. */
export const MOST_DICTIONARIES = 3;

/** A delta that is not clearly smaller than what every browser takes is not worth its place. */
const WORTH = 0.5;

/** What pages load of a module, version after version. */
export const hasDeltas = (file: string): boolean => /\.(js|css)$/.test(file);

/** What a file is called in all versions, with a star for the hash of its content: `on-job.*.js`. */
export const nameInAll = (file: string): string => file.replace(CONTENT_HASH, '.*');

/** `Use-As-Dictionary` of a file: a browser offers it for the same file of other versions. */
export const usedFor = (name: string, file: string): string => `match="/modules/${name}/*/${nameInAll(file)}"`;

const siblingOf = (file: string, hash: string): string => `${file}.${Buffer.from(hash, 'base64').toString('hex').slice(0, 16)}.dcz`;

/** The versions whose files browsers have most likely: `running`, and then those that came last. */
export function earlierVersions(running: readonly string[], published: readonly string[]): string[] {
  const likely = [...running.filter((version) => published.includes(version)), ...[...published].reverse()];
  return [...new Set(likely)].slice(0, MOST_DICTIONARIES);
}

const unlessDamaged = (error: unknown): null => {
  if (error instanceof Changed || isRefusal(error)) return null;
  throw error;
};

/**
 * Files of a version that is about to be published, packed with the same files of earlier ones, and the list of them. `packed`: all its files
 * and their siblings. An earlier version that is damaged is none to start from.
 */
export async function deltasOf(
  store: Store,
  { name, files, renderer, worker }: ModuleManifest,
  packed: ReadonlyMap<string, Uint8Array>,
  earlier: readonly string[],
): Promise<[string, Uint8Array][]> {
  const list: Dictionaries = {};
  const deltas: [string, Uint8Array][] = [];
  const most = (file: string) => WORTH * ((packed.get(file + SUFFIX.br) ?? packed.get(file))?.length ?? 0);
  const sent = Object.keys(files).filter((file) => hasDeltas(file) && file !== renderer && file !== worker && most(file) > HEAD_BYTES);
  for (const version of earlier) {
    const before = await readManifest(store, name, version).catch(unlessDamaged);
    if (!before) continue;
    const named = new Map(Object.keys(before.manifest.files).map((file) => [nameInAll(file), file]));
    const dictionaries = await each(sent, async (file) => {
      const was = named.get(nameInAll(file));
      const dictionary = was === undefined ? null : await readListed(store, before.manifest, was).catch(unlessDamaged);
      return was === undefined || !dictionary ? [] : [{ file, was, dictionary }];
    });
    for (const { file, was, dictionary } of dictionaries.flat()) {
      const hash = hashOf(dictionary);
      if (list[file]?.[hash]) continue;
      const delta = await toDcz(packed.get(file) ?? new Uint8Array(), dictionary);
      if (delta.length > most(file)) continue;
      list[file] = { ...list[file], [hash]: { version, file: was } };
      deltas.push([siblingOf(file, hash), delta]);
    }
  }
  return deltas.length === 0 ? [] : [...deltas, [DICTIONARIES, Buffer.from(JSON.stringify(list))]];
}

const isDictionary = (given: unknown): given is Dictionary => {
  const { version, file } = (given ?? {}) as Partial<Dictionary>;
  return typeof version === 'string' && typeof file === 'string';
};

/** What a version's files were packed with: of a file, by hash; nothing where the list cannot be read. */
async function readDictionaries(store: Store, name: string, version: string): Promise<(file: string) => Map<string, Dictionary>> {
  const bytes = await store.read(name, version, DICTIONARIES);
  let list: Partial<Dictionaries> | null = null;
  try {
    if (bytes) list = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // Half of it, or another one: nothing is known of any delta.
  }
  return (file) =>
    new Map(
      Object.entries(list?.[file] ?? {})
        .filter(([, one]) => isDictionary(one))
        .slice(0, MOST_DICTIONARIES),
    );
}

/** By hash, the dictionaries that a file of a version was packed with. */
export const dictionariesOf = async (store: Store, { name, version, file }: Omit<DeltaFile, 'plain'>): Promise<Map<string, Dictionary>> =>
  (await readDictionaries(store, name, version))(file);

/**
 * A file packed with that dictionary, where it unpacks to `plain`; `changed` when it does not; null when that cannot be looked at, because the
 * dictionary's version was pruned.
 */
export async function readDelta(
  store: Store,
  { name, version, file, plain }: DeltaFile,
  hash: string,
  from: Dictionary,
): Promise<Uint8Array | 'changed' | null> {
  const dictionary = await store.read(name, from.version, from.file).catch(unlessDamaged);
  if (!dictionary || hashOf(dictionary) !== hash) return null;
  const delta = await store.read(name, version, siblingOf(file, hash));
  return delta && (await isDczOf(delta, plain, dictionary)) ? delta : 'changed';
}

/** Deltas of a version that do not hold. They are sent to nobody, so nothing that runs is the worse for them. */
export async function deltaProblems(store: Store, name: string, version: string): Promise<string[]> {
  const found = await readManifest(store, name, version);
  const dictionaries = await readDictionaries(store, name, version);
  const problems = await each(Object.keys(found?.manifest.files ?? {}), async (file) => {
    const changed: string[] = [];
    for (const [hash, from] of dictionaries(file)) {
      const plain = await store.read(name, version, file);
      const delta = plain && (await readDelta(store, { name, version, file, plain }, hash, from));
      if (delta === 'changed') changed.push(`${name} ${version}: ${siblingOf(file, hash)} was changed`);
    }
    return changed;
  });
  return problems.flat();
}
