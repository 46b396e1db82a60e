import type { Readable } from 'node:stream';

/** Bytes of a file, both counted in. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A file that is stored. */
export interface StoredFileInfo {
  name: string;
  /** True time, in milliseconds: that of the machine or service which stores it. */
  modifiedAt: number;
}

/**
 * Where files are kept under flat names: a folder of this machine, or a bucket that all machines share. What both keep to is in
 * `store.test.ts`. Whatever cannot be done just now is thrown; a file that is not there is an answer.
 */
export interface FileStore {
  /** Stores bytes; what has the name already is replaced. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** The same with what lies in a file of this machine, which stays. */
  putFrom(name: string, path: string): Promise<void>;
  /** Opens a file, or a part of it; null when it is not there. */
  open(name: string, part?: ByteRange): Promise<Readable | null>;
  /** Gives a file another name. */
  move(from: string, to: string): Promise<void>;
  /** Removes a file; one that is not there is gone already. */
  remove(name: string): Promise<void>;
  /** All files, some at a time: there may be millions. */
  list(): AsyncIterable<readonly StoredFileInfo[]>;
  /** @throws when nothing can be stored just now. */
  check(): Promise<void>;
}

/** The store does not answer, or cannot do it just now: the caller may try again. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}
