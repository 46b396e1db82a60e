import { confirmationLimits } from '@portal/contracts/auth/auth.confirmation';
import type { SocialProvider } from '@portal/contracts/auth/auth.rules';
import { errors, type JWTHeaderParameters, type JWTPayload, jwtVerify } from 'jose';
import { now } from '../../platform/clock';
import type { IdTokenIssuer } from '../../platform/config/env';
import { createJwksClient } from '../../platform/identity/jwks';

/** The person who signed in, as the provider states. */
export interface ProvenIdentity {
  /** The provider's own id of the person: never changes, unlike the e-mail. */
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  /** When the person last signed in at the provider, in seconds; 0 when the provider does not state it. */
  signedInAt: number;
  /** When the provider issued the token, in seconds. */
  issuedAt: number;
}

export interface IdTokenVerifier {
  providers: readonly SocialProvider[];
  /** The identity that a token proves for a provider; null for an invalid token. */
  verify(provider: SocialProvider, idToken: string): Promise<ProvenIdentity | null>;
}

/** The provider's name inside of firebase's tokens. */
const signInProvider: Record<SocialProvider, string> = { facebook: 'facebook.com', google: 'google.com' };
/** The clocks of two machines differ. */
const LEEWAY_SECONDS = 60;

const isRecord = (value: unknown): value is JWTPayload => typeof value === 'object' && value !== null && !Array.isArray(value);

function identityFor(provider: SocialProvider, { firebase, email, email_verified, auth_time, iat }: JWTPayload): ProvenIdentity | null {
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
export const isFresh = ({ signedInAt }: ProvenIdentity): boolean =>
  signedInAt >= now().getTime() / 1000 - confirmationLimits.proofMinutes * 60;

/** Accepts the ID tokens of one firebase project: checks signature by a key of the set, issuer, audience, time, and the provider that was used. */
export function createIdTokenVerifier({ projectId, keySetUrl, providers }: IdTokenIssuer): IdTokenVerifier {
  const keys = createJwksClient(keySetUrl);
  const rules = { algorithms: ['RS256'], issuer: `https://securetoken.google.com/${projectId}`, audience: projectId };
  const keyOf = async ({ kid }: JWTHeaderParameters) => {
    const key = kid === undefined ? null : await keys.find(kid);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  };
  return {
    providers,
    async verify(provider, idToken) {
      const currentDate = now();
      try {
        const { payload } = await jwtVerify(idToken, keyOf, { ...rules, currentDate, requiredClaims: ['sub', 'exp', 'iat'] });
        const isIssued = (payload.iat ?? 0) <= currentDate.getTime() / 1000 + LEEWAY_SECONDS;
        return isIssued && payload.sub ? identityFor(provider, payload) : null;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}
