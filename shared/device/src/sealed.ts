/** Bytes encrypted by AES-256-GCM, and the nonce of this encryption. */
interface SealedBytes {
  nonce: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

/** A value and its files, each encrypted. IndexedDB can store it. */
export interface SealedValue {
  value: SealedBytes;
  files: SealedBytes[];
}

/** Thrown if the key differs, or the bytes were changed or moved to another row. */
export class DoesNotOpen extends Error {
  override name = 'DoesNotOpen';
}

const ALGORITHM = 'AES-GCM';
const NONCE_BYTES = 12;
const FILE = '$sealedFile';
const DATE = '$sealedDate';

/** Browsers offer WebCrypto only on https and on localhost. */
export const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined;

/** Makes a random key that scripts cannot read. */
export const createKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt']) as Promise<CryptoKey>;

/** Imports 32 bytes in base64url as a key that scripts cannot read. */
export function importKey(text: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  return crypto.subtle.importKey('raw', bytes, ALGORITHM, false, ['encrypt', 'decrypt']);
}

const parametersOf = (nonce: Uint8Array<ArrayBuffer>, about: string) => ({
  name: ALGORITHM,
  iv: nonce,
  additionalData: new TextEncoder().encode(about),
});

async function encrypt(key: CryptoKey, about: string, plain: BufferSource): Promise<SealedBytes> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  return { nonce, bytes: await crypto.subtle.encrypt(parametersOf(nonce, about), key, plain) };
}

async function decrypt(key: CryptoKey, about: string, { nonce, bytes }: SealedBytes): Promise<ArrayBuffer> {
  try {
    return await crypto.subtle.decrypt(parametersOf(nonce, about), key, bytes);
  } catch (cause) {
    throw new DoesNotOpen(`What was sealed for ${about} does not open`, { cause });
  }
}

/** Replaces files by their positions in `files`, and marks dates, because JSON has neither. */
function packed(value: unknown, files: Blob[]): unknown {
  if (value instanceof Blob) {
    const { name, lastModified } = value as Partial<File>;
    return { [FILE]: files.push(value) - 1, type: value.type, name, lastModified };
  }
  if (value instanceof Date) return { [DATE]: value.toISOString() };
  if (Array.isArray(value)) return value.map((one) => packed(one, files));
  if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError(`Not a value that can be stored: ${String(value)}`);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, packed(one, files)]));
}

function unpacked(value: unknown, files: readonly ArrayBuffer[]): unknown {
  if (Array.isArray(value)) return value.map((one) => unpacked(one, files));
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Record<string, unknown>;
  if (typeof record[DATE] === 'string') return new Date(record[DATE]);
  if (!(FILE in record)) return Object.fromEntries(Object.entries(record).map(([name, one]) => [name, unpacked(one, files)]));
  const { name, type, lastModified } = record as { name?: string; type: string; lastModified?: number };
  const content = [files[Number(record[FILE])] ?? new ArrayBuffer(0)];
  return name === undefined ? new Blob(content, { type }) : new File(content, name, { type, ...(lastModified && { lastModified }) });
}

/**
 * Encrypts a value of plain objects, lists, dates and files.
 * @param about names its row, such as a guard and a key. The result opens for that row only.
 * @throws TypeError for a function or a symbol, which IndexedDB rejects too
 */
export async function seal(key: CryptoKey, about: string, value: unknown): Promise<SealedValue> {
  const files: Blob[] = [];
  const text = JSON.stringify(packed(value, files)) ?? 'null';
  const sealed: SealedValue = { value: await encrypt(key, about, new TextEncoder().encode(text)), files: [] };
  // In sequence, so that only one file is in memory.
  for (const [at, file] of files.entries())
    sealed.files.push(await encrypt(key, `${about} ${at}`, new Uint8Array(await file.arrayBuffer())));
  return sealed;
}

/** @throws DoesNotOpen */
export async function unseal(key: CryptoKey, about: string, { value, files }: SealedValue): Promise<unknown> {
  const text = new TextDecoder().decode(await decrypt(key, about, value));
  const contents: ArrayBuffer[] = [];
  for (const [at, file] of files.entries()) contents.push(await decrypt(key, `${about} ${at}`, file));
  return unpacked(JSON.parse(text), contents);
}
