import type { SignedRegistry } from '@portal/mf-kit/module';
import { type Handover, handoverChain, handoverText } from '@portal/mf-kit/signedTexts';

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

/**
 * The ops key that signs a revision, for a page that was pinned to `key`: the last one that the others handed over to. Null when a handover
 * was not made by both its keys. Of two from the same key the first counts: what the page runs under stands before what it is offered.
 */
export async function signingKeyFor(revision: number, key: string, known: readonly Handover[]): Promise<string | null> {
  let signs = key;
  for (const one of handoverChain(revision, key, known)) {
    const text = handoverText(one);
    const { from, to } = one.signatures;
    if (!(await isSignedText(text, from, one.from)) || !(await isSignedText(text, to, one.to))) return null;
    signs = one.to;
  }
  return signs;
}
