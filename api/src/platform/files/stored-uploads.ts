import { currentServices } from '../context';
import { afterRollback } from '../database/db';
import type { Encrypted } from '../identity/keyring';
import { newFilename, removeFile, storeFile } from './file-storage';
import { makeFileKey, sealedName, sealFile } from './sealed-files';

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

/** A new random name for a file of this type. */
export function filenameFor(contentType: string): string {
  const extension = extensions[contentType];
  if (!extension) throw new Error(`Files of ${contentType} are not stored`);
  return newFilename(extension);
}

/** A stored file of a running call. */
export interface StoredUpload {
  filename: string;
  key: Encrypted;
  /** A row names the file and was committed, or may have been. */
  isClaimed: boolean;
}

function filesIn(input: unknown): Blob[] {
  if (input instanceof Blob) return [input];
  return typeof input === 'object' && input !== null ? Object.values(input).flatMap(filesIn) : [];
}

/** Removes a stored file. If the store does not answer, the hourly job removes the orphan file later. */
export const removeIgnoringErrors = (storedName: string): Promise<void> => removeFile(storedName).catch(() => {});

/** Seals a file of a guard and stores it. @returns the data key, for the file's row. */
export async function storeSealed(filename: string, bytes: Uint8Array, key: Encrypted = makeFileKey(filename)): Promise<Encrypted> {
  await storeFile(sealedName(filename), sealFile(filename, key, bytes));
  return key;
}

/** Stores the files of a call before its transaction, so that a slow store holds no database connection and no lock. */
export async function storeUploads(input: unknown): Promise<void> {
  for (const file of filesIn(input)) {
    const filename = filenameFor(file.type);
    const key = makeFileKey(filename);
    currentServices().uploads.stored.set(file, { filename, key, isClaimed: false });
    await storeSealed(filename, new Uint8Array(await file.arrayBuffer()), key);
  }
}

/** Marks a stored file of the call as named by a row, unless the transaction rolls back. @returns its filename and data key, for that row. */
export function claimUpload(file: Blob): { filename: string; key: Encrypted } {
  const upload = currentServices().uploads.stored.get(file);
  if (!upload) throw new Error('A file is stored with its call, before the transaction');
  upload.isClaimed = true;
  afterRollback(() => {
    upload.isClaimed = false;
  });
  return { filename: upload.filename, key: upload.key };
}

/** At the end of a call, removes its files that no row names. */
export async function deleteUnclaimedUploads(input: unknown): Promise<void> {
  for (const file of filesIn(input)) {
    const upload = currentServices().uploads.stored.get(file);
    if (upload && !upload.isClaimed) await removeIgnoringErrors(sealedName(upload.filename));
  }
}
