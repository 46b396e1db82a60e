import type { ModuleManifest, Registry, SignedRegistry } from '@portal/mf-kit/module';
import { UserError } from '../errors';
import { MOST_FILE_BYTES } from './atomic-files';
import { integrityOf } from './integrity';
import { isSafeFile, parseManifest } from './manifest';

/** The change of one module, or of the service worker, in one revision. */
export interface Change {
  name: string;
  from: string | null;
  to: string;
  how: 'activate' | 'rollback' | 'dev' | 'canary' | 'promote' | 'stop' | 'switch';
  /** Percent of the devices that run the canary. */
  percent?: number;
}

/** One line of the append-only history. */
export interface HistoryLine {
  revision: number;
  at: string;
  by: string;
  why: string;
  /** The gate found problems, and `--force` overrode them. */
  forced?: true;
  /** The versions were declared as a fix of this, so an empty error budget did not refuse them. */
  fix?: string;
  changes: Change[];
  /** Other changes, in words; `module`: the module concerned. */
  did?: { what: string; module?: string };
}

/** Who published a version, and why; stored in its folder as `published.json`. The provenance statement names its hash. */
export interface Publication {
  at: string;
  by: string;
  why: string;
  /** The id of the token that signed the statement. */
  token?: string;
  /** It does not fit a shell that was live, and `--force` overrode that. */
  forced?: true;
}

/** In a version's folder, next to the files of its build. */
export const PUBLICATION = 'published.json';

export interface PublishedVersion {
  name: string;
  version: string;
  /** Time of the publication, in ms. */
  at: number;
  bytes: number;
}

/** A hidden version. */
export interface HiddenVersion extends PublishedVersion {
  /** Time of hiding, in ms. */
  since: number;
}

/** Names and versions become folders and keys, so they must not lead out of the store. */
export const isSafeName = (name: string): boolean => /^[a-z0-9][\w.-]*$/i.test(name);

/** Throws if a file has a name that could not be requested, or more bytes than are read. */
export function assertSafeFiles(name: string, version: string, ...all: Map<string, Uint8Array>[]): void {
  const unsafe = all.flatMap((files) => [...files.keys()]).filter((file) => !isSafeFile(file));
  if (unsafe.length > 0) throw new UserError(`${name} ${version}: no file may be called ${unsafe.join(', ')}; nothing was stored`);
  const large = all.flatMap((files) => [...files].flatMap(([file, { length }]) => (length > MOST_FILE_BYTES ? [file] : [])));
  if (large.length > 0)
    throw new UserError(`${name} ${version}: ${large.join(', ')} has more than ${MOST_FILE_BYTES / 2 ** 20} MiB; nothing was stored`);
}

export const prunedError = (name: string, version: string): UserError =>
  new UserError(`${name} ${version} was published once, and pruned; browsers keep its files: raise the version in package.json`);

