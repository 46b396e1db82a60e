import { errors, jwtVerify, SignJWT } from 'jose';
import { now } from '../../platform/clock';
import { keyIds, signingKey } from '../../platform/identity/keyring';

const ALGORITHM = 'HS256';
const AUDIENCE = 'sos-link';

const keyOf = (keyId = ''): Uint8Array => {
  const key = signingKey('sos-link', keyId);
  if (!key) throw new errors.JWKSNoMatchingKey();
  return key;
};

/** A signed token that names the row of a link until an instant. The row has the single use. */
export const signLink = (linkId: string, expiresAt: string): Promise<string> => {
  const [keyId] = keyIds();
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, ...(keyId && { kid: keyId }) })
    .setJti(linkId)
    .setAudience(AUDIENCE)
    .setExpirationTime(new Date(expiresAt))
    .sign(keyOf(keyId));
};

/** @returns the row's id; `expired` for a good signature after its time; null for anything else. */
export async function readLink(token: string): Promise<{ linkId: string } | 'expired' | null> {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => keyOf(kid), {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      requiredClaims: ['jti', 'exp'],
      currentDate: now(),
    });
    return { linkId: payload.jti ?? '' };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'expired';
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
