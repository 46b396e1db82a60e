import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { systemClock } from '@portal/contracts/_kernel/clock';
import { requireNoTransaction } from '../database/db';
import type { ByteRange, FileStore } from './file-store';
import { folderStore } from './folder-store';
import { withReadTimeout } from './read-timeout';
import { type BucketConfig, openS3Store } from './s3-store';

/** Where files are: `dataFolder` holds what is on its way, and without a bucket what is stored, too. */
export interface FileStorageConfig {
  dataFolder: string;
  bucket: BucketConfig | null;
  /** Opens the store of each kind instead of folder and bucket. */
  openStore?: (kind: 'media' | 'exports') => FileStore;
}

interface Opened {
  media: FileStore;
  exports: FileStore;
  scratch: string;
}

let opened: Opened | null = null;

/** Says where files live. Call it before anything is stored or read. */
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

/** Where copies of guards' data live. */
export const exportStore = (): FileStore => place().exports;

/** The folder of this machine for what is on its way: beside the stored files, so that it is on the disk that has room for them. */
export const tempFolder = (): string => place().scratch;

/** A name that nobody can guess: 128 random bits. */
export const newFilename = (extension: string): string => `${randomBytes(16).toString('hex')}.${extension}`;

/** Stores a file under a new name, or under one that is known beforehand, such as a seeded one's; what is there is replaced. Not within a transaction. */
export async function storeFile(filename: string, bytes: Uint8Array): Promise<void> {
  requireNoTransaction('Storing a file');
  await place().media.put(filename, bytes);
}

/** Opens a stored file, or a part of it; null when it is not there. */
export const readFile = (filename: string, part?: ByteRange): Promise<Readable | null> => place().media.open(filename, part);

/** @throws when nothing can be stored just now. */
export const checkWritable = (): Promise<void> => place().media.check();

export const removeFile = (filename: string): Promise<void> => place().media.remove(filename);

/**
 * Stores a file, and takes it away again: whoever may look into a bucket need not be allowed to write.
 * @throws when that cannot be done, in words for an operator.
 */
export async function checkFileStorage(): Promise<void> {
  const probe = newFilename('probe');
  await checkWritable();
  await storeFile(probe, Buffer.from('probe'));
  const found = await readFile(probe);
  found?.destroy();
  await removeFile(probe);
  if (!found) throw new Error('A file that was stored cannot be read: what is behind S3_ENDPOINT is no object store.');
}

const given = /^[0-9a-f]{32}\.[a-z0-9]+?(\.sealed)?$/;

/**
 * The names of stored files that were written longer ago than `ms`, some at a time. A file knows true time only, so true time it is
 * compared with: by the clock that a rehearsal moves on, a file of this second would be days old.
 */
export async function* filesOlderThan(ms: number): AsyncGenerator<string[]> {
  const before = systemClock.now().getTime() - ms;
  for await (const files of place().media.list())
    yield files.filter(({ name, modifiedAt }) => given.test(name) && modifiedAt < before).map(({ name }) => name);
}
