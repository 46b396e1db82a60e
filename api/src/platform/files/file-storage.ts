import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { systemClock } from '@portal/contracts/_kernel/clock';
import { requireNoTransaction } from '../database/db';
import type { ByteRange, FileStore } from './file-store';
import { folderStore } from './folder-store';
import { withReadTimeout } from './read-timeout';
import { type BucketConfig, openS3Store } from './s3-store';

/** Location of files: `dataFolder` contains temporary files, and without a bucket the stored files, too. */
export interface FileStorageConfig {
  dataFolder: string;
  bucket: BucketConfig | null;
  /** Opens the store of each kind, in place of folder and bucket. */
  openStore?: (kind: 'media' | 'exports') => FileStore;
}

interface Opened {
  media: FileStore;
  exports: FileStore;
  scratch: string;
}

let opened: Opened | null = null;

/** Opens the file stores. Call it before a file is stored or read. */
export async function openFileStorage({ dataFolder, bucket, openStore }: FileStorageConfig): Promise<void> {
  const at = openStore ?? (bucket ? await openS3Store(bucket) : (name: string) => folderStore(join(dataFolder, name)));
  opened = {
    media: withReadTimeout(at('media')),
    exports: withReadTimeout(at('exports')),
    scratch: join(dataFolder, 'media', '.arriving'),
  };
}

function place(): Opened {
  if (!opened) throw new Error('The files are not open');
  return opened;
}

/** Store of exports of guards' data. */
export const exportStore = (): FileStore => place().exports;

/** Local folder for temporary files, next to the stored files, so that both use the disk with room for files. */
export const tempFolder = (): string => place().scratch;

/** A file name with 128 random bits, which cannot be guessed. */
export const newFilename = (extension: string): string => `${randomBytes(16).toString('hex')}.${extension}`;

/** Stores a file under a new name, or under a given one for seeded files; replaces an existing file. Not within a transaction. */
export async function storeFile(filename: string, bytes: Uint8Array): Promise<void> {
  requireNoTransaction('Storing a file');
  await place().media.put(filename, bytes);
}

/** Opens a stored file or a part of it; null if it does not exist. */
export const readFile = (filename: string, part?: ByteRange): Promise<Readable | null> => place().media.open(filename, part);

/** @throws if no file can be stored now. */
export const checkWritable = (): Promise<void> => place().media.check();

export const removeFile = (filename: string): Promise<void> => place().media.remove(filename);

/**
 * Stores a probe file and removes it: read access to a bucket does not imply write access.
 * @throws if that fails, with a message for the operator.
 */
export async function checkFileStorage(): Promise<void> {
  const probe = newFilename('probe');
  await checkWritable();
  await storeFile(probe, Buffer.from('probe'));
  const found = await readFile(probe);
  found?.destroy();
  await removeFile(probe);
  if (!found) throw new Error('A stored file cannot be read: the server at S3_ENDPOINT is no object store.');
}

const given = /^[0-9a-f]{32}\.[a-z0-9]+?(\.sealed)?$/;

/**
 * Names of stored files last written more than `ms` milliseconds ago, in pages. Uses the system clock, as the files do: by the movable clock of a
 * test, a new file could be days old.
 */
export async function* filesOlderThan(ms: number): AsyncGenerator<string[]> {
  const before = systemClock.now().getTime() - ms;
  for await (const files of place().media.list())
    yield files.filter(({ name, modifiedAt }) => given.test(name) && modifiedAt < before).map(({ name }) => name);
}
