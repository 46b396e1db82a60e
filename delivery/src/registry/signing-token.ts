import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto';
import { UserError } from '../errors';

/** PKCS #8 prefix of an ed25519 key; its 32 secret bytes follow. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A token: a signing key. The store has only the public half, so a reader of the store cannot sign. */
export interface SigningToken {
  id: string;
  publicKey: string;
  /** In base 64. */
  sign(bytes: Uint8Array): string;
}

function tokenOf(id: string, secret: Buffer): SigningToken {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: 'der', type: 'pkcs8' });
  return {
    id,
    publicKey: createPublicKey(key).export({ format: 'jwk' }).x ?? '',
    sign: (bytes) => sign(null, bytes, key).toString('base64'),
  };
}

/** Creates a token, and its text, which is shown once. */
export function newToken(): { token: SigningToken; text: string } {
  const [id, secret] = [randomBytes(4).toString('hex'), randomBytes(32)];
  return { token: tokenOf(id, secret), text: `portal_${id}_${secret.toString('base64url')}` };
}

/** Parses the text of a token. Throws if it has another format; the store decides whether it is valid. */
export function parseToken(text: string): SigningToken {
  const [, id = '', secret = ''] = /^portal_([0-9a-f]{8})_([\w-]{43})$/.exec(text) ?? [];
  if (id === '') throw new UserError('PORTAL_TOKEN is no token: it begins with portal_ and was shown once by portal create-token');
  return tokenOf(id, Buffer.from(secret, 'base64url'));
}
