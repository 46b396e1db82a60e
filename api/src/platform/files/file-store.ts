import type { Readable } from 'node:stream';

/** Byte range of a file; both ends are inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredFileInfo {
  name: string;
  /** System time of the machine or service that stores it, in milliseconds. */
  modifiedAt: number;
}

/**
 * A store of files with flat names: a local folder, or a bucket shared by all machines. `file-store.test.ts` tests the common rules. Methods throw if
 * the store fails; a missing file is a normal result.
 */
export interface FileStore {
  /** Stores bytes; replaces an existing file. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Stores the content of a local file, which stays in place. */
  putFrom(name: string, path: string): Promise<void>;
  /** Opens a file or a part of it; null if it does not exist. */
  open(name: string, part?: ByteRange): Promise<Readable | null>;
  /** Renames a file. */
  move(from: string, to: string): Promise<void>;
  /** Removes a file, if it exists. */
  remove(name: string): Promise<void>;
  /** All files in pages, because there may be millions. */
  list(): AsyncIterable<readonly StoredFileInfo[]>;
  /** @throws if no file can be stored now. */
  check(): Promise<void>;
}

/** The store does not answer or cannot work now; the caller may retry. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}
