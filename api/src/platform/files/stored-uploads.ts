import { afterRollback } from '../database/db';
import { newFilename, removeFile, storeFile } from './media';

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'audio/webm': 'webm',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
};

/** A new name that nobody can guess, for bytes of this type. */
export function filenameFor(contentType: string): string {
  const extension = extensions[contentType];
  if (!extension) throw new Error(`Files of ${contentType} are not stored`);
  return newFilename(extension);
}

interface Upload {
  filename: string;
  /** A row names it that was committed, or may have been. */
  isNamed: boolean;
}

const uploads = new WeakMap<Blob, Upload>();

function filesIn(input: unknown): Blob[] {
  if (input instanceof Blob) return [input];
  return typeof input === 'object' && input !== null ? Object.values(input).flatMap(filesIn) : [];
}

/** A file that no row names is seen by nobody: the hourly clearing takes what cannot be removed now. */
export const removeQuietly = (filename: string): Promise<void> => removeFile(filename).catch(() => {});

/** Stores the files of a call before its transaction: a store that is slow keeps nobody else waiting for a connection, or for the guard. */
export async function storeUploads(input: unknown): Promise<void> {
  for (const file of filesIn(input)) {
    const filename = filenameFor(file.type);
    uploads.set(file, { filename, isNamed: false });
    await storeFile(filename, new Uint8Array(await file.arrayBuffer()));
  }
}

/** The name under which a file of the call was stored, for the row that names it from now on, unless the transaction around it is rolled back. */
export function nameUpload(file: Blob): string {
  const upload = uploads.get(file);
  if (!upload) throw new Error('A file is stored with its call, before the transaction');
  upload.isNamed = true;
  afterRollback(() => {
    upload.isNamed = false;
  });
  return upload.filename;
}

/** At the end of a call, however it went: what no row came to name goes. */
export async function dropUnnamed(input: unknown): Promise<void> {
  for (const file of filesIn(input)) {
    const upload = uploads.get(file);
    if (upload && !upload.isNamed) await removeQuietly(upload.filename);
  }
}
