import { buffer } from 'node:stream/consumers';
import { readFile } from '../../platform/files/file-storage';
import { makeFileKey, resealFileKey } from '../../platform/files/sealed-files';
import { removeIgnoringErrors, storeSealed } from '../../platform/files/stored-uploads';
import { DecryptionError, type Encrypted } from '../../platform/identity/keyring';
import { markSealed, mediaNamed, plainMedia, proposeKey } from './media.repository';

const BATCH = 100;

const opens = (filename: string, key: Encrypted): boolean => {
  try {
    resealFileKey(filename, key);
    return true;
  } catch (error) {
    if (error instanceof DecryptionError) return false;
    throw error;
  }
};

/** Stores a data key in the file's row. Two processes that encrypt the same file use the same key, so either encrypted file is valid. */
async function agreeOnKey(filename: string): Promise<Encrypted | null> {
  const before = await mediaNamed(filename);
  if (!before || before.is_sealed) return null;
  const isUsable = before.key_id && before.key_sealed && opens(filename, { keyId: before.key_id, sealed: before.key_sealed });
  if (!isUsable) await proposeKey(filename, makeFileKey(filename), before.key_sealed);
  const now = await mediaNamed(filename);
  return now?.key_id && now.key_sealed && !now.is_sealed ? { keyId: now.key_id, sealed: now.key_sealed } : null;
}

/**
 * Encrypts one plain file in steps: key into the row, encrypted copy into the store, mark in the row, delete the plain file. A process that is killed
 * after any step leaves a file that can be opened. @returns whether this call encrypted it.
 */
async function sealOne(filename: string): Promise<boolean> {
  const key = await agreeOnKey(filename);
  const plain = key && (await readFile(filename));
  if (!plain) return false;
  await storeSealed(filename, await buffer(plain), key);
  if (!(await markSealed(filename, key))) return false;
  await removeIgnoringErrors(filename);
  return true;
}

/** Encrypts the files of guards that an older release or the seed stored in plain. @returns their number. */
export async function sealFiles(stopping?: AbortSignal): Promise<number> {
  let sealed = 0;
  for (let after = ''; ; ) {
    const filenames = await plainMedia(after, BATCH);
    for (const filename of filenames) {
      if (stopping?.aborted) return sealed;
      if (await sealOne(filename)) sealed += 1;
      after = filename;
    }
    if (filenames.length < BATCH) return sealed;
  }
}
