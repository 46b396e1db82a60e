import { CONTENT_HASH } from '@portal/mf-kit/assetName';
import type { ModuleManifest } from '@portal/mf-kit/module';
import { isUserError } from '../errors';
import { SUFFIX } from './compress';
import { mapConcurrent } from './concurrent';
import { readManifest, readVerified, type Store, TamperedFile } from './store';
import { HEAD_BYTES, hashOf, isValidDcz, toDcz } from './zstd';

/** A file in a version's folder that lists the files compressed with a file of an earlier version as dictionary. */
export const DICTIONARIES = 'dictionaries.json';

export interface Dictionary {
  version: string;
  file: string;
}
export interface DeltaFile {
  name: string;
  version: string;
  file: string;
  plain: Uint8Array;
}
/** File -> SHA-256 of a dictionary -> the file that is the dictionary. */
type Dictionaries = Record<string, Record<string, Dictionary>>;

/** Number of earlier versions used as dictionaries; each adds one compression to a publish. */
export const MOST_DICTIONARIES = 3;

/** A delta must be smaller than this share of the normally compressed file. */
const WORTH = 0.5;

/** Whether pages load the file, and probably an earlier version of it. */
export const hasDeltas = (file: string): boolean => /\.(js|css)$/.test(file);

/** The name in all versions, with a star for the content hash: `on-job.*.js`. */
export const stableName = (file: string): string => file.replace(CONTENT_HASH, '.*');

/** `Use-As-Dictionary` of a file: the browser offers it for the same file of other versions. */
export const dictionaryMatch = (name: string, file: string): string => `match="/modules/${name}/*/${stableName(file)}"`;

const siblingOf = (file: string, hash: string): string => `${file}.${Buffer.from(hash, 'base64').toString('hex').slice(0, 16)}.dcz`;

/** The versions that browsers most likely have: `running`, then the newest. */
export function earlierVersions(running: readonly string[], published: readonly string[]): string[] {
  const likely = [...running.filter((version) => published.includes(version)), ...[...published].reverse()];
  return [...new Set(likely)].slice(0, MOST_DICTIONARIES);
}

const nullIfDamaged = (error: unknown): null => {
  if (error instanceof TamperedFile || isUserError(error)) return null;
  throw error;
};

/**
 * Compresses the files of a new version with the same files of earlier versions, and lists them. `packed`: all its files with their
 * compressed copies. Damaged earlier versions are skipped.
 */
export async function createDeltas(
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
    const before = await readManifest(store, name, version).catch(nullIfDamaged);
    if (!before) continue;
    const named = new Map(Object.keys(before.manifest.files).map((file) => [stableName(file), file]));
    const dictionaries = await mapConcurrent(sent, async (file) => {
      const was = named.get(stableName(file));
      const dictionary = was === undefined ? null : await readVerified(store, before.manifest, was).catch(nullIfDamaged);
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

/** The dictionaries of a version's files by hash; empty if the list is unreadable. */
async function readDictionaries(store: Store, name: string, version: string): Promise<(file: string) => Map<string, Dictionary>> {
  const bytes = await store.read(name, version, DICTIONARIES);
  let list: Partial<Dictionaries> | null = null;
  try {
    if (bytes) list = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // A torn or invalid list: no delta is known.
  }
  return (file) =>
    new Map(
      Object.entries(list?.[file] ?? {})
        .filter(([, one]) => isDictionary(one))
        .slice(0, MOST_DICTIONARIES),
    );
}

/** The dictionaries of one file, by hash. */
export const dictionariesOf = async (store: Store, { name, version, file }: Omit<DeltaFile, 'plain'>): Promise<Map<string, Dictionary>> =>
  (await readDictionaries(store, name, version))(file);

/**
 * Reads a delta and checks that it decompresses to `plain`; `changed` if it does not; null if it cannot be checked, because the
 * dictionary's version was pruned.
 */
export async function readDelta(
  store: Store,
  { name, version, file, plain }: DeltaFile,
  hash: string,
  from: Dictionary,
): Promise<Uint8Array | 'changed' | null> {
  const dictionary = await store.read(name, from.version, from.file).catch(nullIfDamaged);
  if (!dictionary || hashOf(dictionary) !== hash) return null;
  const delta = await store.read(name, version, siblingOf(file, hash));
  return delta && (await isValidDcz(delta, plain, dictionary)) ? delta : 'changed';
}

/** The damaged deltas of a version. They are not sent, so the active set is not affected. */
export async function deltaProblems(store: Store, name: string, version: string): Promise<string[]> {
  const found = await readManifest(store, name, version);
  const dictionaries = await readDictionaries(store, name, version);
  const problems = await mapConcurrent(Object.keys(found?.manifest.files ?? {}), async (file) => {
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
