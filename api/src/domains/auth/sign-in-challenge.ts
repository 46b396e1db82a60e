import { errors } from 'jose';
import { now } from '../../platform/clock';
import type { CallContext } from '../../platform/http/routes';
import { readOwnToken, signOwnToken } from '../../platform/identity/own-tokens';
import { newToken, sha256 } from '../../platform/identity/secrets';
import type { ProvenIdentity } from './id-token';
import { storeUsed } from './sign-in-challenge.repository';

const COOKIE = 'sign-in';
/** The longest time for the provider's dialog, and the highest age of an ID token. */
const SECONDS = 600;
/** The clock of the provider differs from ours. */
const LEEWAY_SECONDS = 60;

const seconds = () => Math.floor(now().getTime() / 1000);

/** Binds a provider log-in that starts now to this browser. */
export async function startSignIn(context: Pick<CallContext, 'setCookie'>): Promise<null> {
  context.setCookie(COOKIE, await signOwnToken('sign-in', { jti: newToken(), iat: seconds() }), SECONDS);
  return null;
}

/** The challenge of this browser; null without one, with an invalid signature, or after its time. */
async function readChallenge(context: Pick<CallContext, 'cookie'>): Promise<{ nonce: string; startedAt: number } | null> {
  try {
    const { jti = '', iat = 0 } = await readOwnToken('sign-in', context.cookie(COOKIE) ?? '', {
      requiredClaims: ['jti'],
      maxTokenAge: SECONDS,
      // The clock of the API that signed it may be ahead.
      clockTolerance: 10,
    });
    return { nonce: jti, startedAt: iat };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/**
 * Accepts an ID token once, while it is fresh, and only if it was issued after the challenge of this browser. The library of the provider
 * does not carry our nonce into the token, so the token itself cannot name the challenge.
 */
export async function acceptIdentity(
  idToken: string,
  { issuedAt }: Pick<ProvenIdentity, 'issuedAt'>,
  context: CallContext,
): Promise<boolean> {
  const challenge = await readChallenge(context);
  if (!challenge || issuedAt < seconds() - SECONDS) return false;
  const isOurs = issuedAt >= challenge.startedAt - LEEWAY_SECONDS;
  if (!isOurs || !(await storeUsed(sha256(`challenge ${challenge.nonce}`)))) return false;
  context.setCookie(COOKIE, '', 0);
  return storeUsed(sha256(`token ${idToken}`));
}
