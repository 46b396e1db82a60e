import { now } from '../../platform/clock';
import type { CallContext } from '../../platform/http/routes';
import { isSignatureOf, signature } from '../../platform/identity/keyring';
import { newToken, sha256 } from '../../platform/identity/secrets';
import type { Identity } from './id-token';
import { storeUsed } from './sign-in-challenge.repository';

const COOKIE = 'sign-in';
/** The longest time for the provider's dialog, and the highest age of an ID token. */
const SECONDS = 600;
/** The clock of the provider differs from ours. */
const LEEWAY_SECONDS = 60;

const seconds = () => Math.floor(now().getTime() / 1000);
const text = (nonce: string, startedAt: number) => `sign-in ${nonce} ${startedAt}`;

/** Binds a provider log-in that starts now to this browser. */
export function startSignIn(context: Pick<CallContext, 'setCookie'>): null {
  const [nonce, startedAt] = [newToken(), seconds()];
  context.setCookie(COOKIE, `${nonce}.${startedAt}.${signature(text(nonce, startedAt))}`, SECONDS);
  return null;
}

/** The challenge of this browser; null without one or with an invalid signature. */
function readChallenge(context: Pick<CallContext, 'cookie'>): { nonce: string; startedAt: number } | null {
  const [nonce = '', started = '', signed = ''] = (context.cookie(COOKIE) ?? '').split('.');
  const startedAt = Number(started);
  return isSignatureOf(text(nonce, startedAt), signed) ? { nonce, startedAt } : null;
}

/**
 * Accepts an ID token once, while it is fresh, and only if it was issued after the challenge of this browser. The library of the provider
 * does not carry our nonce into the token, so the token itself cannot name the challenge.
 */
export async function acceptIdentity(idToken: string, { issuedAt }: Pick<Identity, 'issuedAt'>, context: CallContext): Promise<boolean> {
  const challenge = readChallenge(context);
  if (!challenge || issuedAt < seconds() - SECONDS) return false;
  const isOurs = issuedAt >= challenge.startedAt - LEEWAY_SECONDS && challenge.startedAt >= seconds() - SECONDS;
  if (!isOurs || !(await storeUsed(sha256(`challenge ${challenge.nonce}`)))) return false;
  context.setCookie(COOKIE, '', 0);
  return storeUsed(sha256(`token ${idToken}`));
}
