import { errors } from 'jose';
import { readOwnToken, signOwnToken } from '../../platform/identity/own-tokens';

/** A signed token that names the row of a link until an instant. The row has the single use. */
export const signLink = (linkId: string, expiresAt: string): Promise<string> =>
  signOwnToken('sos-link', { jti: linkId, exp: Math.floor(Date.parse(expiresAt) / 1_000) });

/** @returns the row's id; `expired` for a good signature after its time; null for anything else. */
export async function readLink(token: string): Promise<{ linkId: string } | 'expired' | null> {
  try {
    const { jti = '' } = await readOwnToken('sos-link', token, { requiredClaims: ['jti', 'exp'] });
    return { linkId: jti };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'expired';
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
