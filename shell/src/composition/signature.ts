import type { SignedRegistry } from '@portal/mf-kit/module';

const bytes = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

/**
 * Whether the ops key (32 bytes in base64url) signed this revision. A browser without Ed25519 in WebCrypto cannot tell: it takes the document on the
 * word of the page's own origin over TLS, as it took the page itself.
 */
export async function isSigned({ document, signature }: SignedRegistry, opsKey: string): Promise<boolean> {
  if (!opsKey) return true;
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x: opsKey }, 'Ed25519', false, ['verify']);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return true;
    return false;
  }
  return crypto.subtle.verify('Ed25519', key, bytes(signature), new TextEncoder().encode(document));
}
