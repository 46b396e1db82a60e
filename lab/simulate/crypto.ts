import crypto, { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { Random } from '../../api/seed/random';

const real = { ...crypto };
/** More than one seed verifies. */
const MOST_REMEMBERED = 20_000;

/** The result of a pure function, computed once for each key. */
function remember<T>() {
  const known = new Map<string, T>();
  return (key: string, compute: () => T): T => {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= MOST_REMEMBERED) known.clear();
    const made = compute();
    known.set(key, made);
    return made;
  };
}
const verdicts = remember<boolean>();
const signatures = remember<Buffer>();
const keys = remember<KeyObject>();
const names = new WeakMap<KeyObject, string>();
const digests = remember<Buffer>();

const textOf = (bytes: ArrayBufferView | ArrayBuffer) =>
  (bytes instanceof ArrayBuffer ? Buffer.from(bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).toString('latin1');
function nameOf(key: KeyObject): string {
  const known = names.get(key);
  if (known !== undefined) return known;
  const { x } = key.export({ format: 'jwk' }) as { x?: string };
  names.set(key, x ?? '');
  return x ?? '';
}

type Jwk = { key: { x: string }; format: 'jwk' };
const isJwk = (given: unknown): given is Jwk => (given as Partial<Jwk>)?.format === 'jwk';
const publicKeyOf = (x: string): KeyObject =>
  keys(x, () => real.createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }));

/** An ed25519 key made of a name, so that each process signs the same bytes. */
export function keyPairOf(name: string) {
  const seed = createHash('sha256').update(name).digest();
  const head = Buffer.from('302e020100300506032b657004220420', 'hex');
  const privateKey = crypto.createPrivateKey({ key: Buffer.concat([head, seed]), format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '' };
}

/**
 * Random values of this process come from the seed until `restore` is called. Signatures and hashes are computed once for each input. They
 * are computed in the same task, because the order in which the threads of the real functions answer is not deterministic.
 */
export function installCrypto(chance: Random): { restore(): void } {
  const bytesOf = (count: number) => Buffer.from(Array.from({ length: count }, () => chance.between(0, 255)));
  const verify: typeof crypto.verify = (algorithm, data, key, signature) =>
    verdicts(`${nameOf(key as KeyObject)} ${textOf(signature)} ${textOf(data)}`, () =>
      real.verify(algorithm, data, key as KeyObject, signature),
    ) as never;
  const replaced = {
    verify,
    sign: (algorithm: null, data: Uint8Array, key: KeyObject) =>
      signatures(`${nameOf(key)} ${textOf(data)}`, () => real.sign(algorithm, data, key)),
    createPublicKey: (given: unknown) => (isJwk(given) ? publicKeyOf(given.key.x) : real.createPublicKey(given as KeyObject)),
    randomUUID: () => bytesOf(16).toString('hex'),
    randomBytes: bytesOf,
    randomInt: (most: number) => chance.between(0, most - 1),
  };
  const originals = Object.keys(replaced).map((name) => [name, real[name as keyof typeof replaced]]);
  Object.assign(crypto, replaced);
  syncBuiltinESMExports();

  const subtle = {
    importKey: async (_format: string, { x }: { x: string }) => publicKeyOf(x),
    verify: async (_algorithm: string, key: KeyObject, signature: Uint8Array, text: Uint8Array) =>
      verify(null, text as never, key, signature as never),
    async digest(_algorithm: string, bytes: Uint8Array | ArrayBuffer) {
      const text = textOf(bytes);
      const digest = digests(text, () => createHash('sha384').update(text, 'latin1').digest());
      return new Uint8Array(digest).buffer;
    },
  };
  const before = Object.getOwnPropertyDescriptor(globalThis, 'crypto') as PropertyDescriptor;
  Object.defineProperty(globalThis, 'crypto', { value: { subtle }, configurable: true });
  return {
    restore() {
      Object.assign(crypto, Object.fromEntries(originals));
      syncBuiltinESMExports();
      Object.defineProperty(globalThis, 'crypto', before);
    },
  };
}
