import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { currentServices } from '../context';
import { readOrMakeSecret } from './kept-secret';
import { equalsConstantTime, sha256 } from './secrets';

/** A key of PORTAL_SECRET_KEYS. Encrypted values store its id. */
export interface SecretKey {
  id: string;
  /** 32 random bytes. */
  bytes: Buffer;
}

/** An encrypted value as stored in the database. */
export interface Encrypted {
  keyId: string;
  sealed: Buffer;
}

const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

/** The keys of the API: the first one encrypts, each one decrypts its own values. */
const ring = (): readonly SecretKey[] => currentServices().keyring;

/** Ids of the keyring's keys; the encrypting key comes first. */
export const keyIds = (): string[] => ring().map(({ id }) => id);

/** Purpose of a signed token. */
export type TokenPurpose = 'sos-link' | 'sign-in';

/** Derives a key per purpose, so that a result for one purpose is useless for another. */
const keyFor = (purpose: 'seal' | 'fingerprint' | 'device' | 'check' | TokenPurpose, { bytes }: SecretKey) =>
  Buffer.from(hkdfSync('sha256', bytes, '', `portal ${purpose}`, 32));

function sealing(): SecretKey {
  const [key] = ring();
  if (!key) throw new Error('There is no secret key');
  return key;
}

/** Signing key for tokens of a library, derived from the key with this id; null if the keyring lacks it. */
export function signingKey(purpose: TokenPurpose, keyId: string): Uint8Array | null {
  const key = ring().find(({ id }) => id === keyId);
  return key ? keyFor(purpose, key) : null;
}

/**
 * Encrypts by AES-256-GCM under the first key, with a new nonce each time.
 * @param about the place of the value, such as table and guard. Decryption needs the same text, so a value cannot be moved to another row.
 */
export function encrypt(plain: string, about: string): Encrypted {
  const key = sealing();
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, keyFor('seal', key), nonce).setAAD(Buffer.from(about));
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return { keyId: key.id, sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]) };
}

/** The key is missing or another one, or the value was changed, truncated or moved. */
export class DecryptionError extends Error {}

/** Decrypts a value of `about`. @throws DecryptionError */
export function decrypt({ keyId, sealed }: Encrypted, about: string): string {
  const key = ring().find(({ id }) => id === keyId);
  if (!key) throw new DecryptionError(`The secret key ${keyId} is missing`);
  try {
    // Without the length, Node would accept a truncated tag and compare only its first bytes.
    const decipher = createDecipheriv(CIPHER, keyFor('seal', key), sealed.subarray(0, NONCE), { authTagLength: TAG })
      .setAAD(Buffer.from(about))
      .setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new DecryptionError(`A value under the secret key ${keyId} cannot be decrypted`, { cause });
  }
}

/** A fingerprint of each key, by which processes recognise it. It reveals nothing of the key. */
export const keyFingerprints = (): { keyId: string; madeWith: Buffer }[] =>
  ring().map((key) => ({ keyId: key.id, madeWith: createHmac('sha256', keyFor('check', key)).update(key.id).digest() }));

const fingerprintBy = (key: SecretKey, text: string) => createHmac('sha256', keyFor('fingerprint', key)).update(text).digest();

/** A keyed hash to recognise the same text. A plain hash of seven digits or of a password can be guessed; this one only with the key. */
export const fingerprint = (text: string): Buffer => fingerprintBy(sealing(), text);

/** The id of the key for new fingerprints. */
export const fingerprintKey = (): string => sealing().id;

/** Whether `kept` is the fingerprint of this text under any key. */
export const isFingerprintOf = (text: string, kept: Buffer): boolean => ring().some((key) => fingerprintBy(key, text).equals(kept));

const shape = 'PORTAL_SECRET_KEYS must look like "2027a:KEY" or "2027b:NEW,2027a:OLD", each key 32 bytes in base64';

const signatureBy = (key: SecretKey, text: string) => createHmac('sha256', keyFor('device', key)).update(text).digest('base64url');

/** A keyed hash of a text that a browser must not see, for a cookie that the browser cannot forge. A token would contain the text. */
export const signature = (text: string): string => signatureBy(sealing(), text);

/** The first letters of a text's signature under each key, the first key first: hints for lookups, without any proof. */
export const shortTags = (text: string): string[] => ring().map((key) => signatureBy(key, text).slice(0, 8));

/** Whether it is the signature of this text under any key of the keyring. */
export const isSignatureOf = (text: string, given: string): boolean =>
  ring().some((key) => equalsConstantTime(signatureBy(key, text), given));

/** Parses `id:base64,…`, the encrypting key first. @throws an Error with a one-line message that contains no part of a key. */
export function readKeys(text: string): SecretKey[] {
  const keys = text.split(',').map((pair) => {
    const [, id, key = ''] = /^\s*([A-Za-z0-9._-]{1,40}):([A-Za-z0-9+/_-]+={0,2})\s*$/.exec(pair) ?? [];
    const bytes = Buffer.from(key, 'base64');
    if (!id || bytes.length !== 32) throw new Error(shape);
    return { id, bytes };
  });
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error('PORTAL_SECRET_KEYS names an id twice');
  return keys;
}

/** File with the generated key of a demonstration, in the format of PORTAL_SECRET_KEYS. */
export const secretKeysFile = (dataFolder: string): string => join(dataFolder, 'secret-keys');

/** Returns the key of the demonstration, and creates it if missing. Two folders never create keys with the same id. */
export function loadOrCreateDevKey(dataFolder: string): SecretKey[] {
  const make = () => {
    const bytes = randomBytes(32);
    return `dev-${sha256(bytes).toString('hex').slice(0, 8)}:${bytes.toString('base64')}`;
  };
  const refusal = `The folder ${dataFolder} is not writable. Make it writable, or set PORTAL_SECRET_KEYS.`;
  return readKeys(readOrMakeSecret(secretKeysFile(dataFolder), make, refusal));
}
