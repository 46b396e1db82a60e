import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { systemClock } from '@portal/contracts/_kernel/clock';
import type { Bucket } from '@portal/object-storage/bucket';
import { currentServices } from '../context';
import { requireNoTransaction } from '../database/db';
import type { ByteRange, FileStore } from './file-store';
import { folderStore } from './folder-store';
import { withReadTimeout } from './read-timeout';
import { openS3Store } from './s3-store';

/** Location of files: `dataFolder` contains temporary files, and without a bucket the stored files, too. */
export interface FileStorageConfig {
  dataFolder: string;
  bucket: Bucket | null;
  /** Opens the store of each kind, in place of folder and bucket. */
  openStore?: (kind: 'media' | 'exports') => FileStore;
}

/** The file stores of an API. */
export interface FileStores {
  readonly media: FileStore;
  readonly exports: FileStore;
  /** Local folder for temporary files, next to the stored files, so that both use the disk with room for files. */
  readonly tempFolder: string;
}

export async function openFileStorage({ dataFolder, bucket, openStore }: FileStorageConfig): Promise<FileStores> {
  const at = openStore ?? (bucket ? await openS3Store(bucket) : (name: string) => folderStore(join(dataFolder, name)));
  return {
    media: withReadTimeout(at('media')),
    exports: withReadTimeout(at('exports')),
    tempFolder: join(dataFolder, 'media', '.arriving'),
  };
}

function stores(): FileStores {
  const { files } = currentServices();
  if (!files) throw new Error('The files are not open');
  return files;
}

/** Store of exports of guards' data. */
export const exportStore = (): FileStore => stores().exports;

export const tempFolder = (): string => stores().tempFolder;

/** A file name with 128 random bits, which cannot be guessed. */
export const newFilename = (extension: string): string => `${randomBytes(16).toString('hex')}.${extension}`;

/** Stores a file under a new name, or under a given one for seeded files; replaces an existing file. Not within a transaction. */
export async function storeFile(filename: string, bytes: Uint8Array): Promise<void> {
  requireNoTransaction('Storing a file');
  await stores().media.put(filename, bytes);
}

/** Opens a stored file or a part of it; null if it does not exist. */
export const readFile = (filename: string, part?: ByteRange): Promise<Readable | null> => stores().media.open(filename, part);

/** @throws if no file can be stored now. */
export const checkWritable = (): Promise<void> => stores().media.check();

export const removeFile = (filename: string): Promise<void> => stores().media.remove(filename);

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
  for await (const files of stores().media.list())
    yield files.filter(({ name, modifiedAt }) => given.test(name) && modifiedAt < before).map(({ name }) => name);
}
