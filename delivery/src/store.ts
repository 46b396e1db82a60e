import type { ModuleManifest } from '@portal/mf-kit/module';
import { integrityOf } from './integrity';
import { isSafeFile, manifestFrom } from './manifest';
import { Refusal } from './refusal';

/** What one revision did to one module, or to the service worker. */
export interface Change {
  name: string;
  from: string | null;
  to: string;
  how: 'activate' | 'rollback' | 'dev' | 'canary' | 'promote' | 'stop' | 'switch';
  /** Of a canary: how many percent of the devices run it. */
  percent?: number;
}

/** One line of the append-only history. */
export interface HistoryLine {
  revision: number;
  at: string;
  by: string;
  why: string;
  /** The gate refused, and a person insisted. */
  forced?: true;
  changes: Change[];
  /** What else it did, in words; `module`: to whom. */
  did?: { what: string; module?: string };
}

/** Who published a version, and why; lies in its folder as `published.json`. */
export interface Publication {
  at: string;
  by: string;
  why: string;
  /** The token that signed it: its id, and the signature of `publicationText`. */
  token?: string;
  signature?: string;
}

/** In a version's folder, beside what its build made. */
export const PUBLICATION = 'published.json';

/** A version in the store. */
export interface PublishedVersion {
  name: string;
  version: string;
  /** When it came, in ms. */
  at: number;
  bytes: number;
}

/** A version that is out of everybody's sight. */
export interface AsideVersion extends PublishedVersion {
  /** When it was set aside, in ms. */
  since: number;
}

/** Names and versions become folders and keys: nothing that could climb out of the store. */
export const isSafeName = (name: string): boolean => /^[a-z0-9][\w.-]*$/i.test(name);

/** Refuses files that could not be asked for under their names. */
export function assertSafeFiles(name: string, version: string, ...all: Map<string, Uint8Array>[]): void {
  const unsafe = all.flatMap((files) => [...files.keys()]).filter((file) => !isSafeFile(file));
  if (unsafe.length > 0) throw new Refusal(`${name} ${version}: no file may be called ${unsafe.join(', ')}; nothing was stored`);
}

export const goneOnce = (name: string, version: string): Refusal =>
  new Refusal(`${name} ${version} was published once, and pruned; browsers keep its files: raise the version in package.json`);

/**
 * Where versions and the registry live: a folder, or a bucket with conditional writes.
 * Files of a version never change once they are published.
 */
export interface Store {
  /** Adds a version, all or nothing: its files (with their precompressed siblings) and, apart and never served, its source maps. Refuses one that exists. */
  add(name: string, version: string, files: Map<string, Uint8Array>, maps: Map<string, Uint8Array>): Promise<void>;
  /** Modules with a published version, by name. */
  names(): Promise<string[]>;
  /** Published versions, oldest first. */
  versions(name: string): Promise<string[]>;
  /** Every version of every module, each module's oldest first. */
  published(): Promise<PublishedVersion[]>;
  /**
   * Takes a version out of everybody's sight, whole: then it is put back, or erased. Its number is never given again. Needs no place on a disk.
   * @returns false when it is not there, or another one set it aside
   */
  setAside(name: string, version: string): Promise<boolean>;
  /** What was set aside and is neither back nor erased to its end: by who is at it, or was killed at it. */
  aside(): Promise<AsideVersion[]>;
  /** @returns false when it is not set aside, or was erased in part */
  putBack(name: string, version: string): Promise<boolean>;
  /** Removes the files of a version that is set aside, also what another one left of them. */
  erase(name: string, version: string): Promise<void>;
  /** A version's file; null when there is none. `encoding` asks for its precompressed sibling. */
  read(name: string, version: string, file: string, encoding?: Encoding): Promise<Uint8Array | null>;
  /** The registry as stored (the text of a SignedRegistry); null before the first activation. */
  registry(): Promise<string | null>;
  /** The highest number that a revision ever had, and where a person finds the one that runs. */
  newest(): Promise<{ used: number; place: string }>;
  /**
   * Makes `line.revision` the one that runs, with its line of the history, when `expected` still is; throws Overtaken when it is not.
   * @returns what went wrong after it ran, and changes nothing of that
   */
  swap(expected: string | null, next: string, line: HistoryLine): Promise<string[]>;
  history(): Promise<HistoryLine[]>;
  /** A past revision as it was signed; null when there is none. */
  revision(revision: number): Promise<string | null>;
  /** Keeps a candidate apart from the revisions, as it was signed. */
  stage(id: string, text: string): Promise<void>;
  /** The ids of all candidates, also of those that have ended. */
  candidates(): Promise<string[]>;
  /** A candidate as it was signed; null when there is none. */
  candidate(id: string): Promise<string | null>;
  /** Keeps a list of tokens, apart from the revision that names it by its hash. */
  keepTokens(id: string, text: string): Promise<void>;
  /** A list of tokens as it was kept; null when there is none. */
  tokens(id: string): Promise<string | null>;
  /** Records the newest revision that was activated, as it was signed, in place of the record before it. Hosts do not write it. */
  keepSeen(text: string): Promise<void>;
  /** That record; null when there is none. */
  seen(): Promise<string | null>;
  /** Keeps what one host counted, in place of what it kept before; null: nothing more. */
  keepHealth(host: string, text: string | null): Promise<void>;
  /** What each host counted, by host. */
  health(): Promise<Map<string, string>>;
  /** Calls back soon after the registry changed, by whatever process. Returns how to stop. */
  watch(changed: () => void): () => void;
}

export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A version's manifest and the hash of its very bytes; null when it is not published. */
export async function readManifest(
  store: Store,
  name: string,
  version: string,
): Promise<{ manifest: ModuleManifest; bytes: Uint8Array } | null> {
  const bytes = await store.read(name, version, 'module.json');
  return bytes && { manifest: manifestFrom(bytes, `module.json of ${name} ${version} in the store`), bytes };
}

/** Who published a version; null for one of before. */
export async function readPublication(store: Store, name: string, version: string): Promise<Publication | null> {
  const bytes = await store.read(name, version, PUBLICATION);
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Publication);
}

/** A file of a version is not the one that was published. */
export class Changed extends Error {}

/**
 * A file of a version as it was published; null when there is none. Throws `Changed` when it was changed: whoever shows or runs a file reads it by this.
 */
export async function readListed(store: Store, { name, version, files }: ModuleManifest, file: string): Promise<Uint8Array | null> {
  const bytes = await store.read(name, version, file);
  if (bytes && integrityOf(bytes) !== files[file]?.integrity) throw new Changed(`${file} is not the file that was published`);
  return bytes;
}
