import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readOrMakeSecret } from './kept-secret';
import { equalsConstantTime, sha256 } from './secrets';

/** A key of PORTAL_SECRET_KEYS: what is sealed remembers its id. */
export interface SecretKey {
  id: string;
  /** 32 random bytes. */
  bytes: Buffer;
}

/** What stands in the database of a secret. */
export interface Encrypted {
  keyId: string;
  sealed: Buffer;
}

const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

let ring: readonly SecretKey[] = [];

/** Names the process's keys: the first one seals, every one opens what it sealed. */
export function setKeyring(keys: readonly SecretKey[]): void {
  ring = keys;
}

/** The ids of the keys at hand, that of the sealing key first. */
export const keyIds = (): string[] => ring.map(({ id }) => id);

/** Each purpose has a key of its own, so that nothing made for one of them serves another. */
const keyFor = (purpose: 'seal' | 'fingerprint' | 'device' | 'check' | 'sos-link', { bytes }: SecretKey) =>
  Buffer.from(hkdfSync('sha256', bytes, '', `portal ${purpose}`, 32));

function sealing(): SecretKey {
  const [key] = ring;
  if (!key) throw new Error('There is no secret key');
  return key;
}

/** The key for tokens that a library signs, under the key of this id; null when that one is not at hand. */
export function signingKey(purpose: 'sos-link', keyId: string): Uint8Array | null {
  const key = ring.find(({ id }) => id === keyId);
  return key ? keyFor(purpose, key) : null;
}

/**
 * Encrypts by AES-256-GCM under the first key, with a nonce of its own each time.
 * @param about what it belongs to, such as a table and a guard: it opens for that alone, so that nobody can move it to another row.
 */
export function encrypt(plain: string, about: string): Encrypted {
  const key = sealing();
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, keyFor('seal', key), nonce).setAAD(Buffer.from(about));
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return { keyId: key.id, sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]) };
}

/** What does not open: its key is not at hand, or is another one than it was sealed with; or somebody changed it, cut it short, or moved it. */
export class DecryptionError extends Error {}

/** What was sealed for `about`. @throws DecryptionError */
export function decrypt({ keyId, sealed }: Encrypted, about: string): string {
  const key = ring.find(({ id }) => id === keyId);
  if (!key) throw new DecryptionError(`The secret key ${keyId} is missing`);
  try {
    // Without its length a tag that was cut short would be held against the first bytes alone.
    const decipher = createDecipheriv(CIPHER, keyFor('seal', key), sealed.subarray(0, NONCE), { authTagLength: TAG })
      .setAAD(Buffer.from(about))
      .setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new DecryptionError(`What the secret key ${keyId} sealed does not open`, { cause });
  }
}

/** What each key at hand is told again by, from process to process: it says nothing of the key. */
export const keyFingerprints = (): { keyId: string; madeWith: Buffer }[] =>
  ring.map((key) => ({ keyId: key.id, madeWith: createHmac('sha256', keyFor('check', key)).update(key.id).digest() }));

const fingerprintBy = (key: SecretKey, text: string) => createHmac('sha256', keyFor('fingerprint', key)).update(text).digest();

/** Tells the same text again without saying anything of it: a plain hash of seven digits or a password can be guessed, this cannot without the key. */
export const fingerprint = (text: string): Buffer => fingerprintBy(sealing(), text);

/** The id of the key that fingerprints are made with from now on. */
export const fingerprintKey = (): string => sealing().id;

/** Whether it is the fingerprint of this text, under any key at hand, or the plain hash that releases before 0034 kept. */
export const isFingerprintOf = (text: string, kept: Buffer): boolean =>
  ring.some((key) => fingerprintBy(key, text).equals(kept)) || sha256(text).equals(kept);

const shape = 'PORTAL_SECRET_KEYS must look like "2027a:KEY" or "2027b:NEW,2027a:OLD", each key 32 bytes in base64';

const signatureBy = (key: SecretKey, text: string) => createHmac('sha256', keyFor('device', key)).update(text).digest('base64url');

/** What nobody else can write under this text: for what a browser keeps for us. */
export const signature = (text: string): string => signatureBy(sealing(), text);

/** A few letters by which the same text is told again, under each key at hand, the first one's first. They prove nothing. */
export const shortTags = (text: string): string[] => ring.map((key) => signatureBy(key, text).slice(0, 8));

/** Whether it is the signature of this text, under any key at hand. */
export const isSignatureOf = (text: string, given: string): boolean =>
  ring.some((key) => equalsConstantTime(signatureBy(key, text), given));

/** `id:base64,…`, the sealing key first. @throws an Error of one line that repeats nothing of a key. */
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

/** Where a demonstration keeps the key that it made itself, written as PORTAL_SECRET_KEYS would be. */
export const secretKeysFile = (dataFolder: string): string => join(dataFolder, 'secret-keys');

/** Returns the demonstration's own key; makes it when there is none. Two folders never make keys of one id. */
export function loadOrCreateDevKey(dataFolder: string): SecretKey[] {
  const make = () => {
    const bytes = randomBytes(32);
    return `dev-${sha256(bytes).toString('hex').slice(0, 8)}:${bytes.toString('base64')}`;
  };
  const refusal = `The folder ${dataFolder} can not be written. Make it a folder that can, or set PORTAL_SECRET_KEYS.`;
  return readKeys(readOrMakeSecret(secretKeysFile(dataFolder), make, refusal));
}
