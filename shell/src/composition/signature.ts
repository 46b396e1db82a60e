import type { SignedRegistry } from '@portal/mf-kit/module';

type Bytes = Uint8Array<ArrayBuffer>;

const bytes = (base64: string): Bytes => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
const fromUrl = (base64url: string): Bytes => bytes(base64url.replace(/-/g, '+').replace(/_/g, '/'));

/** The library takes about 5 kB and is loaded only by browsers that need it. */
async function verifyByLibrary(signature: Bytes, text: Bytes, opsKey: string): Promise<boolean> {
  const { verifyAsync } = await import(/* webpackChunkName: "ed25519" */ '@noble/ed25519');
  return verifyAsync(signature, text, fromUrl(opsKey)).catch(() => false);
}

/**
 * Whether the owner of `key` (32 bytes in base64url) signed this text. Browsers without Ed25519 in WebCrypto ask a library. Rejects when
 * the library cannot be loaded: what was signed is then not to be taken.
 */
export async function isSignedText(signed: string, signature: string, publicKey: string): Promise<boolean> {
  const text = new TextEncoder().encode(signed);
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x: publicKey }, 'Ed25519', false, ['verify']);
  } catch (error) {
    const isMissing = error instanceof DOMException && error.name === 'NotSupportedError';
    return isMissing && verifyByLibrary(bytes(signature), text, publicKey);
  }
  return crypto.subtle.verify('Ed25519', key, bytes(signature), text);
}

/** Whether the ops key signed this revision. Without a key the host signs nothing. */
export const isSigned = async ({ document, signature }: SignedRegistry, opsKey: string): Promise<boolean> =>
  !opsKey || isSignedText(document, signature, opsKey);
