import { type KeyObject, verify } from 'node:crypto';
import { confirmationLimits } from '@portal/contracts/auth/auth.confirmation';
import type { SocialProvider } from '@portal/contracts/auth/auth.rules';
import { now } from '../../platform/clock';
import type { IdTokenIssuer } from '../../platform/config/env';
import { createJwksClient } from '../../platform/identity/jwks';

/** The person who signed in, as the provider states. */
export interface Identity {
  /** The provider's own id of the person: never changes, unlike the e-mail. */
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  /** When the person last signed in at the provider, in seconds; 0 when the provider does not state it. */
  signedInAt: number;
  /** When the provider issued the token, in seconds. */
  issuedAt: number;
}

export interface Verifier {
  providers: readonly SocialProvider[];
  /** The identity that a token proves for a provider; null for an invalid token. */
  verify(provider: SocialProvider, idToken: string): Promise<Identity | null>;
}

/** The provider's name inside of firebase's tokens. */
const signInProvider: Record<SocialProvider, string> = { facebook: 'facebook.com', google: 'google.com' };
/** The clocks of two machines differ. */
const LEEWAY_SECONDS = 60;

type Claims = Record<string, unknown>;
const isRecord = (value: unknown): value is Claims => typeof value === 'object' && value !== null && !Array.isArray(value);

function decoded(part: string): Claims | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

async function claimsOf(token: string, find: (keyId: string) => Promise<KeyObject | null>): Promise<Claims | null> {
  const [head = '', body = '', signature = '', ...rest] = token.split('.');
  const header = decoded(head);
  // The algorithm is fixed here; a token must not choose it.
  if (rest.length > 0 || header?.alg !== 'RS256' || typeof header.kid !== 'string') return null;
  const key = await find(header.kid);
  const isSigned = key !== null && verify('RSA-SHA256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'));
  return isSigned ? decoded(body) : null;
}

function isOurs({ iss, aud, sub, exp, iat }: Claims, projectId: string): boolean {
  const seconds = now().getTime() / 1000;
  const isInTime = typeof exp === 'number' && typeof iat === 'number' && exp > seconds && iat <= seconds + LEEWAY_SECONDS;
  return isInTime && iss === `https://securetoken.google.com/${projectId}` && aud === projectId && typeof sub === 'string' && sub !== '';
}

function identityFor(provider: SocialProvider, { firebase, email, email_verified, auth_time, iat }: Claims): Identity | null {
  const name = signInProvider[provider];
  if (!isRecord(firebase) || firebase.sign_in_provider !== name || !isRecord(firebase.identities)) return null;
  const ids = firebase.identities[name];
  const subject: unknown = Array.isArray(ids) ? ids[0] : null;
  if (typeof subject !== 'string' || subject === '') return null;
  return {
    subject,
    email: typeof email === 'string' ? email.toLowerCase() : null,
    isEmailVerified: email_verified === true,
    signedInAt: typeof auth_time === 'number' ? auth_time : 0,
    issuedAt: Number(iat),
  };
}

/** Whether the person has just signed in at the provider: the token of an earlier sign-in does not confirm a session. */
export const isFresh = ({ signedInAt }: Identity): boolean => signedInAt >= now().getTime() / 1000 - confirmationLimits.proofMinutes * 60;

/** Accepts the ID tokens of one firebase project: checks signature by a key of the set, issuer, audience, time, and the provider that was used. */
export function createIdTokenVerifier({ projectId, keySetUrl, providers }: IdTokenIssuer): Verifier {
  const keys = createJwksClient(keySetUrl);
  return {
    providers,
    async verify(provider, idToken) {
      const claims = await claimsOf(idToken, keys.find);
      return claims && isOurs(claims, projectId) ? identityFor(provider, claims) : null;
    },
  };
}
