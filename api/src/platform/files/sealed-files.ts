import { createCipheriv, createDecipheriv, type DecipherGCM, randomBytes } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { decrypt, type Encrypted, encrypt } from '../identity/keyring';
import type { ByteRange } from './file-store';

const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;
const HEAD = NONCE + TAG;

/** Sealed and plain files have different names, so that sealing a stored file never overwrites the only copy. */
export const sealedName = (filename: string): string => `${filename}.sealed`;

/** The name in the row of a stored file. */
export const filenameIn = (storedName: string): string => storedName.replace(/\.sealed$/, '');

const about = (filename: string) => `media ${filename}`;

/** Makes a data key for one file. Only its sealed form is stored: in the file's row. */
export const makeFileKey = (filename: string): Encrypted => encrypt(randomBytes(32).toString('base64'), about(filename));

/** Seals the same data key under the first key of the keyring. The file itself does not change. @throws DecryptionError */
export const resealFileKey = (filename: string, key: Encrypted): Encrypted => encrypt(decrypt(key, about(filename)), about(filename));

/** @throws DecryptionError */
const openFileKey = (filename: string, key: Encrypted) => Buffer.from(decrypt(key, about(filename)), 'base64');

/** Encrypts a file. It opens under this filename only. @throws DecryptionError */
export function sealFile(filename: string, key: Encrypted, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, openFileKey(filename, key), nonce).setAAD(Buffer.from(filename));
  const text = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** The stored file was changed, truncated or replaced since it was encrypted under this name. */
export class FileChanged extends Error {
  override name = 'FileChanged';
}

/** Joins two streams: an error or the end of one ends the other. */
const join = (source: Readable, target: Transform): Readable => pipeline(source, target, () => undefined);

/** Decrypts a sealed file chunk by chunk. The last chunk is followed by an error if the tag does not match. */
function decryption(filename: string, dataKey: Buffer): Transform {
  let head = Buffer.alloc(0);
  let decipher: DecipherGCM | null = null;
  const changed = () => new FileChanged(`The sealed file ${filename} was changed`);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let rest = chunk;
      if (!decipher) {
        head = Buffer.concat([head, chunk]);
        if (head.length < HEAD) return done();
        decipher = createDecipheriv(CIPHER, dataKey, head.subarray(0, NONCE), { authTagLength: TAG })
          .setAAD(Buffer.from(filename))
          .setAuthTag(head.subarray(NONCE, HEAD));
        rest = head.subarray(HEAD);
      }
      done(null, decipher.update(rest));
    },
    flush(done) {
      if (!decipher) return done(changed());
      try {
        done(null, decipher.final());
      } catch {
        done(changed());
      }
    },
  });
}

/** Passes on the wanted bytes, both ends included. */
function slice({ start, end }: ByteRange): Transform {
  let at = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const wanted = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
      at += chunk.length;
      done(null, wanted);
    },
  });
}

/**
 * Opens a sealed file, or a part of it. GCM proves a file at its end only, so the file is read twice: the first time to check it, the second
 * time to send it. Neither holds more than a chunk in memory.
 * @param open opens the stored file from its beginning.
 * @returns null if there is no file. @throws FileChanged, DecryptionError
 */
export async function openSealed(
  filename: string,
  key: Encrypted,
  open: () => Promise<Readable | null>,
  part?: ByteRange,
): Promise<Readable | null> {
  const dataKey = openFileKey(filename, key);
  const decrypt = async () => {
    const stored = await open();
    return stored && join(stored, decryption(filename, dataKey));
  };
  const checked = await decrypt();
  if (!checked) return null;
  await finished(checked.resume());
  const plain = await decrypt();
  return plain && (part ? join(plain, slice(part)) : plain);
}
