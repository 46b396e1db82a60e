import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto';
import { Refusal } from './refusal';

/** Of an ed25519 key as PKCS #8: its 32 secret bytes follow. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** What the owner of a token holds: a signing key. The store knows its public half alone, so that whoever reads the store cannot sign. */
export interface Token {
  id: string;
  publicKey: string;
  /** In base 64. */
  sign(text: string): string;
}

function tokenOf(id: string, secret: Buffer): Token {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: 'der', type: 'pkcs8' });
  return {
    id,
    publicKey: createPublicKey(key).export({ format: 'jwk' }).x ?? '',
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  };
}

/** A new token, and the text that its owner is shown once. */
export function newToken(): { token: Token; text: string } {
  const [id, secret] = [randomBytes(4).toString('hex'), randomBytes(32)];
  return { token: tokenOf(id, secret), text: `portal_${id}_${secret.toString('base64url')}` };
}

/** The token that a text is. Refuses what none looks like; whether it counts says the store. */
export function readToken(text: string): Token {
  const [, id = '', secret = ''] = /^portal_([0-9a-f]{8})_([\w-]{43})$/.exec(text) ?? [];
  if (id === '') throw new Refusal('PORTAL_TOKEN is no token: it begins with portal_ and was shown once by portal create-token');
  return tokenOf(id, Buffer.from(secret, 'base64url'));
}