/** Where versions and the registry are stored: a folder, or a bucket with conditional writes. Files of a published version never change. */
export interface Store {
  /**
   * Adds a version, all or nothing: its files with their compressed copies, and its source maps, which are never served. Throws if it
   * exists.
   */
  add(name: string, version: string, files: Map<string, Uint8Array>, maps: Map<string, Uint8Array>): Promise<void>;
  /** Modules with a published version, by name. */
  names(): Promise<string[]>;
  /** Published versions, oldest first. */
  versions(name: string): Promise<string[]>;
  /** Every version of every module, each module's oldest first. */
  published(): Promise<PublishedVersion[]>;
  /**
   * Hides a version in one step, to be restored or deleted. Its version number is never reused. Needs no disk space. @returns false if it
   * does not exist, or another process hid it
   */
  hide(name: string, version: string): Promise<boolean>;
  /** Hidden versions that are not restored or completely deleted; the process is running or was killed. */
  listHidden(): Promise<HiddenVersion[]>;
  /** @returns false if it is not hidden, or was deleted in part */
  unhide(name: string, version: string): Promise<boolean>;
  /** Deletes the files of a hidden version, including leftovers of another process. */
  deleteVersion(name: string, version: string): Promise<void>;
  /** Reads a file of a version; null if there is none. `encoding` selects its compressed copy. */
  read(name: string, version: string, file: string, encoding?: Encoding): Promise<Uint8Array | null>;
  /** The stored registry (the text of a SignedRegistry); null before the first activation. Throws if its own number is another one. */
  registry(): Promise<string | null>;
  /** The number of the active revision (0: none) and its place for an operator, and the highest number that a revision ever had. */
  latestRevision(): Promise<{ active: number; used: number; place: string }>;
  /**
   * Makes `line.revision` active with its history line if `expected` is still active. Throws Overtaken if it is not. @returns warnings
   * about errors after the change, which stays valid
   */
  appendRevision(expected: string | null, next: string, line: HistoryLine): Promise<string[]>;
  history(): Promise<HistoryLine[]>;
  /** A past revision as signed; null if there is none. */
  revision(revision: number): Promise<string | null>;
  /** Stores a signed candidate, apart from the revisions. */
  stage(id: string, text: string): Promise<void>;
  /** The ids of all candidates, including expired ones. */
  candidates(): Promise<string[]>;
  /** A candidate as signed; null if there is none. */
  candidate(id: string): Promise<string | null>;
  /** Stores a list of tokens, apart from the revision that names its hash. */
  writeTokens(id: string, text: string): Promise<void>;
  /** A stored list of tokens; null if there is none. */
  tokens(id: string): Promise<string | null>;
  /** Records the newest activated revision as signed, and replaces the earlier record. Hosts do not write it. */
  keepSeen(text: string): Promise<void>;
  /** That record; null if there is none. */
  seen(): Promise<string | null>;
  /** Stores the counts of one host and replaces its earlier ones; null deletes them. */
  writeHealth(host: string, text: string | null): Promise<void>;
  health(): Promise<Map<string, string>>;
  /** Stores the sums of one day for all hosts. Has no effect if the day is stored. */
  addHealthDay(day: string, text: string): Promise<void>;
  /** The stored sums by day. */
  healthDays(): Promise<Map<string, string>>;
  removeHealthDay(day: string): Promise<void>;
  /** Calls `changed` within two seconds after a change of the registry by any process. Returns the unsubscribe function. */
  watch(changed: () => void): () => void;
}

/**
 * Throws if the text at the place of a revision has the number of another one. The signature does not contain the place, so a writer of the
 * store could present an older revision as the newest one.
 */
export function assertOwnNumber(revision: number, text: string): void {
  const own = numberIn(text);
  // The reader verifies the signature, and reports a text that is no registry.
  if (own !== undefined && own !== revision) throw new UserError(`revision ${revision} of the store contains revision ${own}`);
}

/** The number in the text of a revision; undefined if the text is no registry. */
export function numberIn(text: string): number | undefined {
  try {
    return (JSON.parse((JSON.parse(text) as SignedRegistry).document) as Registry | null)?.revision;
  } catch {
    return undefined;
  }
}

const READS: ReadonlySet<string> = new Set<keyof Store>([
  'names',
  'versions',
  'published',
  'listHidden',
  'read',
  'registry',
  'latestRevision',
  'history',
  'revision',
  'candidates',
  'candidate',
  'tokens',
  'seen',
  'health',
  'healthDays',
  'watch',
]);

/** The store without its writes: each call of one rejects. A new method is a write until it is listed above. */
export function readOnlyStore(store: Store): Store {
  const methods = Object.entries(store).map(([name, method]) => [
    name,
    READS.has(name) ? method : async () => Promise.reject(new Error(`${name} is a write, and this store is only read`)),
  ]);
  return Object.fromEntries(methods) as Store;
}

export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A version's manifest and its bytes; null if it is not published. Throws if the store has the manifest of another version there. */
export async function readManifest(
  store: Store,
  name: string,
  version: string,
): Promise<{ manifest: ModuleManifest; bytes: Uint8Array } | null> {
  const bytes = await store.read(name, version, 'module.json');
  if (!bytes) return null;
  const manifest = parseManifest(bytes, `module.json of ${name} ${version} in the store`);
  if (manifest.name !== name || manifest.version !== version)
    throw new UserError(`module.json of ${name} ${version} in the store is of ${manifest.name} ${manifest.version}: put it back`);
  return { manifest, bytes };
}

/** Who published a version; null for versions of older releases, which have no such file. */
export async function readPublication(store: Store, name: string, version: string): Promise<Publication | null> {
  const bytes = await store.read(name, version, PUBLICATION);
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Publication);
}

/** A file of a version differs from the published one. */
export class TamperedFile extends Error {}

/**
 * Reads a file of a version; null if there is none. Throws `Changed` if it differs from the manifest. Code that serves or runs a file must
 * use this function.
 */
export async function readVerified(store: Store, { name, version, files }: ModuleManifest, file: string): Promise<Uint8Array | null> {
  const bytes = await store.read(name, version, file);
  if (bytes && integrityOf(bytes) !== files[file]?.integrity) throw new TamperedFile(`${file} is not the file that was published`);
  return bytes;
}
