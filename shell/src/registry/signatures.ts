import type { SignedRegistry } from '@portal/mf-kit/module';
import { handoverChain, handoverText, type KeyHandover } from '@portal/mf-kit/signedTexts';

type Bytes = Uint8Array<ArrayBuffer>;

const bytes = (base64: string): Bytes => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
const bytesOfBase64Url = (base64url: string): Bytes => bytes(base64url.replace(/-/g, '+').replace(/_/g, '/'));

/** The library takes about 5 kB and is loaded only by browsers that need it. */
async function verifyByLibrary(signature: Bytes, text: Bytes, opsKey: string): Promise<boolean> {
  const { verifyAsync } = await import(/* webpackChunkName: "ed25519" */ '@noble/ed25519');
  return verifyAsync(signature, text, bytesOfBase64Url(opsKey)).catch(() => false);
}

/**
 * Whether the owner of `key` (32 bytes in base64url) signed this text. Browsers without Ed25519 in WebCrypto use a library. Rejects if the
 * library cannot be loaded: the text must then not be trusted.
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

/** Whether the ops key signed this revision. Without a key the portal host signs nothing. */
export const isSigned = async ({ document, signature }: SignedRegistry, opsKey: string): Promise<boolean> =>
  !opsKey || isSignedText(document, signature, opsKey);

/**
 * The ops key that signs a revision: the last key of the handover chain from `key`, the key of the page. Null if a handover lacks a signature.
 * Of two handovers from one key the first counts, so a served revision cannot replace a known one.
 */
export async function signingKeyFor(revision: number, key: string, known: readonly KeyHandover[]): Promise<string | null> {
  let signs = key;
  for (const one of handoverChain(revision, key, known)) {
    const text = handoverText(one);
    const { from, to } = one.signatures;
    if (!(await isSignedText(text, from, one.from)) || !(await isSignedText(text, to, one.to))) return null;
    signs = one.to;
  }
  return signs;
}
